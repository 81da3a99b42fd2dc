import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { layers, reserved, serverFeatures, webFeatures } from './layers.mjs';

const project = fileURLToPath(new URL('../..', import.meta.url));

interface Import {
  from: string;
  to: string;
}

describe('the layers of the project', () => {
  const imports = readImports(['contract', 'server', 'demo', 'web']);

  test('each folder imports only itself and those before it', () => {
    expect(imports.length).toBeGreaterThan(1_000);
    expect(wrongWay(imports)).toEqual([]);
  });

  test('adapters, settings, routes, HTTP, pages and data are imported only where they are put together', () => {
    expect(wrongPlace(imports)).toEqual([]);
  });

  test('the contract imports its own files, Zod and Lingui', () => {
    const others = packagesOf('contract').filter((name) => !['zod', '@lingui/core'].includes(name));
    expect(others).toEqual([]);
  });

  test('a port imports the core and the contract', () => {
    const ports = imports.filter(({ from }) => /^server\/providers\/\w+\/port\.ts$/.test(from));
    expect(ports.filter(({ to }) => !/^(contract|server\/core)\//.test(to))).toEqual([]);
  });

  test('an adapter imports no other provider, apart from what several share', () => {
    const provider = (file: string) => /^server\/providers\/([\w-]+)\//.exec(file)?.[1];
    const between = imports.filter(
      ({ from, to }) =>
        provider(from) !== undefined &&
        ![undefined, 'stripe', 'outgoing', provider(from)].includes(provider(to)),
    );
    expect(between).toEqual([]);
  });

  test('CONTRIBUTING names the features in their order', () => {
    const text = readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8');
    expect(text).toContain(`server: ${serverFeatures.join(', ')}`);
    expect(text).toContain(`web: ${webFeatures.join(', ')}`);
  });

  test('CONTRIBUTING names the providers and the folders of server and web', () => {
    const text = readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8');
    const providers = foldersIn('server/providers').filter(
      (name) => !['stripe', 'outgoing'].includes(name),
    );
    expect(text).toContain(`  providers/      ${providers.join(', ')}:`);
    const folders = [...foldersIn('server'), ...foldersIn('web')];
    const missing = folders.filter((name) => !new RegExp(`^  .*\\b${name}/`, 'm').test(text));
    expect(missing).toEqual([]);
  });

  test('an import against the order, of an adapter, of routes, of a page and of data is found', () => {
    const wrong = [
      { from: 'server/features/ledger/a.ts', to: 'server/features/users/find-user.ts' },
      { from: 'server/features/users/a.ts', to: 'server/workflows/remove-user.ts' },
      { from: 'server/features/search/words/a.ts', to: 'server/features/search/matching/b.ts' },
      { from: 'web/ui/a.ts', to: 'web/api/client.ts' },
      { from: 'web/routing/a.ts', to: 'web/features/home/queries.ts' },
      { from: 'web/features/products/A.tsx', to: 'web/frame/AppLayout.tsx' },
    ];
    expect(wrongWay(wrong)).toHaveLength(wrong.length);
    const misplaced = [
      { from: 'server/app.ts', to: 'server/providers/mail/smtp.ts' },
      { from: 'server/workflows/a.ts', to: 'server/features/users/routes.ts' },
      { from: 'server/features/users/a.ts', to: 'server/http/api/paging.ts' },
      { from: 'web/features/users/UsersPage.tsx', to: 'web/features/home/HomePage.tsx' },
      { from: 'web/api/a.ts', to: 'server/core/clock.ts' },
      { from: 'web/features/products/A.tsx', to: 'contract/instruments/kinds.json' },
      { from: 'contract/products/products.ts', to: 'contract/instruments/brands.ts' },
    ];
    expect(wrongPlace(misplaced)).toHaveLength(misplaced.length);
  });
});

/** The longest layer that a file is in. */
function layerOf(file: string): number {
  if (/^server\/(features\/.*|workflows)\/routes\.ts$/.test(file)) {
    return layers.indexOf('server/**/routes.ts');
  }
  const found = layers
    .map((layer, index) => ({ layer, index }))
    .filter(({ layer }) => file === layer || file.startsWith(`${layer}/`))
    .sort((one, other) => other.layer.length - one.layer.length)[0];
  if (!found) throw new Error(`${file} is in no layer of scripts/lint/layers.mjs`);
  return found.index;
}

function wrongWay(imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to }) => layerOf(to) > layerOf(from))
    .map(({ from, to }) => `${from} imports ${to}`);
}

function wrongPlace(imports: readonly Import[]): string[] {
  return reserved.flatMap(({ to, by, why }) =>
    imports
      .filter((one) => to.test(one.to) && !by.test(one.from))
      .map((one) => `${one.from} imports ${one.to}. ${why}`),
  );
}

function readImports(roots: readonly string[]): Import[] {
  return roots.flatMap(sourcesOf).flatMap((from) =>
    specifiersIn(from).flatMap((specifier) => {
      const to = specifier.startsWith('#')
        ? specifier.slice(1)
        : specifier.startsWith('.')
          ? normalize(join(dirname(from), specifier))
          : undefined;
      return to && /\.tsx?$|^contract\/.*\.json$/.test(to) && to !== from ? [{ from, to }] : [];
    }),
  );
}

function packagesOf(root: string): string[] {
  const named = sourcesOf(root).flatMap(specifiersIn);
  return [...new Set(named)].filter((specifier) => !/^[#.]/.test(specifier));
}

function foldersIn(root: string): string[] {
  return readdirSync(join(project, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** What runs in production: neither tests nor what is made for them. */
function sourcesOf(root: string): string[] {
  return readdirSync(join(project, root), { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => !/(\.test\.|-samples\.|\/testing\/|^server\/failures\/|\.d\.ts$)/.test(file))
    .map((file) => relative('.', file));
}

function specifiersIn(file: string): string[] {
  const source = readFileSync(join(project, file), 'utf8');
  const found = source.matchAll(
    /^(?:import|export)\b(?:[^;'"]*?\sfrom)?\s*'([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...found].flatMap(([, first, second]) => first ?? second ?? []);
}

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { defaultShop } from '../../contract/shop/default-shop.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** The files to which the name of the default shop belongs: its definition, and its drawing. */
const ofTheDefaultShop = ['contract/shop/default-shop.ts', 'web/ui/logo.svg'];

it('the name of the default shop stands in its definition alone, so that another shop shows its own', () => {
  const sources = ['contract', 'server', 'web', 'scripts']
    .flatMap((folder) =>
      readdirSync(join(project, folder), { recursive: true, withFileTypes: true }),
    )
    .filter((entry) => entry.isFile() && /\.(tsx?|[cm]js|html|css|svg|json)$/.test(entry.name))
    .map(({ parentPath, name }) => relative(project, join(parentPath, name)))
    .filter((file) => !/\.test\.tsx?$/.test(file) && !ofTheDefaultShop.includes(file));
  expect(sources.length).toBeGreaterThan(500);
  const name = new RegExp(`\\b${defaultShop.name}\\b`);
  const named = sources.filter((file) => name.test(readFileSync(join(project, file), 'utf8')));
  expect(named).toEqual([]);
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderPage } from '#contract/shop/page.ts';
import { StartupError } from '../../core/startup-error.ts';
import { fillTemplate, inlineHashes, type PageSource } from './page-source.ts';

/** One module in Vite's manifest. */
interface ManifestEntry {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
export type Manifest = Readonly<Record<string, ManifestEntry>>;

/**
 * The built pages: the template and the scripts of `dist/web`, the renderer of `dist/ssr`.
 * @throws StartupError when there is no build
 */
export async function builtPages(distFolder: string): Promise<PageSource> {
  const { template, manifest, folders, render } = await readBuild(distFolder).catch(
    (cause: unknown) => {
      throw new StartupError(
        `There is no complete build in ${distFolder}.`,
        'Run `npm run build`.',
        {
          cause,
        },
      );
    },
  );
  const entryAssets = entryFiles(manifest);
  const templates = new Map(
    Object.values(folders).map((folder) => [folder, inFolder(template, folder)]),
  );
  const inline = [...templates.values()].map(inlineHashes);
  const templateIn = (folder: string) => {
    const known = templates.get(folder) ?? inFolder(template, folder);
    templates.set(folder, known);
    return known;
  };
  return {
    inlineOf: (folder) => inlineHashes(templateIn(folder)),
    inline: {
      scripts: inline.flatMap(({ scripts }) => scripts),
      styles: inlineHashes(template).styles,
    },
    async render(request) {
      const rendered = await render(request);
      const { scripts, language } = request;
      const folder = 'folder' in scripts ? scripts.folder : (folders[scripts.builtIn] ?? '');
      const links = pageLinks(manifest, rendered.modules, entryAssets);
      return fillTemplate(templateIn(folder), rendered, {
        tag: language.tag,
        links: inFolder(links, folder),
        shop: request.shopHead,
      });
    },
  };
}

/**
 * The files of a page that the template does not load: links to styles, and the names of scripts, which the page
 * loads after its first paint (`web/hydration/start-after-paint.ts`).
 */
export function pageLinks(
  manifest: Manifest,
  modules: readonly string[],
  entryAssets: ReadonlySet<string>,
): string {
  const files = [...filesOf(manifest, modules)].filter((file) => !entryAssets.has(file));
  const styles = files.filter((file) => file.endsWith('.css'));
  const scripts = files.filter((file) => !file.endsWith('.css')).map((file) => `/${file}`);
  const links = styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('');
  return scripts.length === 0
    ? links
    : `${links}<meta name="page-scripts" content="${scripts.join(' ')}">`;
}

/** Everything that the entries of the manifest load statically. */
export function entryFiles(manifest: Manifest): ReadonlySet<string> {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  return filesOf(manifest, entries);
}

function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string) => {
    const entry = manifest[key];
    if (!entry || files.has(entry.file)) return;
    files.add(entry.file);
    for (const style of entry.css ?? []) files.add(style);
    for (const imported of entry.imports ?? []) visit(imported);
  };
  for (const module of modules) visit(module);
  return files;
}

/** Each language has scripts of its own (`scripts/build/localise.mjs`, `own-scripts.ts`). */
function inFolder(html: string, folder: string): string {
  return html.replaceAll(/\/assets\/(?=[\w.-]+\.js\b)/g, `/assets/${folder}/`);
}

async function readBuild(distFolder: string) {
  const [template, manifest, folders, renderer] = await Promise.all([
    readFile(join(distFolder, 'web/index.html'), 'utf8'),
    readFile(join(distFolder, 'web/.vite/manifest.json'), 'utf8'),
    readFile(join(distFolder, 'web/.vite/texts.json'), 'utf8'),
    import(/* @vite-ignore */ pathToFileURL(join(distFolder, 'ssr/entry-server.js')).href),
  ]);
  return {
    template,
    manifest: JSON.parse(manifest) as Manifest,
    folders: JSON.parse(folders) as Readonly<Record<string, string>>,
    // web/entry-server.tsx implements the type in contract/shop/page.ts.
    render: renderer.renderPage as RenderPage,
  };
}

import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { calls } from './contract/calls.ts';
import { lingui } from './scripts/build/lingui.mjs';
import { bootHtml } from './web/hydration/boot.ts';
import { startAfterPaint } from './web/hydration/start-after-paint.ts';

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The pages: for the browser, for the server that renders them (`build.ssr`), and while developing. */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: inProject('web'),
  plugins: [
    lingui({ isEnglishLeftOut: command === 'build' && !isSsrBuild }),
    react(),
    tailwindcss(),
    callAddresses,
    boot,
    scriptsLast,
    headingFont,
  ],
  // React picks its quick half by this, and nothing of a built page may depend on how the server was started.
  ...(isSsrBuild && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
  }),
  resolve: { alias: command === 'build' ? productionRouter : [] },
  server: {
    // The contract and the fonts lie outside the root.
    fs: { allow: [inProject('.')] },
  },
  build: {
    outDir: inProject(isSsrBuild ? 'dist/ssr' : 'dist/web'),
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    sourcemap: false,
    target: isSsrBuild ? 'node20' : 'baseline-widely-available',
    // The Content-Security-Policy takes no `data:` but for pictures, and a file of its own is cached permanently.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: scriptsBeside },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      ...(isSsrBuild ? {} : { output: { codeSplitting: { groups: firstLoad() } } }),
    },
  },
}));

/** React Router's package.json offers only its development build (remix-run/react-router 14102). */
const productionRouter = [
  { find: /^react-router$/, replacement: routerFile('index.mjs') },
  { find: /^react-router\/dom$/, replacement: routerFile('dom-export.mjs') },
];

function routerFile(name: string): string {
  return inProject(`node_modules/react-router/dist/production/${name}`);
}

/** The scripts that are fetched together with a lazy one, without those that every page has loaded. */
function scriptsBeside(_file: string, needed: string[]): string[] {
  return needed.filter((script) => !firstScripts.test(script));
}

const firstScripts = /^assets\/(rolldown-runtime|libraries|shop)-/;

/**
 * What every page needs comes in two scripts instead of a dozen small ones: the libraries, which stay in the browser's
 * cache over most releases, and the frame of the shop. Pages and what only some of them share are split as usual.
 */
function firstLoad() {
  const entry = inProject('web/main.tsx');
  const named =
    (name: string, isLibrary: boolean) => (id: string, graph: Rolldown.ChunkingContext) =>
      id.includes('/node_modules/') === isLibrary && isNeededAtOnce(id, graph) ? name : null;
  const needed = new Set<string>();

  function isNeededAtOnce(id: string, graph: Rolldown.ChunkingContext): boolean {
    if (needed.size === 0) follow(entry, graph);
    // The entry keeps a script of its own, by which the manifest knows where to begin.
    return id !== entry && needed.has(id);
  }

  function follow(id: string, graph: Rolldown.ChunkingContext): void {
    if (needed.has(id)) return;
    needed.add(id);
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) follow(next, graph);
  }

  return [
    { debugName: 'libraries', name: named('libraries', true), priority: 2 },
    { debugName: 'shop', name: named('shop', false), priority: 1 },
  ];
}

/** Puts a literal in the place of `contract/call-addresses.ts`: the schemas behind it stay out of the browser's scripts. */
const callAddresses = {
  name: 'call-addresses',
  load(id: string) {
    if (id !== inProject('contract/call-addresses.ts')) return null;
    // By method, which takes less than each call with its own.
    const byMethod: Record<string, Record<string, string>> = {};
    for (const [name, { method, path }] of Object.entries(calls)) {
      byMethod[method] = { ...byMethod[method], [name]: path };
    }
    return `export const addresses = {};
for (const [method, paths] of Object.entries(${JSON.stringify(byMethod)})) {
  for (const [name, path] of Object.entries(paths)) addresses[name] = { method, path };
}`;
  },
};

/** Puts into the template what has to run before the first paint. */
const boot = {
  name: 'boot',
  transformIndexHtml: {
    order: 'pre' as const,
    handler: (html: string) => html.replace('<!--boot-->', () => bootHtml),
  },
};

/**
 * Pages arrive rendered, so their scripts come after the first paint: before it, 130 kB of them would share a slow network
 * with the style, the fonts and the pictures that the paint waits for (docs/performance.md).
 */
const scriptsLast = {
  name: 'scripts-last',
  apply: 'build' as const,
  transformIndexHtml: {
    order: 'post' as const,
    handler(html: string) {
      const [entry, path = ''] =
        /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(html) ?? [];
      if (!entry) throw new Error('The template loads no script');
      const preload = /\n *<link rel="modulepreload"[^>]* href="([^"]+)">/g;
      const early = [...html.matchAll(preload)].map(([, needed = '']) => needed);
      return html
        .replaceAll(preload, '')
        .replace(entry, () => `<script>${startAfterPaint(path, early)}</script>`);
    },
  },
};

/**
 * Every page begins with a heading, and the largest paint of most is one: its font is asked for with the style instead of
 * after it.
 */
const headingFont = {
  name: 'heading-font',
  apply: 'build' as const,
  transformIndexHtml: {
    order: 'post' as const,
    handler(html: string, { bundle = {} }: { bundle?: Record<string, unknown> }) {
      const font = Object.keys(bundle).find((file) => /fraunces-latin-wonk.*\.woff2$/.test(file));
      if (!font) throw new Error('The headings have no font');
      const preload = `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`;
      return html.replace('<link rel="stylesheet"', (link) => `${preload}\n    ${link}`);
    },
  },
};

import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootHtml } from './web/layout/boot.ts';

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The pages: for the browser, for the server that renders them (`build.ssr`), and while developing. */
export default defineConfig(({ isSsrBuild }) => ({
  root: inProject('web'),
  plugins: [react(), tailwindcss(), boot],
  // React picks its quick half by this, and nothing of a built page may depend on how the server was started.
  ...(isSsrBuild && {
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
  }),
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
    // The Content-Security-Policy takes no `data:` but for pictures, and a file of its own is cached for good.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
}));

/** Puts into the template what has to run before the first paint. */
const boot = {
  name: 'boot',
  transformIndexHtml: {
    order: 'pre' as const,
    handler: (html: string) => html.replace('<!--boot-->', () => bootHtml),
  },
};

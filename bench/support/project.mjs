import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

/** The project's folder, without a slash at the end. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * Lets a benchmark use modules of the server as they are written, without a build of its own. `load` takes a path from
 * the project's folder. `close` comes last: modules that were loaded are of no use after it.
 */
export async function openModules() {
  const vite = await createServer({
    root: projectFolder,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    cacheDir: 'node_modules/.vite-bench',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  return {
    /** @param {string} path */
    load: (path) => vite.ssrLoadModule(`/${path}`),
    close: () => vite.close(),
  };
}

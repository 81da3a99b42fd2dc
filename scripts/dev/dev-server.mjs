import { createServer as createListener } from 'node:net';
import { join, relative } from 'node:path';
import { createServer } from 'vite';

/** The server restarts when a source in these folders changes; Vite reloads the pages. */
const serverFolders = ['server', 'contract', 'demo'];
const testFiles = /\.test\.ts$|^server\/testing\//;
/** Editors save in several steps, and search-and-replace changes many files: one restart for all of them. */
const debounceMs = 80;

/** @typedef {{ name: string, url: string, stop: () => Promise<void> }} DevServer */

/**
 * Starts Vite in this process and the server through it, and restarts the server when its sources change.
 * @param {string} project
 * @returns {Promise<() => Promise<void>>} stops both
 */
export async function startDevServer(project) {
  const vite = await createServer({
    configFile: join(project, 'vite.config.ts'),
    appType: 'custom',
    clearScreen: false,
    // Two development servers could not run together with its default port for hot reloading.
    server: { middlewareMode: true, ws: { port: await freePort() } },
  });
  /** @type {DevServer | undefined} */
  let running;
  let isStopped = false;

  async function start() {
    const { startDevelopment } = await vite.ssrLoadModule(join(project, 'server/dev.ts'));
    /** @type {DevServer} */
    const started = await startDevelopment({ vite });
    running = started;
    process.stdout.write(`${started.name} is open at ${started.url}\n`);
    // With PORT=0 a restart takes the same port again, because open pages have its address.
    process.env.PORT = new URL(started.url).port;
  }

  async function stop() {
    const stopping = running;
    running = undefined;
    await stopping?.stop();
  }

  async function restart() {
    try {
      await stop();
      if (!isStopped) await start();
    } catch (error) {
      printError(error);
    }
  }

  /** @param {unknown} thrown */
  function printError(thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    vite.ssrFixStacktrace(error);
    const isPrinted = vite.config.logger.hasErrorLogged(error);
    const details = isPrinted ? '' : `${error.stack}\n`;
    process.stderr.write(
      `${details}The server did not start; it restarts after the next change.\n`,
    );
  }

  try {
    await start();
  } catch (error) {
    await vite.close();
    throw error;
  }
  const restartsDone = restartOnChanges(vite.watcher, project, restart);
  return async () => {
    isStopped = true;
    await restartsDone();
    await stop().finally(() => vite.close());
  };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const listener = createListener().once('error', reject);
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      listener.close(() => resolve(port));
    });
  });
}

/**
 * @param {import('vite').ViteDevServer['watcher']} watcher
 * @param {string} project
 * @param {() => Promise<void>} restart never runs twice at a time
 * @returns {() => Promise<void>} resolves when the restarts that were requested are done
 */
function restartOnChanges(watcher, project, restart) {
  /** @type {NodeJS.Timeout | undefined} */
  let debounce;
  let restarts = Promise.resolve();
  watcher.add(serverFolders.map((folder) => join(project, folder)));
  watcher.on('all', (event, path) => {
    const name = relative(project, path).replaceAll('\\', '/');
    const [folder = ''] = name.split('/');
    const isSource =
      serverFolders.includes(folder) && name.endsWith('.ts') && !testFiles.test(name);
    if (!isSource || event === 'addDir' || event === 'unlinkDir') return;
    clearTimeout(debounce);
    debounce = setTimeout(() => {
      process.stdout.write(`${name} changed, restarting the server\n`);
      restarts = restarts.then(restart);
    }, debounceMs);
  });
  return () => restarts;
}

import { createServer as createListener } from 'node:net';
import { join, relative, sep } from 'node:path';
import { createServer } from 'vite';
import { mendDriver, mendedPackages } from '../build/mend-driver.mjs';

/** Changes in these folders mean a new server; the pages renew themselves. */
const serverFolders = ['server', 'contract', 'demo'];
const onlyTests = /\.test\.ts$|^server\/testing\//;
/** Editors save in several steps, and a search-and-replace touches many files: one restart is enough. */
const settleMs = 80;

/**
 * Starts Vite inside this process and the server through it, and starts the server again whenever its sources change.
 * @param {string} project
 * @returns {Promise<() => Promise<void>>} stops both
 */
export async function serveWhileWriting(project) {
  const vite = await createServer({
    configFile: join(project, 'vite.config.ts'),
    appType: 'custom',
    clearScreen: false,
    plugins: [mendDriver()],
    ssr: { noExternal: mendedPackages },
    server: { middlewareMode: true, ws: { port: await freePort() } },
  });
  const entry = join(project, 'server/dev.ts');
  /** @type {{ url: string, stop: () => Promise<void> } | undefined} */
  let running;
  let isOver = false;

  async function start() {
    const { startDevelopment } = await vite.ssrLoadModule(entry);
    /** @type {{ url: string, stop: () => Promise<void> }} */
    const opened = await startDevelopment({ vite });
    running = opened;
    process.stdout.write(`Reprise is open at ${opened.url}\n`);
    // Where a free port was asked for, the next start takes the same: the pages that are open lead there.
    process.env.PORT = new URL(opened.url).port;
  }

  async function stop() {
    const stopping = running;
    running = undefined;
    await stopping?.stop();
  }

  async function restart() {
    try {
      await stop();
      if (!isOver) await start();
    } catch (error) {
      tell(error);
    }
  }

  /** @param {unknown} error */
  function tell(error) {
    const fault = error instanceof Error ? error : new Error(String(error));
    vite.ssrFixStacktrace(fault);
    // Vite has printed those that it met itself.
    const words = vite.config.logger.hasErrorLogged(fault) ? '' : `${fault.stack}\n`;
    process.stderr.write(`${words}The server does not start; the next change tries again.\n`);
  }

  try {
    await start();
  } catch (error) {
    await vite.close();
    throw error;
  }
  const restarts = watchSources(vite.watcher, project, restart);
  return async () => {
    isOver = true;
    await restarts();
    await stop().finally(() => vite.close());
  };
}

/**
 * Vite tells the pages what changed through a port of its own, always the same; two shops could not be written at once.
 * @returns {Promise<number>}
 */
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
 * @returns {() => Promise<void>} waits for those that are under way
 */
function watchSources(watcher, project, restart) {
  /** @type {NodeJS.Timeout | undefined} */
  let settling;
  let restarted = Promise.resolve();
  watcher.add(serverFolders.map((folder) => join(project, folder)));
  watcher.on('all', (event, path) => {
    const name = relative(project, path).split(sep).join('/');
    const [floor = ''] = name.split('/');
    const isSource = serverFolders.includes(floor) && /\.ts$/.test(name) && !onlyTests.test(name);
    if (!isSource || event === 'addDir' || event === 'unlinkDir') return;
    clearTimeout(settling);
    settling = setTimeout(() => {
      process.stdout.write(`${name} changed, the server starts again\n`);
      restarted = restarted.then(restart);
    }, settleMs);
  });
  return () => restarted;
}

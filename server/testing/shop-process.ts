import cluster from 'node:cluster';
import { join } from 'node:path';
import { readConfig } from '../config/config.ts';
import type { LoadedShop } from '../core/loaded-shop.ts';
import { createLog } from '../core/log.ts';
import type { PageSource } from '../http/pages/page-source.ts';
import { startShop } from '../startup/start-shop.ts';
import { stopOnSignals } from '../startup/stop-on-signals.ts';
import { readWorkerOrder, serveAsWorker } from '../startup/worker.ts';
import { startWorkers } from '../startup/worker-processes.ts';

/*
 * A program that tests start and kill: the whole shop with the sandbox and the scheduled jobs, and settings as JSON. Its
 * pages are minimal, so that it needs no build of the web application. It prints the URL at which it listens, and 'closed'
 * after SIGTERM. With SERVERS it serves from several processes.
 */
const [project = '', settings = '{}'] = process.argv.slice(2);

/** A process that has ended is started again soon. */
const restartMs = 20;
const order = cluster.isWorker ? readWorkerOrder(process.env.REPRISE_WORKER) : undefined;
const config = readConfig({
  PORT: '0',
  DEMO: '0',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
  ...JSON.parse(settings),
  ...order?.settings,
});
const log = createLog(config.logLevel);
const pages: PageSource = {
  inline: { scripts: [], styles: [] },
  render: async () => ({ status: 200, html: '<!doctype html><title>Shop</title>' }),
};
const files = {
  dist: join(project, 'dist'),
  texts: join(project, 'dist/texts'),
  migrations: join(project, 'server/database/migrations'),
  demoPictures: join(project, 'demo/pictures'),
  demoClips: join(project, 'demo/clips'),
};

const start = (loaded?: LoadedShop) =>
  startShop({
    loaded,
    config,
    files,
    pages,
    // With SERVERS the response cache is in use, which development does without.
    webFolder: config.servers > 1 ? files.migrations : undefined,
    isWorker: order !== undefined,
    log: order ? log.child({ worker: order.number }) : log,
  });

if (order) await serveAsWorker(start);
else {
  const gaveUp = () => process.exit(1);
  const program = import.meta.filename;
  const shop =
    config.servers > 1
      ? await startWorkers({ config, log, program, gaveUp, restartMs })
      : await start();
  const stopped = () => process.stdout.write('closed\n');
  stopOnSignals(shop, { drainSeconds: config.drainSeconds, stopped });
  process.stdout.write(`${shop.url}\n`);
}

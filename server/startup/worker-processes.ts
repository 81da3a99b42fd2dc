import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { StartupError } from '../core/startup-error.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { metricsSettings, requireFreePort, toUrl } from './listen-address.ts';
import type { RunningShop } from './start-shop.ts';
import type { GivenShop, Opened, WorkerOrder, WorkerReport } from './worker.ts';

interface WorkersOptions {
  config: Config;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Path of the program that each process runs: it calls `serveAsWorker`. */
  program: string;
  /** Called when all processes keep failing, after everything has been closed. */
  gaveUp: () => void;
  /** The wait before the first restart; it doubles with each failure, up to 30 s. */
  restartMs?: number;
}

/** So many failures in a row of each process, and the shop gives up. */
const maxFailures = 5;
const longestRestartMs = 30_000;
/** A process that has served for so long has not failed at starting. */
const steadyMs = 60_000;
/** A transaction that holds its connection waits for no second one; this leaves room for the jobs beside the requests. */
const leastPoolSize = 3;

/**
 * Serves the shop from `config.servers` processes that share its port (docs/decisions/0032-one-process-per-core.md). This process starts
 * the embedded PostgreSQL and the others, and does no work of the shop. The first process starts alone, so that the database
 * is migrated once and a fault is reported once. It loads the shop from its folder, and all later ones are given that one: a
 * folder that is edited in the meantime counts from the next start of the whole shop. One that ends is started again, after 1, 2, 4 seconds and so on.
 * @returns when the first process serves
 * @throws StartupError when the first process could not start
 */
export async function startWorkers(options: WorkersOptions): Promise<RunningShop> {
  const { config, program } = options;
  await requireFreePorts(config);
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedDatabase({ dataDir: config.dataDir, log: options.log })
      : null;
  cluster.setupPrimary({
    exec: program,
    execArgv: [...process.execArgv, '--enable-source-maps'],
    // The loaded shop has files and maps.
    serialization: 'advanced',
  });
  const given: GivenShop = { shop: undefined };
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  const slots = Array.from({ length: config.servers }, (_, index) => {
    const order = orderFor(config, databaseUrl, index + 1);
    return new Slot(order, { ...options, given }, () => considerGivingUp());
  });
  const drain = () => {
    for (const slot of slots) slot.drain();
  };
  const close = async () => {
    await Promise.all(slots.map((slot) => slot.close()));
    await embedded?.stop();
  };
  async function considerGivingUp(): Promise<void> {
    if (!slots.every(({ failures }) => failures >= maxFailures)) return;
    options.log.error(`The processes of the shop ended ${maxFailures} times in a row; it stops`);
    await close();
    options.gaveUp();
  }

  try {
    const [first, ...others] = slots;
    const opened = (await first?.start()) ?? { name: 'The shop', warnings: [], url: toUrl(config) };
    for (const slot of others) slot.run();
    return { ...opened, metricsUrl: undefined, drain, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function requireFreePorts({ host, port, metrics, servers }: Config): Promise<void> {
  await requireFreePort({ host, port });
  if (!metrics?.port) return;
  for (let index = 0; index < servers; index += 1) {
    await requireFreePort({ ...metrics, port: metrics.port + index }, metricsSettings);
  }
}

/** The settings in which a process differs from this one. */
function orderFor(config: Config, databaseUrl: string, number: number): WorkerOrder {
  const { servers, databasePoolSize, metrics, demo } = config;
  const poolSize = Math.max(leastPoolSize, Math.floor(databasePoolSize / servers));
  return {
    number,
    settings: {
      DATABASE_URL: databaseUrl,
      // Its default depends on whether DATABASE_URL is set.
      DEMO: demo ? '1' : '0',
      DATABASE_POOL_SIZE: String(poolSize),
      // What `auto` means must not change between the start of the first and of the last.
      SERVERS: String(servers),
      // Counters of several processes cannot be added up when one of them starts again, so each is read by itself.
      ...(metrics?.port && { METRICS_PORT: String(metrics.port + number - 1) }),
    },
  };
}

interface SlotOptions extends WorkersOptions {
  /** Shared by all slots. */
  given: GivenShop;
}

/** The place of one process, which is taken by the next one when it ends. */
class Slot {
  /** The number of times in a row that its process has ended without serving for a minute. */
  failures = 0;
  readonly #order: WorkerOrder;
  readonly #options: SlotOptions;
  readonly #failed: () => void;
  #worker: Worker | undefined;
  #isOpen = false;
  #ended: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #steadyTimer: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(order: WorkerOrder, options: SlotOptions, failed: () => void) {
    this.#order = order;
    this.#options = options;
    this.#failed = failed;
  }

  /** @returns what its first process has opened, when it serves. @throws StartupError when that one ends before it does */
  start(): Promise<Opened> {
    return new Promise((opened, failed) => this.#fork({ opened, failed }));
  }

  run(): void {
    this.#fork();
  }

  drain(): void {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    this.#send('drain');
  }

  /** Lets the process finish its requests. One that is still starting has none and is killed. */
  async close(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    if (this.#isOpen) this.#send('close');
    else this.#worker?.process.kill('SIGKILL');
    await this.#ended;
  }

  #send(order: 'drain' | 'close' | GivenShop): void {
    // A process that has just ended takes no message; its end is handled by itself.
    this.#worker?.send(order, undefined, () => undefined);
  }

  #fork(first?: { opened: (opened: Opened) => void; failed: (error: Error) => void }): void {
    const { log, given } = this.#options;
    const { number } = this.#order;
    const worker = cluster.fork({ REPRISE_WORKER: JSON.stringify(this.#order) });
    let fault: Error | undefined;
    let isOpen = false;
    this.#worker = worker;
    worker.on('message', (report: WorkerReport) => {
      if (report.kind === 'starting') this.#send(given);
      if (report.kind === 'failed') fault = new StartupError(report.message, report.remedy);
      if (report.kind !== 'open') return;
      isOpen = true;
      given.shop ??= report.shop;
      this.#opened();
      log.info({ worker: number, workerPid: worker.process.pid }, 'A process of the shop serves');
      first?.opened(report.opened);
    });
    worker.on('error', (err) => log.warn({ err, worker: number }, 'A process of the shop failed'));
    this.#ended = once(worker, 'exit').then(([code, signal]) => {
      this.#worker = undefined;
      this.#isOpen = false;
      clearTimeout(this.#steadyTimer);
      const error = fault ?? endedEarly(signal || `exit code ${code}`);
      if (first && !isOpen) first.failed(error);
      else if (!this.#isStopping) {
        this.#restart({ code, signal, ...(!isOpen && { reason: error.message }) });
      }
    });
  }

  #opened(): void {
    this.#isOpen = true;
    this.#steadyTimer = setTimeout(() => {
      this.failures = 0;
    }, steadyMs).unref();
  }

  #restart(how: { code: number | null; signal: string | null; reason?: string }): void {
    const { log, restartMs = 1_000 } = this.#options;
    this.failures += 1;
    const waitMs = Math.min(longestRestartMs, restartMs * 2 ** (this.failures - 1));
    const worker = this.#order.number;
    log.error({ worker, ...how, waitMs }, 'A process of the shop ended and is started again');
    this.#timer = setTimeout(() => this.#fork(), waitMs);
    this.#failed();
  }
}

function endedEarly(how: string): StartupError {
  return new StartupError(
    `A process of the shop ended while it was starting (${how}).`,
    'What it printed above says why.',
  );
}

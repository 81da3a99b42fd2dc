import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import type { Config } from '../config/config.ts';
import { systemClock } from '../core/clock.ts';
import { StartupError } from '../core/startup-error.ts';
import { openDatabase } from '../database/connection.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import type { Sql } from '../database/sql.ts';
import { type WatchDeps, watchCatalogue } from '../features/products/catalogue-changes.ts';
import { readSharedSecret } from '../features/session/read-shared-secret.ts';
import { findUser } from '../features/users/find-user.ts';
import { createCallers } from '../http/api/caller.ts';
import { ResponseCache } from '../http/cache/response-cache.ts';
import type { PageSource } from '../http/pages/page-source.ts';
import { type Jobs, startJobs } from '../jobs/jobs.ts';
import type { ServedIdentityProvider } from '../providers/identity/port.ts';
import { createCardProvider } from './create-card-provider.ts';
import { createIdentityProvider } from './create-identity-provider.ts';
import { createImageHost } from './create-image-host.ts';
import { createMailProvider } from './create-mail-provider.ts';
import { requireFreePort, toListenError, toUrl } from './listen-address.ts';
import type { ProjectFiles } from './project-files.ts';

export interface ShopOptions {
  config: Config;
  log: Logger;
  files: ProjectFiles;
  pages: PageSource;
  /** Folder of the built scripts and styles; undefined while the bundler serves them. */
  webFolder: string | undefined;
  /** Development: something that answers before the app does. */
  before?: (app: FastifyInstance) => void;
  /** Time that requests have to finish once closing began; by default 10 s. */
  finishWithinMs?: number;
}

export interface RunningShop {
  /** Where it listens. */
  url: string;
  /** Finishes what is under way and closes everything in order. */
  close(): Promise<void>;
}

/** Where Google keeps the pictures of its people. */
const googlePictures = 'https://*.googleusercontent.com';

const answerMemoryBytes = 64 * 1024 * 1024;

/**
 * Opens the shop: database, pictures, catalogue, app, jobs. When one of them cannot start, those before it are closed
 * again.
 * @throws StartupError when the operator can do something about it
 */
export async function startShop(deps: ShopOptions): Promise<RunningShop> {
  const closers: Closers = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return { url: await openWith(deps, closers), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Closers = (() => Promise<unknown>)[];

async function openWith(
  { config, log, files, pages, webFolder, before, finishWithinMs = 10_000 }: ShopOptions,
  closers: Closers,
): Promise<string> {
  const clock = systemClock;
  const place = { host: config.host, port: config.port };
  await requireFreePort(place);
  const { databaseUrl, database } = await openData({ config, log, files }, closers);
  const { sql } = database;

  let url = toUrl(place);
  const origin = () => config.publicUrl ?? url;
  const { imageHost, hosting, pictureOrigins } = await createImageHost(config);
  const mail = await createMailProvider({ config, clock, log }, closers);
  const identity = await createIdentityProvider(
    { config, database, clock, log, mail, pictureOrigins, url: () => url },
    closers,
  );
  const cards = await createCardProvider({ config, database, clock, log, url: () => url }, closers);
  if (config.demo) await fillDemo({ database, imageHost, clock, origin, files, log, identity });
  else if (config.production) await requireNoDemo(sql);
  const developing = webFolder === undefined;
  const memory = await rememberCatalogue({ sql, log, developing }, closers);

  // Jobs start last, so that they keep nobody waiting, and stop after the app.
  let jobs: Jobs | undefined;
  closers.push(async () => jobs?.stop());

  const secret = config.tokenSecret ?? (await readSharedSecret(sql, 'access-token', clock.now()));
  let isStopping = false;
  const app = await createApp({
    ...{ log, clock, database, ...memory, imageHost, identity, cards },
    ...{ pages, webFolder, origin, before },
    callers: createCallers({ secret, clock, findUser: (id) => findUser(sql, id) }),
    adminEmails: config.adminEmails,
    bookingHoldHours: config.bookingHoldHours,
    hosting,
    pictureOrigins: [
      ...(config.google || config.firebase ? [googlePictures] : []),
      ...pictureOrigins,
    ],
    isStopping: () => isStopping,
    https: config.publicUrl?.startsWith('https:') ?? false,
    developing,
    rateLimits: config.rateLimits,
    trustProxy: config.trustProxy,
  });
  closers.push(() => closeApp(app, finishWithinMs));
  url = await listen(app, place);

  const workers = { imageHost, identity, cards, mail };
  jobs = await startJobs({ databaseUrl, database, ...workers, origin, clock, log });
  closers.push(async () => {
    isStopping = true;
  });
  return url;
}

/** The database, brought up to date: the one that is configured, or the one in the data folder. */
async function openData(
  { config, log, files }: Pick<ShopOptions, 'config' | 'log' | 'files'>,
  closers: Closers,
) {
  let databaseUrl = config.databaseUrl;
  if (databaseUrl === undefined) {
    const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir, log });
    closers.push(embedded.stop);
    databaseUrl = embedded.url;
  }
  const database = await openDatabase({ url: databaseUrl, poolSize: config.databasePoolSize }, log);
  closers.push(database.close);
  await migrate(database, files.migrations);
  return { databaseUrl, database };
}

/** The memory of answers, and the watch that keeps it true. A page whose sources change under it is not remembered. */
async function rememberCatalogue(
  { developing, ...deps }: Omit<WatchDeps, 'listener'> & { developing: boolean },
  closers: Closers,
) {
  const answers = new ResponseCache({
    isCurrent: () => !developing && catalogue.isCurrent(),
    maxBytes: answerMemoryBytes,
  });
  const catalogue = watchCatalogue({ ...deps, listener: answers });
  closers.push(catalogue.stop);
  await catalogue.start();
  return { answers, catalogue };
}

/** @returns the address, with the port that was found when any free one was asked for */
async function listen(app: FastifyInstance, place: { host: string; port: number }) {
  await app.listen(place).catch((error) => {
    throw toListenError(error, place);
  });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : place.port;
  return toUrl({ host: place.host, port });
}

/** A connection that was busy when closing began turns idle later, and would stay open until its time is up. */
async function closeApp(app: FastifyInstance, finishWithinMs: number): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  // One slow sender must not cost the rest its orderly end: the database is stopped after the app.
  const cut = setTimeout(() => app.server.closeAllConnections(), finishWithinMs);
  await app.close().finally(() => {
    clearInterval(sweep);
    clearTimeout(cut);
  });
}

/**
 * A demo shop that goes live would sell instruments that do not exist, with accounts whose password everybody knows.
 * @throws StartupError
 */
async function requireNoDemo(sql: Sql): Promise<void> {
  const [demo] = await sql`select from shared_secrets where name = 'demo-catalogue'`;
  if (!demo) return;
  throw new StartupError(
    'This database holds the demo catalogue, and NODE_ENV=production is for a real shop.',
    'Choose another DATA_DIR or DATABASE_URL, or say DEMO=1 to show the demo all the same.',
  );
}

async function fillDemo({
  files,
  log,
  identity,
  ...deps
}: Omit<Parameters<typeof import('../../demo/seed.ts').fillDemo>[0], 'pictureFolder'> & {
  files: ProjectFiles;
  log: Logger;
  identity: ServedIdentityProvider;
}): Promise<void> {
  // Only a demo shop loads the demo catalogue.
  const demo = await import('../../demo/seed.ts');
  const filled = await demo.fillDemo({ ...deps, pictureFolder: files.demoPictures });
  if (filled) log.info('The demo catalogue is in');
  // Whoever hosts the identities decides what accounts there are.
  const { createPasswordIdentity } = identity;
  if (!createPasswordIdentity) return;
  const { fillDemoIdentities } = await import('../../demo/identities.ts');
  await fillDemoIdentities({ sql: deps.database.sql, createPasswordIdentity });
}

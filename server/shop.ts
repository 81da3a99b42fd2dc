import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database/connection.ts';
import { startEmbeddedDatabase } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { AnswerCache } from './http/answer-cache.ts';
import { createCallers } from './http/caller.ts';
import type { PageSource } from './http/page-source.ts';
import { type Jobs, startJobs } from './jobs/jobs.ts';
import { addressOf, listenFault, requireFreePort } from './listening.ts';
import { openCards } from './open-cards.ts';
import { openIdentity } from './open-identity.ts';
import { openImages } from './open-images.ts';
import { openMail } from './open-mail.ts';
import { type WatchParts, watchCatalogue } from './products/catalogue.ts';
import type { ProjectFiles } from './project-files.ts';
import type { ServedIdentityProvider } from './providers/identity/port.ts';
import { sharedSecret } from './session/shared-secret.ts';
import { StartFault } from './start-fault.ts';
import { findUser } from './users/users.ts';

export interface ShopParts {
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

export interface OpenShop {
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
 * @throws StartFault when the operator can do something about it
 */
export async function openShop(parts: ShopParts): Promise<OpenShop> {
  const closers: Closers = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return { url: await openWith(parts, closers), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Closers = (() => Promise<unknown>)[];

async function openWith(
  { config, log, files, pages, webFolder, before, finishWithinMs = 10_000 }: ShopParts,
  closers: Closers,
): Promise<string> {
  const clock = systemClock;
  const place = { host: config.host, port: config.port };
  await requireFreePort(place);
  const { databaseUrl, database } = await openData({ config, log, files }, closers);
  const { sql } = database;

  let url = addressOf(place);
  const origin = () => config.publicUrl ?? url;
  const { imageHost, hosting, pictureOrigins } = await openImages(config);
  const mail = await openMail({ config, clock, log }, closers);
  const identity = await openIdentity(
    { config, database, clock, log, mail, pictureOrigins, url: () => url },
    closers,
  );
  const cards = await openCards({ config, database, clock, log, url: () => url }, closers);
  if (config.demo) await fillDemo({ database, imageHost, clock, origin, files, log, identity });
  else if (config.production) await requireNoDemo(sql);
  const developing = webFolder === undefined;
  const memory = await rememberCatalogue({ sql, log, developing }, closers);

  // Jobs start last, so that they keep nobody waiting, and stop after the app.
  let jobs: Jobs | undefined;
  closers.push(async () => jobs?.stop());

  const secret = config.tokenSecret ?? (await sharedSecret(sql, 'access-token', clock.now()));
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
  { config, log, files }: Pick<ShopParts, 'config' | 'log' | 'files'>,
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
  { developing, ...parts }: Omit<WatchParts, 'listener'> & { developing: boolean },
  closers: Closers,
) {
  const answers = new AnswerCache({
    isCurrent: () => !developing && catalogue.isCurrent(),
    maxBytes: answerMemoryBytes,
  });
  const catalogue = watchCatalogue({ ...parts, listener: answers });
  closers.push(catalogue.stop);
  await catalogue.start();
  return { answers, catalogue };
}

/** @returns the address, with the port that was found when any free one was asked for */
async function listen(app: FastifyInstance, place: { host: string; port: number }) {
  await app.listen(place).catch((error) => {
    throw listenFault(error, place);
  });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : place.port;
  return addressOf({ host: place.host, port });
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
 * @throws StartFault
 */
async function requireNoDemo(sql: Sql): Promise<void> {
  const [demo] = await sql`select from shared_secrets where name = 'demo-catalogue'`;
  if (!demo) return;
  throw new StartFault(
    'This database holds the demo catalogue, and NODE_ENV=production is for a real shop.',
    'Choose another DATA_DIR or DATABASE_URL, or say DEMO=1 to show the demo all the same.',
  );
}

async function fillDemo({
  files,
  log,
  identity,
  ...parts
}: Omit<Parameters<typeof import('../demo/seed.ts').fillDemo>[0], 'pictureFolder'> & {
  files: ProjectFiles;
  log: Logger;
  identity: ServedIdentityProvider;
}): Promise<void> {
  // Only a demo shop loads the demo catalogue.
  const demo = await import('../demo/seed.ts');
  const filled = await demo.fillDemo({ ...parts, pictureFolder: files.demoPictures });
  if (filled) log.info('The demo catalogue is in');
  // Whoever hosts the identities decides what accounts there are.
  const { createPasswordIdentity } = identity;
  if (!createPasswordIdentity) return;
  const { fillDemoIdentities } = await import('../demo/identities.ts');
  await fillDemoIdentities({ sql: parts.database.sql, createPasswordIdentity });
}

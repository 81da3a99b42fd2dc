import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { hasPart } from '#contract/shop/shop-parts.ts';
import { createApp } from '../app.ts';
import type { Config } from '../config/config.ts';
import { loadLanguages, withOffers } from '../config/shop/load-languages.ts';
import { loadShop } from '../config/shop/load-shop.ts';
import { systemClock } from '../core/clock.ts';
import { isDiskFull } from '../core/disk-full.ts';
import type { LoadedShop } from '../core/loaded-shop.ts';
import { createSecurityLog } from '../core/security-log.ts';
import type { LoadedLanguage } from '../core/shop-language.ts';
import { StartupError } from '../core/startup-error.ts';
import { tracedCalls } from '../core/tracing.ts';
import { createAlertLinks } from '../features/alerts/alert-links.ts';
import { createSaleCodes } from '../features/bookings/sale-codes.ts';
import { createEvidenceLinks } from '../features/images/evidence-links.ts';
import { createKeyStore } from '../features/keys/find-key.ts';
import { mailBrandOf } from '../features/mails/mail-brand.ts';
import { createDetailsSeal } from '../features/payouts/payout-details.ts';
import { createPhotoCodes } from '../features/products/code-photo.ts';
import { createSerialNumbers } from '../features/products/serial-numbers.ts';
import { readSharedSecret } from '../features/session/read-shared-secret.ts';
import { findUser } from '../features/users/find-user.ts';
import { createWebhookSeal } from '../features/webhooks/webhook-secrets.ts';
import { createCallers } from '../http/api/caller.ts';
import type { PageSource } from '../http/pages/page-source.ts';
import { type Jobs, startJobs } from '../jobs/jobs.ts';
import {
  sendMailsAfterCommits,
  sendWebhooksAfterCommits,
} from '../jobs/outbox/send-after-commit.ts';
import type { MetricsDeps } from '../metrics/start-metrics.ts';
import { createPictureFetcher } from '../providers/images/fetch/picture-fetcher.ts';
import { createWebPushSender } from '../providers/push/web-push-sender.ts';
import { createWebhookSender } from '../providers/webhooks/webhook-sender.ts';
import { moveCategories } from '../workflows/move-categories.ts';
import { moveKinds } from '../workflows/move-kinds.ts';
import {
  commissionOfShop,
  withCatalogue,
  withCurrency,
  withDemo,
  withInvoices,
  withoutParts,
  withReturnDays,
} from './apply-shop.ts';
import { createBalance, createCardProvider } from './create-card-provider.ts';
import { createIdentityProvider } from './create-identity-provider.ts';
import { createClipStore, createImageHost } from './create-image-host.ts';
import { createMailProvider } from './create-mail-provider.ts';
import { createPayoutProvider } from './create-payout-provider.ts';
import { requireNoDemo, seedDemoShop } from './demo.ts';
import { findLaunchSteps } from './find-launch-steps.ts';
import { findWarnings } from './find-warnings.ts';
import { metricsSettings, requireFreePort, toListenError, toUrl } from './listen-address.ts';
import { openMigratedDatabase } from './open-database.ts';
import type { ProjectFiles } from './project-files.ts';
import { requireCurrency } from './require-currency.ts';
import { registerServer } from './running-servers.ts';
import { readSealingSecrets } from './sealing-secrets.ts';
import { closeApp, listen } from './serve-app.ts';
import { startResponseCaches } from './start-response-caches.ts';

export interface ShopOptions {
  config: Config;
  log: Logger;
  files: ProjectFiles;
  pages: PageSource;
  /** Folder of the built scripts and styles; undefined while the bundler serves them. */
  webFolder: string | undefined;
  /** Whether this is one of several processes that share the port; the primary one has checked that it is free. */
  isWorker?: boolean;
  /** The shop that other processes serve already; by default it is loaded from its folder. */
  loaded?: LoadedShop | undefined;
  /** Development: registers the bundler's middleware before the routes. */
  before?: (app: FastifyInstance) => void;
  /** The time that running requests may take to finish after closing started; by default 10 s. */
  finishWithinMs?: number;
}

export interface RunningShop {
  /** The name of the shop. */
  name: string;
  /** What its operator should know, one sentence each. */
  warnings: readonly string[];
  /** The URL that the server listens on. */
  url: string;
  /** The address at which Prometheus reads the metrics; undefined when there are none. */
  metricsUrl: string | undefined;
  /**
   * Lets readiness fail from now on while requests are served as before, each on a connection that is closed after it. So
   * load balancers and clients turn to other servers.
   */
  drain(): void;
  /** Lets running requests finish, then closes everything in reverse order of starting. */
  close(): Promise<void>;
}

export interface StartedShop extends RunningShop {
  /** The shop as it was loaded from its folder, for other processes. */
  loaded: LoadedShop;
}

/** Profile pictures of Google accounts. */
const googlePictureOrigin = 'https://*.googleusercontent.com';

/**
 * Starts the server: database, providers, demo catalogue, response cache, app, jobs. If one of them cannot start, those
 * before it are closed again.
 * @throws StartupError for faults that the operator can correct
 */
export async function startShop(options: ShopOptions): Promise<StartedShop> {
  const closers: Closers = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  let isDraining = false;
  const drain = () => {
    isDraining = true;
  };
  try {
    const { config } = options;
    const loaded = options.loaded ?? withDemo(await loadShop(config.shopFolder), config);
    const shop = withoutParts(
      withReturnDays(withCatalogue(withCurrency(loaded, config)), config),
      config,
    );
    const { languages, warnings: ofTexts } = await loadLanguages(loaded, {
      textsFolder: options.files.texts,
      config,
    });
    const { warnings, ...urls } = await startInOrder(
      { ...options, shop: withOffers(shop, languages), languages },
      closers,
      () => isDraining,
    );
    // Runs first on closing.
    closers.push(async () => drain());
    const all = { warnings: [...shop.warnings, ...ofTexts, ...warnings] };
    return { name: shop.public.name, loaded, ...all, ...urls, drain, close };
  } catch (error) {
    await close();
    throw isDiskFull(error) && !(error instanceof StartupError)
      ? diskFullAtStart(options.config, error)
      : error;
  }
}

function diskFullAtStart({ dataDir, databaseUrl }: Config, cause: unknown): StartupError {
  const disks = databaseUrl === undefined ? dataDir : `${dataDir}, or that of the database,`;
  return new StartupError(
    `The disk of ${disks} is full.`,
    'Free some space and start again; what was stored is kept.',
    { cause },
  );
}

/** Each step adds how to stop it; they run in reverse order. */
type Closers = (() => Promise<unknown>)[];

async function startInOrder(
  {
    config,
    shop: loaded,
    languages,
    log,
    files,
    pages,
    webFolder,
    isWorker,
    before,
    finishWithinMs = 10_000,
  }: ShopOptions & { shop: LoadedShop; languages: readonly LoadedLanguage[] },
  closers: Closers,
  isDraining: () => boolean,
): Promise<Pick<RunningShop, 'url' | 'metricsUrl' | 'warnings'>> {
  const clock = systemClock;
  const listenAddress = { host: config.host, port: config.port };
  if (!isWorker) {
    await requireFreePort(listenAddress);
    if (config.metrics) await requireFreePort(config.metrics, metricsSettings);
  }
  await startConfiguredTracing({ config, log }, closers);
  const opened = await openMigratedDatabase({ config, log, files }, closers);
  const { database } = opened;
  const { sql } = database;
  const shop = await withInvoices(loaded, sql);
  const warnings = [...opened.warnings, ...(await findWarnings(config, sql))];
  await requireCurrency(database, shop.public.currency.code, clock.now());
  warnings.push(...(await moveCategories(database)), ...(await moveKinds(database)));
  const metricsUrl = await startConfiguredMetrics({ config, database, log }, closers);

  let url = toUrl(listenAddress);
  const origin = () => config.publicUrl ?? url;
  const { imageHost: plainImageHost, hosting, pictureOrigins } = await createImageHost(config);
  const clipStore = tracedCalls('clips', await createClipStore(config), ['store', 'remove']);
  const imageHost = tracedCalls('pictures', plainImageHost, [
    'store',
    'makeAvif',
    'fingerprint',
    'remove',
  ]);
  const mail = tracedCalls(
    'mail server',
    await createMailProvider({ config, clock, log, shopName: shop.public.name }, closers),
    ['send'],
  );
  const sealingSecrets = await readSealingSecrets(config);
  const readSecret = (name: string) => readSharedSecret({ sql, sealingSecrets }, name, clock.now());
  const secret = config.tokenSecret ?? (await readSecret('access-token'));
  // Before this server encrypts with its own secret what another one has to read.
  closers.push((await registerServer({ database, clock }, secret)).stop);
  const securityLog = createSecurityLog({ log, secret });
  const shopName = shop.public.name;
  const shared = { config, shopName, database, clock, log, readSecret, url: () => url };
  const identity = await createIdentityProvider(
    { ...shared, securityLog, pictureOrigins },
    closers,
  );
  const cards = tracedCalls('card provider', await createCardProvider(shared, closers), [
    ...(['createIntent', 'findIntent', 'cancelIntent', 'refund', 'findDispute'] as const),
  ]);
  const payouts = tracedCalls('payout provider', await createPayoutProvider(shared), [
    ...(['send', 'find'] as const),
  ]);
  const balance = await createBalance(config, database);
  if (config.demo)
    await seedDemoShop({ database, imageHost, clipStore, clock, origin, files, log, identity });
  else if (config.production) await requireNoDemo(sql);
  const developing = webFolder === undefined;
  const caches = await startResponseCaches({ database, log, developing }, closers);

  const saleCodes = createSaleCodes(await readSecret('sale-codes'));
  const alertLinks = createAlertLinks(await readSecret('alert-links'));
  const detailsSeal = createDetailsSeal(await readSecret('payout-details'));
  const webhookSeal = createWebhookSeal(await readSecret('webhooks'));
  const pushSender = hasPart(shop.public, 'push')
    ? tracedCalls(
        'push services',
        await createWebPushSender({
          secret: await readSecret('push'),
          origin,
          services: config.pushServices,
        }),
        ['send'],
      )
    : null;
  const brand = mailBrandOf(shop);
  const jobDeps = {
    database,
    imageHost,
    clipStore,
    identity,
    cards,
    payouts,
    balance,
    mail,
    brand,
    languages,
    saleCodes,
    alertLinks,
    sendWebhook: createWebhookSender({ networks: config.webhookNetworks }),
    webhookSeal,
    detailsSeal,
    pushSender,
    origin,
    clock,
    log,
    invoicing: shop.invoices,
    hasReports: hasPart(shop.public, 'reports'),
  };
  closers.push(sendMailsAfterCommits(jobDeps).stop);
  closers.push(sendWebhooksAfterCommits(jobDeps).stop);
  // Jobs start last, so that they do not delay requests, and stop after the app.
  let jobs: Jobs | undefined;
  closers.push(async () => jobs?.stop());

  const app = await createApp({
    log,
    securityLog,
    clock,
    database,
    ...caches,
    imageHost,
    clipStore,
    identity,
    cards,
    payouts,
    detailsSeal,
    webhookSeal,
    pushSender,
    pages,
    shop,
    languages,
    webFolder,
    origin,
    before,
    callers: createCallers({
      secret,
      clock,
      findUser: (id) => findUser(sql, id),
      keys: createKeyStore(sql, log),
      isSessionLive: identity.isSessionLive,
      hasSecondFactor: identity.hasSecondFactor,
      requiresSecondFactor: config.adminSecondFactor === 'required',
    }),
    adminEmails: config.adminEmails,
    securityContact: config.securityContact,
    bookingHoldHours: config.bookingHoldHours,
    commission: commissionOfShop(shop, config),
    withdrawalDays: config.withdrawalDays,
    saleCodes,
    alertLinks,
    serialNumbers: createSerialNumbers(await readSecret('serial-numbers')),
    photoCodes: createPhotoCodes(await readSecret('photo-codes')),
    evidenceLinks: createEvidenceLinks(await readSecret('evidence-links'), clock, origin),
    hosting,
    fetchPicture: createPictureFetcher(),
    pictureOrigins: [
      ...(config.google || config.firebase ? [googlePictureOrigin] : []),
      ...pictureOrigins,
    ],
    isDraining,
    https: config.publicUrl?.startsWith('https:') ?? false,
    hstsSubdomains: config.hstsSubdomains,
    developing,
    rateLimits: config.rateLimits,
    processes: config.servers,
    openCatalogue: config.openCatalogue,
    feedToken: config.feedToken,
    findLaunchSteps: () => findLaunchSteps({ config, shop, sql, at: clock.now() }),
    trustProxy: config.trustProxy,
  });
  closers.push(() => closeApp(app, finishWithinMs));
  url = await listen(app, listenAddress);

  jobs = await startJobs(jobDeps);
  return { url, metricsUrl, warnings };
}

/** Before all that makes spans, and closed after it. */
async function startConfiguredTracing(
  { config: { tracing: settings }, log }: Pick<ShopOptions, 'config' | 'log'>,
  closers: Closers,
): Promise<void> {
  if (!settings) return;
  // Loaded only when it is wanted.
  const { startTracing } = await import('../tracing/start-tracing.ts');
  closers.push(startTracing(settings, log).stop);
}

async function startConfiguredMetrics(
  { config: { metrics: address }, ...deps }: MetricsDeps & { config: Config; log: Logger },
  closers: Closers,
): Promise<string | undefined> {
  if (!address) return undefined;
  // Loaded only when they are wanted.
  const { startMetrics } = await import('../metrics/start-metrics.ts');
  const metrics = await startMetrics(deps, address).catch((error) => {
    throw toListenError(error, address, metricsSettings);
  });
  closers.push(metrics.stop);
  deps.log.info({ url: metrics.url }, 'The metrics are served');
  return metrics.url;
}

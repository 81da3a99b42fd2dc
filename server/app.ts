import { createServer } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { apiBase } from '#contract/constants.ts';
import type { LaunchStep } from '#contract/overview/launch.ts';
import { paths } from '#contract/page-paths.ts';
import type { ShopCommission } from '#contract/payments/commission.ts';
import { hasPart } from '#contract/shop/shop-parts.ts';
import type { Clock } from './core/clock.ts';
import type { CspSources } from './core/csp-sources.ts';
import type { LoadedShop } from './core/loaded-shop.ts';
import type { SecurityLog } from './core/security-log.ts';
import { postsAt, shopAt } from './core/shop-at.ts';
import type { LoadedLanguage } from './core/shop-language.ts';
import type { Database } from './database/connection.ts';
import { afterSaleHandlers, withdrawalHandlers } from './features/after-sale/routes.ts';
import type { AlertLinks } from './features/alerts/alert-links.ts';
import { alertHandlers, alertLinkForm } from './features/alerts/routes.ts';
import { blogHandlers, serveBlogFeed } from './features/blog/routes.ts';
import { bookingHandlers } from './features/bookings/routes.ts';
import type { SaleCodes } from './features/bookings/sale-codes.ts';
import { serveClips, serveClipUpload } from './features/clips/routes.ts';
import type { ClipCeilings } from './features/clips/upload-clip.ts';
import { exportHandlers } from './features/exports/routes.ts';
import { serveFeeds } from './features/feeds/routes.ts';
import type { EvidenceLinks } from './features/images/evidence-links.ts';
import { createPictureAccess } from './features/images/picture-access.ts';
import {
  imageHandlers,
  serveEvidence,
  servePictures,
  serveUpload,
} from './features/images/routes.ts';
import { createUploadQuota, type UploadCeilings } from './features/images/upload-quota.ts';
import { instrumentCacheTags, instrumentHandlers } from './features/instruments/routes.ts';
import { inventoryHandlers } from './features/inventory/routes.ts';
import { invoiceHandlers } from './features/invoices/routes.ts';
import { keyHandlers } from './features/keys/routes.ts';
import { ledgerHandlers } from './features/ledger/routes.ts';
import { listingImportHandlers, serveListingFiles } from './features/listing-imports/routes.ts';
import { createPictureStore } from './features/listing-imports/store-pictures.ts';
import { messageHandlers } from './features/messages/routes.ts';
import { moderationHandlers } from './features/moderation/routes.ts';
import { offerHandlers } from './features/offers/routes.ts';
import { operationsHandlers } from './features/operations/routes.ts';
import { overviewHandlers } from './features/overview/routes.ts';
import { paymentHandlers, serveCardEvents } from './features/payments/routes.ts';
import type { DetailsSeal } from './features/payouts/payout-details.ts';
import { payoutCacheTags, payoutHandlers, servePayoutEvents } from './features/payouts/routes.ts';
import type { CatalogueWatch } from './features/products/catalogue-changes.ts';
import type { PhotoCodes } from './features/products/code-photo.ts';
import { findSitemapParts, listForSitemap } from './features/products/list-products.ts';
import { findSellerParts, listSellersForSitemap } from './features/products/list-sellers.ts';
import { showRatings } from './features/products/rating.ts';
import {
  productCacheTags,
  productHandlers,
  sharedProductLists,
  sharedProducts,
} from './features/products/routes.ts';
import type { SerialNumbers } from './features/products/serial-numbers.ts';
import { createViewCounter } from './features/products/view-counter.ts';
import { pushHandlers } from './features/push/routes.ts';
import { reconciliationHandlers } from './features/reconciliation/routes.ts';
import { reviewHandlers } from './features/reviews/routes.ts';
import { savedSearchHandlers } from './features/saved-searches/routes.ts';
import { listBrowsePaths } from './features/search/results/instruments-on-sale.ts';
import { searchCacheTags, searchHandlers } from './features/search/routes.ts';
import type { AdminEmails } from './features/session/bootstrap-admin.ts';
import { sessionHandlers } from './features/session/routes.ts';
import { serveSignInWindow } from './features/session/sign-in-window.ts';
import { userHandlers } from './features/users/routes.ts';
import { webhookHandlers } from './features/webhooks/routes.ts';
import type { WebhookSeal } from './features/webhooks/webhook-secrets.ts';
import { wishlistHandlers } from './features/wishlist/routes.ts';
import { serveApiDocs } from './http/api/api-docs.ts';
import { bindCalls } from './http/api/bound-calls.ts';
import type { Callers } from './http/api/caller.ts';
import { replyToUnknownAddress, replyWithProblems } from './http/api/problem-reply.ts';
import { serveCalls } from './http/api/serve-calls.ts';
import { forgetAtDates } from './http/cache/forget-at-dates.ts';
import type { PersonalResponses } from './http/cache/personal-responses.ts';
import type { ResponseCache } from './http/cache/response-cache.ts';
import { serveFromCache } from './http/cache/serve-from-cache.ts';
import { serveHealth } from './http/health.ts';
import { serveCrawlers } from './http/pages/crawlers.ts';
import { serveManifest } from './http/pages/manifest.ts';
import { serveOwnScripts } from './http/pages/own-scripts.ts';
import type { PageSource } from './http/pages/page-source.ts';
import { servePageForm, servePages } from './http/pages/pages.ts';
import { serveWorker } from './http/pages/service-worker.ts';
import { serveShopFiles } from './http/pages/shop-files.ts';
import { shopPageHandlers } from './http/pages/shop-pages.ts';
import { serveStaticFiles } from './http/pages/static-files.ts';
import { keepRequestIds, logRequests, requestIds, traceRequests } from './http/request-log.ts';
import { requestPath } from './http/request-target.ts';
import { analyticsSources } from './http/security/analytics-sources.ts';
import { connectionLimits } from './http/security/connection-limits.ts';
import { limitRates } from './http/security/rate-limits.ts';
import { securityHeaders } from './http/security/security-headers.ts';
import { refuseUnstorableTexts } from './http/security/text-guard.ts';
import type { CardProvider } from './providers/cards/port.ts';
import type { ServedIdentityProvider } from './providers/identity/port.ts';
import type {
  ClipStore,
  FetchPicture,
  HostingService,
  ImageHost,
} from './providers/images/port.ts';
import type { PayoutProvider } from './providers/payouts/port.ts';
import type { PushSender } from './providers/push/port.ts';
import { traderHandlers, workflowHandlers } from './workflows/routes.ts';

/** What the app is made of. `startup/` passes it in, and so do the tests. */
export interface AppDeps {
  log: Logger;
  securityLog: SecurityLog;
  clock: Clock;
  database: Database;
  callers: Callers;
  /** Responses to guests, lists for users, and the watch that removes stale ones. */
  responseCache: ResponseCache;
  personalResponses: PersonalResponses;
  catalogue: CatalogueWatch;
  imageHost: ImageHost;
  clipStore: ClipStore;
  /** What people can upload within a day; by default enough for a large shop. */
  clipCeilings?: ClipCeilings | undefined;
  /** An image hosting service to which browsers upload directly; undefined when they upload to this server. */
  hosting?: HostingService | undefined;
  /** Fetches the pictures whose addresses files of listings name. */
  fetchPicture: FetchPicture;
  identity: ServedIdentityProvider;
  cards: CardProvider;
  payouts: PayoutProvider;
  /** Encrypts the bank details of sellers. */
  detailsSeal: DetailsSeal;
  /** Encrypts the secrets with which webhooks are signed. */
  webhookSeal: WebhookSeal;
  /** Sends notifications to devices; null when the shop has none. */
  pushSender: PushSender | null;
  adminEmails: AdminEmails;
  /** The contact for security problems: a `mailto:` or `https:` address. */
  securityContact?: string | undefined;
  /** Hours for which an unpaid booking holds a product. */
  bookingHoldHours: number;
  /** What the shop takes of each sale. */
  commission: ShopCommission;
  /**
   * The days from the receipt within which a trader's sale can be withdrawn from; 0 where the shop does not ask
   * sellers.
   */
  withdrawalDays: number;
  /** The codes for handing over and giving back. */
  saleCodes: SaleCodes;
  /** The codes that sellers photograph with their instruments. */
  photoCodes: PhotoCodes;
  serialNumbers: SerialNumbers;
  /** The addresses of pictures in returns and disputes. */
  evidenceLinks: EvidenceLinks;
  /** The links that end mails about news. */
  alertLinks: AlertLinks;
  /** Other origins from which pages show pictures: Google's profile pictures, an image host elsewhere. */
  pictureOrigins: readonly string[];
  pages: PageSource;
  shop: LoadedShop;
  /** Those of the shop, with their texts. The first has no prefix. */
  languages: readonly LoadedLanguage[];
  /** Folder of the built scripts and styles; undefined while the bundler serves them. */
  webFolder: string | undefined;
  /** Public address of the shop, without a slash at the end. */
  origin: () => string;
  /** Whether the server is about to stop: it serves requests and is not ready for more. */
  isDraining: () => boolean;
  https: boolean;
  /** Whether HSTS holds for the subdomains too. */
  hstsSubdomains?: boolean;
  /** Whether pages may run the bundler's own inline scripts. */
  developing: boolean;
  rateLimits: boolean;
  /** The time for which a reader of a long reply may take nothing; by default a minute. */
  pausedReaderMs?: number | undefined;
  /** The amount of unused uploads without an account. */
  uploadCeilings?: UploadCeilings | undefined;
  /** How many processes share the port of this server, and with it the requests of each visitor. */
  processes: number;
  /** Whether guests find all products by searching, and not only the advertised ones. */
  openCatalogue: boolean;
  /** What the addresses of the feeds for merchants must have; undefined when everybody may read them. */
  feedToken?: string | undefined;
  /** What is missing between a clone and the first sale. */
  findLaunchSteps: () => Promise<LaunchStep[]>;
  trustProxy: readonly string[];
  /** Development: registers the bundler's hook, before the app's own routes. */
  before?: ((app: FastifyInstance) => void) | undefined;
}

/** Pages for search engines; those of products and sellers are added to them. */
function publicPaths(shop: LoadedShop, now: Date): string[] {
  const own = shop.pages.map(({ path }) => path);
  const about = own.length === 0 ? [paths.about()] : own;
  const blog = shopAt(shop, now).blog === undefined ? [] : [paths.blog()];
  const posts = postsAt(shop, now).map(({ name }) => paths.blogPost(name));
  const accounts = [paths.login(), paths.register()];
  return [paths.home(), paths.selling(), ...blog, ...posts, ...about, ...accounts];
}

/** Creates the shop as a Fastify app: call `listen`, or `inject` requests. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  showRatings(hasPart(deps.shop.public, 'reviews'));
  const { database, origin, log } = deps;
  const shopName = deps.shop.public.name;
  const headers = commonHeaders(deps);
  const { analytics } = deps.shop.public;
  const measuredPolicy =
    analytics && commonHeaders(deps, analyticsSources(analytics))['content-security-policy'];
  const newRequestId = requestIds();
  const respondFromCache = serveFromCache({ ...deps, headers, newRequestId });
  // Typed as Fastify's own logger, so that the app is a plain FastifyInstance.
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    ...connectionLimits,
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // A request that arrives on an open connection while the server stops is served; then the connection is closed.
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => requestPath(url),
    trustProxy: deps.trustProxy.length > 0 ? [...deps.trustProxy] : false,
    serverFactory: (handle, options) =>
      createServer(options, (request, response) => {
        if (!respondFromCache(request, response)) handle(request, response);
      }),
  });

  replyWithProblems(app);
  logRequests(app, log);
  traceRequests(app);
  keepRequestIds(app, deps.languages);
  refuseUnstorableTexts(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (deps.isDraining()) reply.header('connection', 'close');
    done();
  });
  deps.before?.(app);
  if (deps.webFolder) {
    await serveStaticFiles(app, deps.webFolder);
    await serveOwnScripts(app, deps.webFolder, deps.languages);
  }
  serveManifest(app, deps);
  serveWorker(app, deps);
  servePictures(app, { ...deps, accessTo: createPictureAccess(database.sql) });
  serveEvidence(app, deps);
  serveClips(app, deps);
  serveShopFiles(app, deps);
  serveHealth(app, { askDatabase: () => database.sql`select 1`, isDraining: deps.isDraining });
  const limitKey = deps.rateLimits ? await limitRates(app, deps) : undefined;

  const uploadQuota = createUploadQuota(
    { sql: database.sql, clock: deps.clock },
    deps.uploadCeilings,
  );
  const views = createViewCounter({ sql: database.sql, clock: deps.clock, log });
  app.addHook('onClose', views.stop);
  const storePictures = createPictureStore({ ...deps, uploadQuota });
  const handlers = {
    ...productHandlers({ ...deps, views }),
    ...userHandlers(deps),
    ...imageHandlers(deps),
    ...bookingHandlers(deps),
    ...(hasPart(deps.shop.public, 'offers') && offerHandlers(deps)),
    ...(hasPart(deps.shop.public, 'reports') && moderationHandlers(deps)),
    ...(hasPart(deps.shop.public, 'reviews') && reviewHandlers(deps)),
    ...wishlistHandlers(deps),
    ...paymentHandlers(deps),
    ...afterSaleHandlers(deps),
    ...withdrawalHandlers(deps),
    ...(hasPart(deps.shop.public, 'traders') && traderHandlers(deps)),
    ...(hasPart(deps.shop.public, 'messages') && messageHandlers(deps)),
    ...ledgerHandlers(deps),
    ...payoutHandlers(deps),
    ...invoiceHandlers(deps),
    ...reconciliationHandlers(deps),
    ...sessionHandlers(deps),
    ...keyHandlers(deps),
    ...webhookHandlers(deps),
    ...instrumentHandlers(deps),
    ...searchHandlers(deps),
    ...savedSearchHandlers(deps),
    ...alertHandlers(deps),
    ...listingImportHandlers({ ...deps, storePictures }),
    ...inventoryHandlers({ ...deps, storePictures }),
    ...operationsHandlers(deps),
    ...shopPageHandlers(deps),
    ...blogHandlers(deps),
    ...(deps.pushSender && pushHandlers(deps, deps.pushSender)),
    ...overviewHandlers(deps),
    ...exportHandlers(deps),
    ...workflowHandlers(deps),
  };
  const cacheTags = {
    ...instrumentCacheTags,
    ...productCacheTags,
    ...searchCacheTags,
    ...payoutCacheTags,
  };
  const shared = { lists: sharedProductLists(deps), items: sharedProducts(deps) };
  const calls = bindCalls(handlers, cacheTags, shared);
  const refreshCache = deps.catalogue.refreshAfterCommit;
  serveCalls(app, { ...deps, identities: deps.identity, refreshCache, limitKey }, calls);
  deps.identity.registerRoutes?.(app);
  deps.cards.registerRoutes?.(app);
  deps.payouts.accounts?.registerRoutes?.(app);
  serveSignInWindow(app, shopName);
  await serveUpload(app, { ...deps, uploadQuota });
  await serveClipUpload(app, deps);
  await serveCardEvents(app, { ...deps, refreshCache });
  await servePayoutEvents(app, deps);
  await serveListingFiles(app, deps);
  const ownRoutes = [
    ...(['uploadImage', 'uploadClip', 'receiveCardEvent', 'receivePayoutEvent'] as const),
    'uploadListingFile' as const,
  ];
  serveApiDocs(app, { origin, shopName, served: [...calls.keys(), ...ownRoutes] });
  serveCrawlers(app, {
    origin,
    clock: deps.clock,
    languages: deps.shop.public.languages,
    securityContact: deps.securityContact,
    fixedPaths: () => publicPaths(deps.shop, deps.clock.now()),
    findSitemapParts: (size) => findSitemapParts(database.readSql, size),
    listForSitemap: (part) => listForSitemap(database.readSql, part),
    findSellerParts: (size) => findSellerParts(database.readSql, size),
    listSellersForSitemap: (part) => listSellersForSitemap(database.readSql, part),
    listBrowsePaths: deps.openCatalogue ? () => listBrowsePaths(database.readSql) : undefined,
  });
  serveFeeds(app, deps);
  serveBlogFeed(app, deps);
  forgetAtDates(app, deps);
  app.all(`${apiBase}/*`, replyToUnknownAddress);
  const pages = {
    source: deps.pages,
    shop: deps.shop,
    clock: deps.clock,
    measuredPolicy,
    languages: deps.languages,
    calls,
    responseCache: deps.responseCache,
    origin,
    signInWays: deps.identity.ways,
  };
  for (const { prefix } of deps.languages) {
    const path = prefix + paths.unsubscribe.pattern;
    servePageForm(app, pages, { path, submit: alertLinkForm(deps) });
  }
  servePages(app, pages);
  app.setNotFoundHandler(replyToUnknownAddress);
  return app;
}

function commonHeaders(deps: AppDeps, analytics?: CspSources) {
  const { pages, pictureOrigins, hosting, cards, identity, https, developing } = deps;
  const { hstsSubdomains, languages } = deps;
  return securityHeaders({
    scriptHashes: [
      ...pages.inline.scripts,
      ...languages.flatMap(({ scripts }) =>
        'folder' in scripts ? (pages.inlineOf?.(scripts.folder).scripts ?? []) : [],
      ),
    ],
    styleHashes: pages.inline.styles,
    pictureOrigins,
    uploadOrigin: hosting && new URL(hosting.uploadUrl).origin,
    stripe: cards.name === 'stripe',
    identity: identity.pageSources,
    analytics,
    https,
    hstsSubdomains,
    relaxed: developing,
  });
}

import { createServer } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { bookingHandlers } from './bookings/routes.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/connection.ts';
import type { AnswerCache } from './http/answer-cache.ts';
import { answerFirst } from './http/answer-first.ts';
import { apiBase } from './http/api-base.ts';
import { serveApiDocs } from './http/api-docs.ts';
import type { Callers } from './http/caller.ts';
import { connectionLimits } from './http/connection-limits.ts';
import { serveCrawlers } from './http/crawlers.ts';
import { serveHealth } from './http/health.ts';
import type { PageSource } from './http/page-source.ts';
import { servePages } from './http/pages.ts';
import { performableCalls } from './http/performable-calls.ts';
import { refuseUnknownAddress, replyWithProblems } from './http/problem-reply.ts';
import { limitRates } from './http/rate-limits.ts';
import { logRequests, requestIds } from './http/request-log.ts';
import { pathAsked } from './http/request-target.ts';
import { securityHeaders } from './http/security-headers.ts';
import { serveCalls } from './http/serve-calls.ts';
import { serveStaticFiles } from './http/static-files.ts';
import { imageHandlers, servePictures, serveUpload } from './images/routes.ts';
import { paymentHandlers, serveCardEvents } from './payments/routes.ts';
import type { CatalogueWatch } from './products/catalogue.ts';
import { productCacheTags, productHandlers } from './products/routes.ts';
import { findSitemapParts, listForSitemap } from './products/sitemap.ts';
import type { CardProvider } from './providers/cards/port.ts';
import type { ServedIdentityProvider } from './providers/identity/port.ts';
import type { HostingService, ImageHost } from './providers/images/port.ts';
import type { AdminEmails } from './session/appoint.ts';
import { sessionHandlers } from './session/routes.ts';
import { serveSignInWindow } from './session/sign-in-window.ts';
import { userHandlers } from './users/routes.ts';
import { wishlistHandlers } from './wishlist/routes.ts';

/** Everything that the app is made of. `main.ts` chooses it, and so does the fixture of the tests. */
export interface AppParts {
  log: Logger;
  clock: Clock;
  database: Database;
  callers: Callers;
  /** Answers to guests that are kept in memory, and what tells when they are stale. */
  answers: AnswerCache;
  catalogue: CatalogueWatch;
  imageHost: ImageHost;
  /** Where browsers upload pictures instead; undefined: here. */
  hosting?: HostingService | undefined;
  identity: ServedIdentityProvider;
  /** Takes the cards, and sends the money back. */
  cards: CardProvider;
  adminEmails: AdminEmails;
  /** Hours for which an unpaid booking holds a product. */
  bookingHoldHours: number;
  /** Whose pictures besides ours a page may show: of people who come by Google, and of an image host elsewhere. */
  pictureOrigins: readonly string[];
  pages: PageSource;
  /** Folder of the built scripts and styles; undefined while the bundler serves them. */
  webFolder: string | undefined;
  /** Address of the shop as the outside knows it, without a slash at the end. */
  origin: () => string;
  isStopping: () => boolean;
  https: boolean;
  /** Whether pages may run the bundler's own inline scripts. */
  developing: boolean;
  rateLimits: boolean;
  trustProxy: readonly string[];
  /** Development: the bundler, which answers before the app does. */
  before?: ((app: FastifyInstance) => void) | undefined;
}

/** Pages that a search engine may know, besides the products. */
const publicPaths = ['/', '/blog', '/about', '/login', '/register'];

/** The shop as a Fastify app: `listen` it, or `inject` requests into it. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { database, origin, log } = parts;
  const headers = headersOfEveryAnswer(parts);
  const newRequestId = requestIds();
  const answeredAtOnce = answerFirst({ ...parts, headers, newRequestId });
  // Fastify asks less of a log than we do; typed as its own, the app is a plain FastifyInstance.
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    ...connectionLimits,
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    rewriteUrl: ({ url = '/' }) => pathAsked(url),
    trustProxy: parts.trustProxy.length > 0 ? [...parts.trustProxy] : false,
    serverFactory: (handle, options) =>
      createServer(options, (request, response) => {
        if (!answeredAtOnce(request, response)) handle(request, response);
      }),
  });

  replyWithProblems(app);
  logRequests(app, log);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
  parts.before?.(app);
  if (parts.webFolder) await serveStaticFiles(app, parts.webFolder);
  servePictures(app, parts);
  serveHealth(app, { askDatabase: () => database.sql`select 1`, isStopping: parts.isStopping });
  if (parts.rateLimits) await limitRates(app);

  const handlers = {
    ...productHandlers(parts),
    ...userHandlers(parts),
    ...imageHandlers(parts),
    ...bookingHandlers(parts),
    ...wishlistHandlers(parts),
    ...sessionHandlers(parts),
    ...paymentHandlers(parts),
  };
  const calls = performableCalls(handlers, productCacheTags);
  serveCalls(
    app,
    { ...parts, identities: parts.identity, afterChange: parts.catalogue.catchUp },
    calls,
  );
  parts.identity.serve?.(app);
  parts.cards.serve?.(app);
  serveSignInWindow(app);
  await serveUpload(app, parts);
  await serveCardEvents(app, { ...parts, afterChange: parts.catalogue.catchUp });
  serveApiDocs(app, { origin, served: [...calls.keys(), 'uploadImage', 'receiveCardEvent'] });
  serveCrawlers(app, {
    origin,
    fixedPaths: publicPaths,
    findSitemapParts: (size) => findSitemapParts(database.sql, size),
    listForSitemap: (part) => listForSitemap(database.sql, part),
  });
  app.all(`${apiBase}/*`, refuseUnknownAddress);
  servePages(app, { source: parts.pages, calls, answers: parts.answers, origin });
  app.setNotFoundHandler(refuseUnknownAddress);
  return app;
}

function headersOfEveryAnswer(parts: AppParts) {
  const { pages, pictureOrigins, hosting, cards, identity, https, developing } = parts;
  return securityHeaders({
    scriptHashes: pages.inline.scripts,
    styleHashes: pages.inline.styles,
    pictureOrigins,
    uploadOrigin: hosting && new URL(hosting.uploadUrl).origin,
    stripe: cards.name === 'stripe',
    identity: identity.pageSources,
    https,
    relaxed: developing,
  });
}

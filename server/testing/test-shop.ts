import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { accountMailKinds } from '#contract/operations/mail-kinds.ts';
import { type AppDeps, createApp } from '../app.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { defaultLoadedShop } from '../core/loaded-shop.ts';
import { createLog } from '../core/log.ts';
import { createSecurityLog } from '../core/security-log.ts';
import { englishOnly } from '../core/shop-language.ts';
import { type AlertLinks, createAlertLinks } from '../features/alerts/alert-links.ts';
import { createSaleCodes, type SaleCodes } from '../features/bookings/sale-codes.ts';
import { createEvidenceLinks } from '../features/images/evidence-links.ts';
import { createKeyStore } from '../features/keys/find-key.ts';
import { revokeKeysByEmail } from '../features/keys/keys.ts';
import { mailBrandOf } from '../features/mails/mail-brand.ts';
import { createDetailsSeal } from '../features/payouts/payout-details.ts';
import { type CatalogueWatch, watchCatalogue } from '../features/products/catalogue-changes.ts';
import { createPhotoCodes } from '../features/products/code-photo.ts';
import { createSerialNumbers } from '../features/products/serial-numbers.ts';
import { findUser, type KnownUser } from '../features/users/find-user.ts';
import { createWebhookSeal } from '../features/webhooks/webhook-secrets.ts';
import { type Callers, createCallers } from '../http/api/caller.ts';
import type { PersonalResponses } from '../http/cache/personal-responses.ts';
import type { ResponseCache } from '../http/cache/response-cache.ts';
import { createResponseCaches } from '../http/cache/response-caches.ts';
import type { PageSource } from '../http/pages/page-source.ts';
import { type SendingDeps, sendMails } from '../jobs/outbox/send-mails.ts';
import {
  createSandboxCards,
  type SandboxCards,
  type SandboxCardsDeps,
} from '../providers/cards/sandbox/sandbox-cards.ts';
import {
  createEmbeddedIdentity,
  type EmbeddedIdentity,
  type EmbeddedIdentityDeps,
} from '../providers/identity/embedded/embedded-identity.ts';
import { createDiskClips } from '../providers/images/disk/disk-clips.ts';
import { createDiskImages } from '../providers/images/disk/disk-images.ts';
import { createPictureFetcher } from '../providers/images/fetch/picture-fetcher.ts';
import type { Mail } from '../providers/mail/port.ts';
import { createManualPayouts } from '../providers/payouts/manual-payouts.ts';
import type { PayoutProvider } from '../providers/payouts/port.ts';
import type { PushSender } from '../providers/push/port.ts';
import { featureBuilders } from './feature-builders.ts';
import { servedPictures } from './served-pictures.ts';
import { createSignUp } from './sign-up.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface TestShop {
  app: FastifyInstance;
  database: TestDatabase;
  make: ReturnType<typeof featureBuilders>;
  callers: Callers;
  catalogue: CatalogueWatch;
  responseCache: ResponseCache;
  personalResponses: PersonalResponses;
  identity: EmbeddedIdentity;
  /** The card provider, unless the test passes another. `await cards.idle()` waits until its webhooks have arrived. */
  cards: SandboxCards;
  /** The mails that were sent, oldest first. */
  mails: Mail[];
  /** Signs the access tokens. */
  secret: string;
  saleCodes: SaleCodes;
  alertLinks: AlertLinks;
  /** The log lines, parsed. */
  logged: Record<string, unknown>[];
  /** Creates an identity with this email and signs it in. */
  signUp: ReturnType<typeof createSignUp>;
  /** The header for a request of this user, who has just signed in. */
  as(user: KnownUser): Promise<{ authorization: string }>;
  close(): Promise<void>;
}

type Changes = Partial<AppDeps> & {
  /** Pays sellers; by default admins do, manually. */
  openPayouts?: (deps: { database: TestDatabase; clock: Clock }) => PayoutProvider;
  logLevel?: string;
  /** Whether admins need a second factor. */
  requiresSecondFactor?: boolean;
  identityOptions?: Partial<EmbeddedIdentityDeps>;
  /** The hooks, such as `deliver`, to lose, repeat or reorder the sandbox's webhooks. */
  sandboxOptions?: Partial<SandboxCardsDeps>;
};

/** With which a test shop encrypts. */
export const secret = 'a secret that only the tests know, long enough';

/** Push services that take everything, and no device behind them. */
const everyPushAccepted: PushSender = {
  publicKey: 'BKey',
  accepts: () => true,
  send: async () => ({ outcome: 'accepted' }),
};

const cardWebhooks = '/api/webhooks/cards';

/** Renders a minimal page with the path as its title, because the web application is not built in these tests. */
export const plainPages: PageSource = {
  inline: { scripts: [], styles: [] },
  render: async ({ path }) => ({ status: 200, html: `<!doctype html><title>${path}</title>` }),
};

/** The application with a database and a folder of its own. It does not listen; tests send requests by `app.inject`. */
export async function createTestShop({
  identityOptions,
  sandboxOptions,
  requiresSecondFactor = false,
  openPayouts = createManualPayouts,
  ...changes
}: Changes = {}): Promise<TestShop> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'reprise-test-shop-'));
  const clock = changes.clock ?? systemClock;
  const mails: Mail[] = [];
  const logged: Record<string, unknown>[] = [];
  const log = createLog(changes.logLevel ?? 'info', {
    write: (line) => logged.push(JSON.parse(line)),
  });
  const securityLog = createSecurityLog({ log, secret });
  const { listener, responseCache, personalResponses } = createResponseCaches({
    // A watch of the test's own does not know these caches.
    isCurrent: () => changes.catalogue === undefined && catalogue.isCurrent(),
    awaySeconds: (hasReadFailed) => catalogue.awaySeconds(hasReadFailed),
  });
  const catalogue = watchCatalogue({ sql: database.sql, listener, log });
  const origin = () => 'https://shop.test';
  const identity = createEmbeddedIdentity({
    database,
    clock,
    shopName: (changes.shop ?? defaultLoadedShop).public.name,
    log,
    secret,
    google: undefined,
    throttlesLogins: false,
    isDemo: false,
    securityLog,
    origins: () => [origin()],
    revokeKeys: (email) => revokeKeysByEmail(database.sql, email),
    ...identityOptions,
  });
  const callers = createCallers({
    secret,
    clock,
    findUser: (id) => findUser(database.sql, id),
    keys: createKeyStore(database.sql, log),
    isSessionLive: (changes.identity ?? identity).isSessionLive,
    hasSecondFactor: (changes.identity ?? identity).hasSecondFactor,
    requiresSecondFactor,
  });
  const cards = createSandboxCards({
    database,
    clock,
    log,
    secret,
    async deliver(payload, headers) {
      const reply = await app.inject({ method: 'POST', url: cardWebhooks, payload, headers });
      return reply.statusCode;
    },
    ...sandboxOptions,
  });
  const saleCodes = createSaleCodes(secret);
  const alertLinks = createAlertLinks(secret);
  const sendQueuedMails = collectAccountMails({
    database,
    identity,
    clock,
    saleCodes,
    alertLinks,
    origin,
    mails,
    brand: mailBrandOf(changes.shop ?? defaultLoadedShop),
  });
  const app: FastifyInstance = await createApp({
    before: (app) => app.addHook('onSend', sendQueuedMails),
    log,
    securityLog,
    clock,
    database,
    callers,
    responseCache,
    personalResponses,
    catalogue,
    identity,
    cards,
    payouts: openPayouts({ database, clock }),
    detailsSeal: createDetailsSeal(secret),
    webhookSeal: createWebhookSeal(secret),
    pushSender: everyPushAccepted,
    pages: plainPages,
    shop: defaultLoadedShop,
    languages: englishOnly,
    imageHost: createDiskImages({ folder }),
    clipStore: createDiskClips(join(folder, 'clips')),
    fetchPicture: createPictureFetcher(),
    webFolder: undefined,
    origin,
    adminEmails: [],
    bookingHoldHours: 48,
    commission: { percent: 0 },
    withdrawalDays: 14,
    saleCodes,
    alertLinks,
    serialNumbers: createSerialNumbers(secret),
    photoCodes: createPhotoCodes(secret),
    evidenceLinks: createEvidenceLinks(secret, clock, origin),
    pictureOrigins: [],
    isDraining: () => false,
    https: true,
    developing: false,
    rateLimits: false,
    processes: 1,
    openCatalogue: false,
    findLaunchSteps: async () => [],
    trustProxy: [],
    ...changes,
  });
  return {
    app,
    database,
    callers,
    identity,
    cards,
    mails,
    secret,
    saleCodes,
    alertLinks,
    catalogue,
    responseCache,
    personalResponses,
    logged,
    make: featureBuilders(database),
    signUp: createSignUp(app, identity),
    as: async (user) => ({
      authorization: `Bearer ${await callers.issueToken(user, { signedInAt: clock.now() })}`,
    }),
    async close() {
      await app.close();
      await cards.close();
      await catalogue.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a function that sends the queued mails about accounts, so that they are there when a request is answered. */
function collectAccountMails({
  mails,
  ...deps
}: Pick<SendingDeps, 'identity' | 'clock' | 'saleCodes' | 'alertLinks' | 'origin' | 'brand'> & {
  database: TestDatabase;
  mails: Mail[];
}) {
  let isQueued = false;
  deps.database.onCommit('mail-queued', () => {
    isQueued = true;
  });
  const send = async (mail: Mail) => void mails.push(mail);
  const mail = { name: 'in memory', send, close: async () => undefined };
  return async () => {
    if (!isQueued) return;
    isQueued = false;
    await sendMails({ ...deps, mail, imageHost: servedPictures }, accountMailKinds);
  };
}

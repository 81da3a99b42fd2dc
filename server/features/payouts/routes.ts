import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/page-paths.ts';
import type { ShopCommission } from '#contract/payments/commission.ts';
import { receivePayoutEvent as call } from '#contract/payouts/payouts.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import type { SecurityLog } from '../../core/security-log.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { requireRecentSignIn } from '../../http/api/caller.ts';
import type { CacheTags, Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { onlySelfOrAdmin, requireSelfOrAdmin } from '../../http/api/self-or-admin.ts';
import { serveWebhook } from '../../http/api/serve-webhook.ts';
import { createPictureOf } from '../images/image-address.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { listsTag } from '../products/catalogue-tags.ts';
import type { Actor } from '../users/lock-user.ts';
import { agreeCommission } from './agree-commission.ts';
import { changePayout } from './change-payout.ts';
import { findPayee } from './find-payee.ts';
import { listDuePayouts, listOwnPayouts, listPayouts } from './list-payouts.ts';
import { listSellerCommissions } from './list-seller-commissions.ts';
import {
  changeBankDetails,
  otherWayOfPaying,
  readPayoutAccount,
  storeProviderAccount,
} from './payout-account.ts';
import type { DetailsSeal } from './payout-details.ts';
import { readBankFile } from './read-bank-file.ts';
import { readEarnings } from './read-earnings.ts';
import { readSellingTerms } from './read-selling-terms.ts';
import { readStatement } from './read-statement.ts';
import { receivePayoutEvent, syncAccountOf } from './receive-payout-event.ts';
import { type PayoutDeps, sendPayout } from './send-payout.ts';
import { startPayout } from './start-payout.ts';

interface PayoutRouteDeps extends PayoutDeps, ImageDeps {
  shop: LoadedShop;
  detailsSeal: DetailsSeal;
  commission: ShopCommission;
  securityLog: SecurityLog;
  /** Public address of the shop, without a slash at the end. */
  origin: () => string;
}

export function payoutHandlers(deps: PayoutRouteDeps): Handlers {
  return { ...earningsHandlers(deps), ...adminHandlers(deps), ...accountHandlers(deps) };
}

/** A sale changes the lists of products as well. */
export const payoutCacheTags: CacheTags = { readSellingTerms: () => listsTag };

function earningsHandlers(deps: PayoutRouteDeps): Handlers {
  const { database, clock, detailsSeal, commission, payouts } = deps;
  const { sql } = database;
  const reader = { sql, pictureOf: createPictureOf(deps) };
  return {
    async readEarnings({ query, caller }) {
      requireSelfOrAdmin(caller, query);
      const terms = { commission, provider: payouts.name, at: clock.now() };
      return readEarnings(sql, await findPayee(sql, query.email), terms);
    },

    readSellingTerms: () => readSellingTerms(reader, { commission }),

    async readStatement({ query, caller, reply }) {
      requireSelfOrAdmin(caller, query);
      const { id } = await findPayee(sql, query.email);
      offerAs(reply, `statement-${query.month}.csv`);
      return readStatement(sql, id, query.month);
    },

    async listOwnPayouts({ query, caller }) {
      requireSelfOrAdmin(caller, query);
      const filter = { email: query.email, ...partOf(query) };
      return pageOf(await listOwnPayouts({ sql, detailsSeal }, filter), query.limit);
    },
  };
}

function adminHandlers(deps: PayoutRouteDeps): Handlers {
  const { database, clock, detailsSeal, payouts, commission: shop } = deps;
  const { sql } = database;
  const reader = { sql, detailsSeal };
  return {
    async listPayouts({ query }) {
      const { state } = query;
      const listed =
        state === 'due'
          ? await listDuePayouts(reader, { provider: payouts.name, ...partOf(query) })
          : await listPayouts(reader, { state, ...partOf(query) });
      return pageOf(listed, query.limit);
    },

    async startPayout({ body, caller, idempotency }) {
      const { id: sellerId } = await findPayee(sql, body.email, body.sellerId);
      const started = { sellerId, provider: payouts.name, idempotency };
      const insertedId = await transaction(database, (tx) =>
        startPayout(tx, caller, started, clock.now()),
      );
      // When it fails, the payout stays started, and the job tries it again and reports the error.
      await sendPayout(deps, insertedId).catch(() => undefined);
      return { acknowledged: true, insertedId };
    },

    async changePayout({ params, body, caller }) {
      const change = { ...params, ...body };
      const modifiedCount = await transaction(database, (tx) =>
        changePayout(tx, caller, change, payouts, clock.now()),
      );
      return { acknowledged: true, modifiedCount };
    },

    async listSellerCommissions({ params, query }) {
      const part = { ...partOf(query), at: clock.now() };
      return pageOf(await listSellerCommissions(sql, params.id, part), query.limit);
    },

    async agreeCommission({ params, body, caller }) {
      const agreement = { ...body, sellerId: params.id };
      const insertedId = await transaction(database, (tx) =>
        agreeCommission(tx, caller, agreement, { at: clock.now(), shop }),
      );
      return { acknowledged: true, insertedId };
    },

    async readBankFile({ caller, reply }) {
      deps.securityLog.record('bank-details-read', { email: caller.email });
      offerAs(reply, 'payouts.csv');
      return readBankFile(reader, deps.shop.public.name);
    },
  };
}

function accountHandlers(deps: PayoutRouteDeps): Handlers {
  const { database, clock, detailsSeal, payouts, securityLog, origin } = deps;
  const reader = { sql: database.sql, detailsSeal };
  const store = async (caller: Actor & { email: string }, write: (tx: Tx, at: Date) => unknown) => {
    await transaction(database, (tx) => write(tx, clock.now()));
    securityLog.record('payout-account-changed', { email: caller.email });
  };
  return {
    async readPayoutAccount({ query, caller }) {
      requireSelfOrAdmin(caller, query);
      const payee = await findPayee(database.sql, query.email);
      // A seller who comes back from the provider's page sees how the account stands now.
      if (payouts.accounts) await syncAccountOf(deps, payee.id).catch(() => undefined);
      return readPayoutAccount(reader, payee, payouts.name);
    },

    async changePayoutAccount({ body: { email, ...details }, caller }) {
      requireSelf(caller, email);
      requireRecentSignIn(caller, clock.now());
      if (payouts.accounts) throw otherWayOfPaying(payouts);
      await store(caller, (tx, at) =>
        changeBankDetails(tx, caller.id, details, { detailsSeal, at }),
      );
      return readPayoutAccount(reader, caller, payouts.name);
    },

    async openPayoutAccount({ body: { email }, caller }) {
      requireSelf(caller, email);
      requireRecentSignIn(caller, clock.now());
      if (!payouts.accounts) throw otherWayOfPaying(payouts);
      const account = await payouts.accounts.open(caller);
      const owner = { sellerId: caller.id, provider: payouts.name };
      await store(caller, (tx, at) => storeProviderAccount(tx, owner, account, at));
      const url = await payouts.accounts.createPage(account.id, origin() + paths.dashboard());
      return { url };
    },
  };
}

/** Binds the call `receivePayoutEvent`. */
export function servePayoutEvents(app: FastifyInstance, deps: PayoutRouteDeps): Promise<void> {
  const { securityLog } = deps;
  return serveWebhook(app, {
    call,
    securityLog,
    receive: (body, headers) => receivePayoutEvent(deps, body, headers),
  });
}

function requireSelf(caller: { email: string }, email: string): void {
  if (caller.email.toLowerCase() !== email.toLowerCase()) throw onlySelfOrAdmin();
}

function offerAs(reply: { header(name: string, value: string): unknown }, file: string): void {
  reply.header('content-disposition', `attachment; filename="${file}"`);
}

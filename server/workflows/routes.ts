import type { BaseLogger } from 'pino';
import { hasPart } from '#contract/shop/shop-parts.ts';
import type { Clock } from '../core/clock.ts';
import type { LoadedShop } from '../core/loaded-shop.ts';
import type { LoadedLanguage } from '../core/shop-language.ts';
import type { Database } from '../database/connection.ts';
import { transaction } from '../database/transaction.ts';
import type { SaleCodes } from '../features/bookings/sale-codes.ts';
import type { EvidenceLinks } from '../features/images/evidence-links.ts';
import { createPictureOf } from '../features/images/image-address.ts';
import type { ImageDeps } from '../features/images/image-deps.ts';
import { registerHostedPictures } from '../features/images/register-hosted-pictures.ts';
import {
  readSellerFacts,
  readVerificationRequest,
} from '../features/moderation/read-verification.ts';
import {
  requestVerification,
  withdrawVerification,
} from '../features/moderation/verification-request.ts';
import { recordCatalogueChange } from '../features/products/catalogue-changes.ts';
import { readUserById } from '../features/users/read-user.ts';
import { requireLanguage } from '../features/users/require-language.ts';
import { stateTrader } from '../features/users/state-trader.ts';
import { requireRecentSignIn } from '../http/api/caller.ts';
import type { Handlers } from '../http/api/handlers.ts';
import { onlySelf, onlySelfOrAdmin, requireSelfOrAdmin } from '../http/api/self-or-admin.ts';
import type { IdentityProvider } from '../providers/identity/port.ts';
import type { PayoutProvider } from '../providers/payouts/port.ts';
import { changeUser } from './change-user.ts';
import { readTasks } from './read-tasks.ts';
import { removeUser } from './remove-user.ts';
import { verifySeller } from './verify-seller.ts';
import { withdrawListing } from './withdraw-listing.ts';
import { removeProduct, withdrawProduct } from './withdraw-product.ts';

interface WorkflowDeps extends ImageDeps {
  database: Database;
  identity: Pick<IdentityProvider, 'remove'>;
  clock: Clock;
  log: Pick<BaseLogger, 'warn'>;
  languages: readonly LoadedLanguage[];
  saleCodes: SaleCodes;
  evidenceLinks: EvidenceLinks;
  payouts: Pick<PayoutProvider, 'name'>;
  shop: Pick<LoadedShop, 'public'>;
}

/** In shops that ask sellers whether they are traders. */
export function traderHandlers({
  database,
  clock,
}: Pick<WorkflowDeps, 'database' | 'clock'>): Handlers {
  return {
    async stateTrader({ params, body, caller }) {
      if (params.id !== caller.id) throw onlySelfOrAdmin();
      const at = clock.now();
      const modifiedCount = await transaction(database, async (tx) => {
        const changed = await stateTrader(tx, caller.id, body, at);
        // The pages of all their products show it.
        if (changed > 0) recordCatalogueChange(tx, null, at);
        return changed;
      });
      return { acknowledged: true, modifiedCount };
    },
  };
}

export function workflowHandlers(deps: WorkflowDeps): Handlers {
  const { database, clock, saleCodes, payouts } = deps;
  const reader = { sql: database.sql, pictureOf: createPictureOf(deps) };
  return {
    async verifySeller({ params, body, caller }) {
      const seller = { id: params.id, ...body };
      const modifiedCount = await transaction(database, (tx) =>
        verifySeller(tx, caller, seller, clock.now()),
      );
      return { acknowledged: true, modifiedCount };
    },

    async readVerification({ params, caller }) {
      requireSelfOrAdmin(caller, params);
      const source = { sql: database.sql, evidenceLinks: deps.evidenceLinks };
      return {
        facts: caller.role === 'admin' ? await readSellerFacts(source, params.id) : undefined,
        shown: await readVerificationRequest(source, params.id),
      };
    },

    async requestVerification({ params, body, caller }) {
      if (params.id !== caller.id) throw onlySelf();
      await registerHostedPictures(deps, body);
      await transaction(database, (tx) => requestVerification(tx, deps, caller.id, body));
      return { acknowledged: true, modifiedCount: 1 };
    },

    async withdrawVerification({ params, caller }) {
      if (params.id !== caller.id) throw onlySelf();
      const deletedCount = await transaction(database, (tx) => withdrawVerification(tx, caller.id));
      return { acknowledged: true, deletedCount };
    },

    async changeUser({ params, body, caller }) {
      requireSelfOrAdmin(caller, params);
      requireLanguage(deps.languages, body.language);
      const changes = { id: params.id, ...body };
      await registerHostedPictures(deps, body);
      await transaction(database, (tx) => changeUser(tx, caller, changes, deps, clock.now()));
      return readUserById(reader, params.id);
    },

    async removeUser({ params, caller }) {
      requireSelfOrAdmin(caller, params);
      if (params.id === caller.id) requireRecentSignIn(caller, clock.now());
      await removeUser(deps, caller, params.id);
      return { acknowledged: true, deletedCount: 1 };
    },

    async removeUserForReason({ params, body, caller }) {
      requireRecentSignIn(caller, clock.now());
      await removeUser(deps, caller, params.id, body.reason);
      return { acknowledged: true, deletedCount: 1 };
    },

    readTasks: ({ caller }) =>
      readTasks(
        { ...reader, saleCodes, evidenceLinks: deps.evidenceLinks },
        { viewer: caller, at: clock.now() },
        { provider: payouts.name, asksTraders: hasPart(deps.shop.public, 'traders') },
      ),

    async removeProduct({ params, body, caller }) {
      const removal = { ...params, ...body };
      await transaction(database, (tx) => removeProduct(tx, caller, removal, clock.now()));
      return { acknowledged: true, deletedCount: 1 };
    },

    withdrawListing: ({ params, caller, ifVersion }) => {
      const wanted = { ...params, because: 'withdrawn', ifVersion } as const;
      return transaction(database, (tx) => withdrawListing(tx, caller.id, wanted, clock.now()));
    },

    sellElsewhere: ({ params, caller }) => {
      const wanted = { ...params, because: 'sold-elsewhere' } as const;
      return transaction(database, (tx) => withdrawListing(tx, caller.id, wanted, clock.now()));
    },

    async withdrawProduct({ params, caller }) {
      await transaction(database, (tx) => withdrawProduct(tx, caller, params.id, clock.now()));
      return { acknowledged: true, deletedCount: 1 };
    },
  };
}

import type { BaseLogger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import type { SecurityLog } from '../../core/security-log.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import { requireRecentSignIn } from '../../http/api/caller.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { onlySelfOrAdmin, requireSelfOrAdmin } from '../../http/api/self-or-admin.ts';
import type { IdentityProvider } from '../../providers/identity/port.ts';
import type { PayoutProvider } from '../../providers/payouts/port.ts';
import { changeUser } from '../../workflows/change-user.ts';
import { exportUser } from '../../workflows/export-user.ts';
import { readTasks } from '../../workflows/read-tasks.ts';
import { removeUser } from '../../workflows/remove-user.ts';
import { verifySeller } from '../../workflows/verify-seller.ts';
import type { SaleCodes } from '../bookings/sale-codes.ts';
import { createPictureOf } from '../images/image-address.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { registerHostedPictures } from '../images/register-hosted-pictures.ts';
import type { DetailsSeal } from '../payouts/payout-details.ts';
import { becomeSeller } from './become-seller.ts';
import { listAudit } from './list-audit.ts';
import { listUsers } from './list-users.ts';
import { readSummary } from './read-summary.ts';
import { readIsAdmin, readIsSeller, readUser, readUserById } from './read-user.ts';
import { readRemovalEffects } from './removal-effects.ts';

interface UserDeps extends ImageDeps {
  database: Database;
  identity: Pick<IdentityProvider, 'remove'>;
  clock: Clock;
  log: Pick<BaseLogger, 'warn'>;
  securityLog: SecurityLog;
  detailsSeal: DetailsSeal;
  saleCodes: SaleCodes;
  payouts: Pick<PayoutProvider, 'name'>;
}

export function userHandlers(deps: UserDeps): Handlers {
  const { database, clock, detailsSeal, saleCodes, payouts } = deps;
  const { sql } = database;
  const reader = { sql, pictureOf: createPictureOf(deps) };
  return {
    readUser({ params, caller }) {
      requireSelfOrAdmin(caller, params);
      return readUser(reader, params.email);
    },

    async readIsAdmin({ params, caller }) {
      requireSelfOrAdmin(caller, params);
      return { isAdmin: await readIsAdmin(sql, params.email) };
    },

    async readIsSeller({ params, caller }) {
      requireSelfOrAdmin(caller, params);
      return { isSeller: await readIsSeller(sql, params.email) };
    },

    async listUsers({ query }) {
      const { role, search } = query;
      return pageOf(await listUsers(reader, { role, search, ...partOf(query) }), query.limit);
    },

    async verifySeller({ params, body, caller }) {
      const seller = { id: params.id, email: body.email };
      const modifiedCount = await transaction(database, (tx) =>
        verifySeller(tx, caller, seller, clock.now()),
      );
      return { acknowledged: true, modifiedCount };
    },

    async becomeSeller({ params, caller }) {
      if (params.id !== caller.id) throw onlySelfOrAdmin();
      const modifiedCount = await transaction(database, (tx) =>
        becomeSeller(tx, caller, clock.now()),
      );
      if (modifiedCount > 0) deps.securityLog.record('role-changed', { email: caller.email });
      return { acknowledged: true, modifiedCount };
    },

    async changeUser({ params, body, caller }) {
      requireSelfOrAdmin(caller, params);
      const changes = { id: params.id, ...body };
      await registerHostedPictures(deps, body);
      await transaction(database, (tx) => changeUser(tx, caller, changes, deps, clock.now()));
      return readUserById(reader, params.id);
    },

    readRemovalEffects({ params, caller }) {
      requireSelfOrAdmin(caller, params);
      return readRemovalEffects(sql, params.id, clock.now());
    },

    async removeUser({ params, caller }) {
      requireSelfOrAdmin(caller, params);
      if (params.id === caller.id) requireRecentSignIn(caller, clock.now());
      await removeUser(deps, caller, params.id);
      return { acknowledged: true, deletedCount: 1 };
    },

    exportUser({ params, caller }) {
      if (params.id !== caller.id) throw onlySelfOrAdmin();
      const { pictureOf } = reader;
      return exportUser({ database, pictureOf, detailsSeal }, params.id, clock.now());
    },

    readSummary: ({ caller }) => readSummary(sql, caller, clock.now()),

    readTasks: ({ caller }) =>
      readTasks({ ...reader, saleCodes }, { viewer: caller, at: clock.now() }, payouts.name),

    listAudit: async ({ query }) => pageOf(await listAudit(sql, partOf(query)), query.limit),
  };
}

import type { Clock } from '../../core/clock.ts';
import type { SecurityLog } from '../../core/security-log.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import { requireRecentSignIn } from '../../http/api/caller.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { onlySelf, onlySelfOrAdmin, requireSelfOrAdmin } from '../../http/api/self-or-admin.ts';
import {
  forgetDeliveryAddress,
  readDeliveryAddress,
  rememberDeliveryAddress,
} from '../delivery/delivery-address.ts';
import { createPictureOf } from '../images/image-address.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { addressLines } from './address-lines.ts';
import { becomeSeller } from './become-seller.ts';
import { changeAreas } from './change-areas.ts';
import { listAudit } from './list-audit.ts';
import { listUsers } from './list-users.ts';
import { readSummary } from './read-summary.ts';
import { readIsAdmin, readIsSeller, readUser } from './read-user.ts';
import { readRemovalEffects } from './removal-effects.ts';

interface UserDeps extends ImageDeps {
  database: Database;
  clock: Clock;
  securityLog: SecurityLog;
}

export function userHandlers(deps: UserDeps): Handlers {
  const { database, clock } = deps;
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

    async listStaff({ query }) {
      return pageOf(await listUsers(reader, { role: 'admin', ...partOf(query) }), query.limit);
    },

    async changeAreas({ params, body, caller }) {
      requireRecentSignIn(caller, clock.now());
      const modifiedCount = await transaction(database, (tx) =>
        changeAreas(tx, caller, { ...params, ...body }, clock.now()),
      );
      if (modifiedCount > 0) deps.securityLog.record('role-changed', { email: caller.email });
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

    async readDeliveryAddress({ params, caller }) {
      if (params.id !== caller.id) throw onlySelf();
      const address = await readDeliveryAddress(sql, caller.id);
      return { address, addressLines: address && addressLines(address) };
    },

    async rememberDeliveryAddress({ params, body, caller }) {
      if (params.id !== caller.id) throw onlySelf();
      const modifiedCount = await transaction(database, (tx) =>
        rememberDeliveryAddress(tx, caller.id, body, clock.now()),
      );
      return { acknowledged: true, modifiedCount };
    },

    async forgetDeliveryAddress({ params, caller }) {
      if (params.id !== caller.id) throw onlySelf();
      const deletedCount = await transaction(database, (tx) =>
        forgetDeliveryAddress(tx, caller.id),
      );
      return { acknowledged: true, deletedCount };
    },

    readRemovalEffects({ params, caller }) {
      requireSelfOrAdmin(caller, params);
      return readRemovalEffects(sql, params.id, clock.now());
    },

    readSummary: ({ caller }) => readSummary(sql, caller, clock.now()),

    listAudit: async ({ query }) => pageOf(await listAudit(sql, partOf(query)), query.limit),
  };
}

import type { BaseLogger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { pageOf, partOf } from '../../http/api/paging.ts';
import { notTheirs, requireSelfOrAdmin } from '../../http/api/self-or-admin.ts';
import type { IdentityProvider } from '../../providers/identity/port.ts';
import { changeUser } from '../../workflows/change-user.ts';
import { removeUser } from '../../workflows/remove-user.ts';
import { verifySeller } from '../../workflows/verify-seller.ts';
import { admitPictures } from '../images/admit.ts';
import { type Pictures, pictureOf } from '../images/images.ts';
import { listAudit } from './audit.ts';
import { exportUser } from './export-user.ts';
import { findRole, listUsers, readUser, readUserById } from './read-users.ts';
import { readSummary } from './summary.ts';

interface UserDeps extends Pictures {
  database: Database;
  identity: Pick<IdentityProvider, 'remove'>;
  clock: Clock;
  log: Pick<BaseLogger, 'warn'>;
}

export function userHandlers(deps: UserDeps): Handlers {
  const { database, clock } = deps;
  const { sql } = database;
  const reader = { sql, pictureOf: pictureOf(deps.imageHost, deps.origin) };
  return {
    readUser({ params, caller }) {
      requireSelfOrAdmin(caller, params);
      return readUser(reader, params.email);
    },

    async readIsAdmin({ params, caller }) {
      requireSelfOrAdmin(caller, params);
      return { isAdmin: (await findRole(sql, params.email)) === 'admin' };
    },

    async readIsSeller({ params, caller }) {
      requireSelfOrAdmin(caller, params);
      return { isSeller: (await findRole(sql, params.email)) === 'seller' };
    },

    async listUsers({ query }) {
      const { role, search } = query;
      return pageOf(await listUsers(reader, { role, search, ...partOf(query) }), query.limit);
    },

    async verifySeller({ params, body, caller }) {
      const wish = { id: params.id, email: body.email };
      const modifiedCount = await transaction(database, (tx) =>
        verifySeller(tx, caller, wish, clock.now()),
      );
      return { acknowledged: true, modifiedCount };
    },

    async changeUser({ params, body, caller }) {
      requireSelfOrAdmin(caller, params);
      const wish = { id: params.id, ...body };
      await admitPictures(deps, body);
      await transaction(database, (tx) => changeUser(tx, caller, wish, deps, clock.now()));
      return readUserById(reader, params.id);
    },

    async removeUser({ params, caller }) {
      requireSelfOrAdmin(caller, params);
      await removeUser(deps, caller, params.id);
      return { acknowledged: true, deletedCount: 1 };
    },

    exportUser({ params, caller }) {
      if (params.id !== caller.id) throw notTheirs();
      return exportUser({ database, pictureOf: reader.pictureOf }, params.id, clock.now());
    },

    readSummary: ({ caller }) => readSummary(sql, caller, clock.now()),

    listAudit: async ({ query }) => pageOf(await listAudit(sql, partOf(query)), query.limit),
  };
}

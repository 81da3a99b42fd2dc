import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import type { SecurityLog } from '../../core/security-log.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import { requireRecentSignIn } from '../../http/api/caller.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { requireOwnEmail } from '../users/require-own-email.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './keys.ts';

interface KeyDeps {
  database: Database;
  clock: Clock;
  securityLog: SecurityLog;
}

export function keyHandlers({ database, clock, securityLog }: KeyDeps): Handlers {
  return {
    async createKey({ body, caller }) {
      const at = clock.now();
      requireRecentSignIn(caller, at);
      const wanted = { ...body, expiresAt: body.expiresAt ? new Date(body.expiresAt) : null };
      const made = await transaction(database, (tx) => createKey(tx, caller, wanted, at));
      securityLog.record('key-made', caller);
      return { acknowledged: true, ...made };
    },

    listKeys({ query, caller }) {
      requireOwnEmail(caller, query.email, { detail: msg`Only that person may do this` });
      return listKeys(database.sql, caller.id);
    },

    async rotateKey({ params, caller }) {
      const at = clock.now();
      requireRecentSignIn(caller, at);
      const made = await transaction(database, (tx) => rotateKey(tx, caller, params.id, at));
      securityLog.record('key-made', caller);
      return { acknowledged: true, ...made };
    },

    async revokeKey({ params, caller }) {
      await transaction(database, (tx) => revokeKey(tx, caller.id, params.id));
      securityLog.record('key-revoked', caller);
      return { acknowledged: true, deletedCount: 1 };
    },
  };
}

import type { BaseLogger } from 'pino';
import { digestOfKey, type KeyStore, type StoredKey } from '../../core/api-key.ts';
import type { Sql } from '../../database/sql.ts';

/** Finds the keys that were not revoked, and records at most once a minute that one was used. */
export function createKeyStore(sql: Sql, log: Pick<BaseLogger, 'warn'>): KeyStore {
  return {
    async findKey(key) {
      const [found] = await sql<StoredKey[]>`
        select id, user_id as "userId", scopes, addresses, expires_at as "expiresAt"
        from api_keys where digest = ${digestOfKey(key)}`;
      return found ?? null;
    },

    async recordKeyUse(id, at) {
      const minuteAgo = new Date(at.getTime() - 60_000);
      await sql`
        update api_keys set last_used_at = ${at}
        where id = ${id} and (last_used_at is null or last_used_at <= ${minuteAgo})`.catch(
        (error: unknown) => log.warn({ err: error }, 'When a key was used is not recorded'),
      );
    },
  };
}

import type { Sql } from '../database/sql.ts';

/** Runs statements that change or delete movements of the ledger, which PostgreSQL otherwise refuses. */
export async function rewriteLedger(sql: Sql, rewrite: () => PromiseLike<unknown>): Promise<void> {
  await sql`grant update, delete on ledger_entries to current_user`;
  await rewrite();
  await sql`revoke update, delete on ledger_entries from current_user`;
}

import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import { endSuspension } from './effects.ts';

/**
 * Ends the suspensions whose time is over. Any number of servers may run this concurrently: a person who is locked
 * waits for the next run.
 * @returns the number of ended suspensions
 */
export async function endSuspensions(
  database: Pick<Database, 'sql' | 'transaction'>,
  at: Date,
): Promise<number> {
  const due = await database.sql<{ id: string }[]>`
    select id from users where suspended_until <= ${at} and removed_at is null`;
  for (const { id } of due) {
    await transaction(database, async (tx) => {
      const locked = await tx.sql`
        select from users where id = ${id} and suspended_until <= ${at} for no key update skip locked`;
      if (locked.length > 0) await endSuspension(tx, id, at);
    });
  }
  return due.length;
}

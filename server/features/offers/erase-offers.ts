import { endedOfferDays } from '../../core/retention.ts';
import type { Database } from '../../database/connection.ts';
import type { Fragment } from '../../database/sql.ts';
import { type Tx, transaction } from '../../database/transaction.ts';

/** What stands where the database needs a text. */
const erased = '[removed]';

/**
 * Erases what buyers gave for a booking and wrote with the selected offers. Amounts and states stay: limits count them.
 * @param selected a condition on `offers`
 */
export function eraseOffers(tx: Tx, selected: Fragment): void {
  tx.write`
    update offers set phone = ${erased}, location = ${erased}, message = null where ${selected}`;
}

const batchSize = 1_000;

/**
 * Erases the same of offers that ended a while ago: it is no longer needed, and a booking has its own copy.
 * @returns how many
 */
export async function eraseEndedOffers(
  database: Pick<Database, 'sql' | 'transaction'>,
  at: Date,
): Promise<number> {
  const before = new Date(at.getTime() - endedOfferDays * 86_400_000);
  const ended = await database.sql<{ id: string }[]>`
    select id from offers
    where phone <> '[removed]' and state not in ('open', 'countered') and changed_at < ${before}
    limit ${batchSize}`;
  const ids = ended.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await transaction(database, (tx) => eraseOffers(tx, tx.sql`id = any(${ids}::uuid[])`));
  return ids.length;
}

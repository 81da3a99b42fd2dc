import type { Database } from '../../database/connection.ts';
import type { Fragment } from '../../database/sql.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { queueOfferMail } from './mails.ts';

const batchSize = 200;

/**
 * Ends the offers that were not answered in time, with a mail to both sides. Any number of servers may run this
 * concurrently: offers for products that are locked wait for the next run.
 * @returns how many have expired
 */
export async function expireOffers(
  database: Pick<Database, 'sql' | 'transaction'>,
  at: Date,
): Promise<number> {
  for (let total = 0; ; ) {
    const expired = await expireBatch(database, at);
    // Stops also when all that is left is locked by others: the next run takes it up.
    if (expired === 0) return total;
    total += expired;
  }
}

async function expireBatch(
  database: Pick<Database, 'sql' | 'transaction'>,
  at: Date,
): Promise<number> {
  const due = await database.sql<{ id: string; productId: string }[]>`
    select id, product_id as "productId" from offers
    where state in ('open', 'countered') and expires_at <= ${at}
    order by expires_at limit ${batchSize}`;
  if (due.length === 0) return 0;
  return transaction(database, async (tx) => {
    const locked = await tx.sql<{ id: string }[]>`
      select id from products where id = any(${due.map(({ productId }) => productId)}::uuid[])
      order by id for update skip locked`;
    const free = new Set(locked.map(({ id }) => id));
    const ids = due.filter(({ productId }) => free.has(productId)).map(({ id }) => id);
    return markExpired(tx, tx.sql`id = any(${ids}::uuid[])`, at);
  });
}

/**
 * Ends those of the selected offers whose time is over, with a mail to both sides. The caller has locked their products.
 * @param selected a condition on `offers`
 * @returns how many
 */
export async function markExpired(tx: Tx, selected: Fragment, at: Date): Promise<number> {
  const expired = await tx.sql<{ id: string; step: number; isSeen: boolean }[]>`
    update offers set state = 'expired', changed_at = expires_at
    where (${selected}) and state in ('open', 'countered') and expires_at <= ${at}
    returning id, cardinality(amounts_cents) as step, declines_at is null as "isSeen"`;
  for (const { id, step, isSeen } of expired) {
    const mail = { kind: 'offer-expired', offerId: id, step } as const;
    queueOfferMail(tx, { ...mail, readers: isSeen ? ['buyer', 'seller'] : ['buyer'] }, at);
  }
  return expired.length;
}

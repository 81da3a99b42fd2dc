import type { Database } from '../../database/connection.ts';
import type { Fragment } from '../../database/sql.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { hasNoOpenDispute } from '../bookings/deadline-start.ts';
import { recordCatalogueChange } from '../products/catalogue-changes.ts';
import { reviewUntil } from './review-window.ts';

const batchSize = 200;

/**
 * Publishes the reviews whose time is over although the other side has not written. Any number of servers may run this at
 * once: sales that are locked wait for the next run.
 * @returns how many
 */
export async function publishDueReviews(
  database: Pick<Database, 'sql' | 'transaction'>,
  at: Date,
): Promise<number> {
  for (let total = 0; ; ) {
    const published = await publishBatch(database, at);
    if (published === 0) return total;
    total += published;
  }
}

async function publishBatch(
  database: Pick<Database, 'sql' | 'transaction'>,
  at: Date,
): Promise<number> {
  const { sql } = database;
  const due = await sql<{ bookingId: string; buyerId: string; sellerId: string }[]>`
    select b.id as "bookingId", b.buyer_id as "buyerId", b.seller_id as "sellerId" from reviews r
    join bookings b on b.id = r.booking_id
    join fulfilments f on f.booking_id = r.booking_id
    where r.published_at is null and r.deleted_at is null
      and ${reviewUntil(sql)} <= ${at} and ${hasNoOpenDispute(sql, 'f')}
    order by r.created_at limit ${batchSize}`;
  if (due.length === 0) return 0;
  return transaction(database, async (tx) => {
    const people = due.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]);
    const locked = await tx.sql<{ id: string }[]>`
      select id from users where id = any(${people}::uuid[])
      order by id for no key update skip locked`;
    const free = new Set(locked.map(({ id }) => id));
    const ids = due
      .filter(({ buyerId, sellerId }) => free.has(buyerId) && free.has(sellerId))
      .map(({ bookingId }) => bookingId);
    await tx.sql`
      select from bookings where id = any(${ids}::uuid[]) order by id for update`;
    // Checked again under the locks: a dispute may have been opened since.
    return publishReviews(
      tx,
      tx.sql`booking_id = any(${ids}::uuid[]) and exists (
        select from bookings b join fulfilments f on f.booking_id = b.id
        where b.id = reviews.booking_id and ${reviewUntil(tx.sql)} <= ${at}
          and ${hasNoOpenDispute(tx.sql, 'f')})`,
      at,
    );
  });
}

/**
 * Publishes the selected reviews that are sealed. The caller has locked the two sides and the booking of each.
 * @param selected a condition on `reviews`
 * @returns how many
 */
export async function publishReviews(tx: Tx, selected: Fragment, at: Date): Promise<number> {
  const published = await tx.sql<{ subjectId: string }[]>`
    update reviews set published_at = ${at}
    where (${selected}) and published_at is null and deleted_at is null
    returning subject_id as "subjectId"`;
  countReviews(
    tx,
    published.map(({ subjectId }) => subjectId),
    at,
  );
  return published.length;
}

/** Counts the reviews of these people again, and refreshes the pages that show them. The caller has locked the people. */
export function countReviews(tx: Tx, subjectIds: readonly string[], at: Date): void {
  if (subjectIds.length === 0) return;
  tx.write`
    update users u set review_count = counted.count, review_stars = counted.stars
    from (
      select w.id, count(r.id)::int as count, coalesce(sum(r.rating), 0)::int as stars
      from (select distinct unnest(${subjectIds}::uuid[]) as id) w
      left join reviews r on r.subject_id = w.id and r.side = 'buyer'
        and r.published_at is not null and r.deleted_at is null and r.hidden_at is null
      group by w.id
    ) counted
    where u.id = counted.id`;
  recordCatalogueChange(tx, null, at);
}

import { newId } from '../../core/ids.ts';
import type { Database } from '../../database/connection.ts';
import { recordEvent } from '../../database/record-event.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { hasNoOpenDispute, reviewUntil } from '../bookings/deadline-start.ts';
import { recordCatalogueChange } from '../products/catalogue-changes.ts';

const batchSize = 200;

/**
 * Publishes the reviews whose time is over although the other side has not written. Any number of servers may run this
 * concurrently: sales that are locked wait for the next run.
 * @returns how many
 */
export async function publishDueReviews(
  database: Pick<Database, 'sql' | 'transaction'>,
  at: Date,
): Promise<number> {
  await recountRefunded(database, at);
  for (let total = 0; ; ) {
    const published = await publishBatch(database, at);
    if (published === 0) return total;
    total += published;
  }
}

/** The time after a refund or a chargeback for which the reviews of the seller are counted again. */
const recountMs = 3_600_000;

/** Counts the reviews of sellers again who have lost the money of a reviewed sale a short while ago. */
async function recountRefunded(
  database: Pick<Database, 'sql' | 'transaction'>,
  at: Date,
): Promise<void> {
  const sellers = await database.sql<{ id: string }[]>`
    select distinct r.subject_id as id from ledger_entries e
    join reviews r on r.booking_id = e.booking_id and r.side = 'buyer' and r.published_at is not null
    where e.kind in ('refund', 'chargeback') and e.id > ${newId(new Date(at.getTime() - recountMs))}`;
  if (sellers.length === 0) return;
  await transaction(database, async (tx) => {
    const ids = sellers.map(({ id }) => id);
    const locked = await tx.sql<{ id: string }[]>`
      select id from users where id = any(${ids}::uuid[]) order by id for no key update skip locked`;
    countReviews(
      tx,
      locked.map(({ id }) => id),
      at,
    );
  });
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
  const published = await tx.sql<{ id: string; subjectId: string }[]>`
    update reviews set published_at = ${at}
    where (${selected}) and published_at is null and deleted_at is null
    returning id, subject_id as "subjectId"`;
  for (const { id, subjectId } of published) {
    recordEvent(tx, { type: 'review.received', userId: subjectId, subjectId: id }, at);
  }
  countReviews(
    tx,
    published.map(({ subjectId }) => subjectId),
    at,
  );
  return published.length;
}

/**
 * Counts the reviews of these people again, and refreshes the pages that show them. The newest of each buyer counts;
 * one of a sale that left no money with the seller only where it is lower than the average of the others, so that sales
 * that are undone raise no rating. The caller has locked the people.
 */
export function countReviews(tx: Tx, subjectIds: readonly string[], at: Date): void {
  if (subjectIds.length === 0) return;
  tx.write`
    with counted as (
      select r.subject_id, r.author_id, r.id, r.rating, ${hasPaidOff(tx.sql)} as is_sale
      from reviews r join bookings b on b.id = r.booking_id
      where r.subject_id = any(${subjectIds}::uuid[]) and r.side = 'buyer'
        and r.published_at is not null and r.deleted_at is null and r.hidden_at is null
    ), averages as (
      select subject_id, avg(rating) as stars from counted where is_sale group by subject_id
    ), newest as (
      select distinct on (c.subject_id, c.author_id) c.subject_id, c.rating
      from counted c left join averages a on a.subject_id = c.subject_id
      where c.is_sale or c.rating < coalesce(a.stars, ${middleRating}::int)
      order by c.subject_id, c.author_id, c.id desc
    )
    update users u set review_count = sums.count, review_stars = sums.stars
    from (
      select w.id, count(n.rating)::int as count, coalesce(sum(n.rating), 0)::int as stars
      from (select distinct unnest(${subjectIds}::uuid[]) as id) w
      left join newest n on n.subject_id = w.id
      group by w.id
    ) sums
    where u.id = sums.id`;
  recordCatalogueChange(tx, null, at);
}

/** Below it a review is no praise, where there is no average to compare it with. */
const middleRating = 3;

/** SQL for whether booking `b` was not cancelled and has left its seller some of the money. */
function hasPaidOff(sql: Sql): Fragment {
  return sql`(
    not exists (select from fulfilments f where f.booking_id = b.id and f.state = 'cancelled')
    and (
      select coalesce(sum(side.cents), 0) > 0 from ledger_entries e
      cross join lateral (
        values (e.credit, e.amount_cents), (e.debit, -e.amount_cents)) as side (account, cents)
      where e.booking_id = b.id
        and side.account in ('pending:' || b.seller_id, 'available:' || b.seller_id)
    )
  )`;
}

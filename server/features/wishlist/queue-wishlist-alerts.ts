import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Database } from '../../database/connection.ts';
import type { WishlistNewsKind } from '../../database/schema/wishlist.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { queueNewsMail } from '../alerts/news-mail.ts';
import { mailEveryHours } from '../alerts/subscriptions.ts';

interface Deps {
  database: Database;
  clock: Clock;
}

const usersAtOnce = 500;
const mailsAtOnce = 100;
/** A run ends after this time; the next one goes on. */
const maxRunMs = 8 * 60_000;
/** The time for which news wait while an earlier mail to the same user has not been sent. */
const retryHours = 1;

/**
 * Spreads news of products to the users who have them on their wishlist, and queues a mail for those whose last one was
 * sent a day ago or more. Both are done some at a time, each batch in one transaction, so that any number of servers
 * may run this concurrently, and one that crashes loses and repeats nothing.
 * @returns how many users got news, and how many mails were queued, together
 */
export async function queueWishlistAlerts({ database, clock }: Deps): Promise<number> {
  const startedMs = performance.now();
  const hasTime = () => performance.now() - startedMs < maxRunMs;
  let count = 0;
  for (
    let spread: number | undefined = 0;
    spread !== undefined && hasTime();
    count += spread ?? 0
  ) {
    spread = await transaction(database, (tx) => spreadNews(tx, clock.now()));
  }
  for (let queued = mailsAtOnce; queued === mailsAtOnce && hasTime(); count += queued) {
    queued = await transaction(database, (tx) => queueDueMails(tx, clock.now()));
  }
  return count;
}

interface News {
  id: string;
  productId: string;
  kind: WishlistNewsKind;
  priceBeforeCents: number | null;
  bookingId: string | null;
  spreadTo: string;
}

/** @returns to how many users; undefined when there are no news, or other servers spread all of them */
async function spreadNews(tx: Tx, at: Date): Promise<number | undefined> {
  const [news] = await tx.sql<News[]>`
    select id, product_id as "productId", kind, price_before_cents as "priceBeforeCents",
      booking_id as "bookingId", coalesce(spread_to, '00000000-0000-0000-0000-000000000000') as "spreadTo"
    from product_news order by id limit 1 for update skip locked`;
  if (!news) return undefined;
  const wishes = await findWishes(tx, news);
  const userIds = wishes.flatMap(({ userId, isTold }) => (isTold ? [userId] : []));
  await tx.sql`
    insert into wishlist_news as known (user_id, product_id, kind, price_before_cents, created_at)
    select id, ${news.productId}::uuid, ${news.kind}::text, ${news.priceBeforeCents}::bigint, ${at}::timestamptz
    from unnest(${userIds}::uuid[]) as id
    on conflict (user_id, product_id, kind) do update set created_at = excluded.created_at`;
  await scheduleMails(tx, userIds, at);
  const last = wishes.at(-1);
  if (last && wishes.length === usersAtOnce) {
    await tx.sql`update product_news set spread_to = ${last.id} where id = ${news.id}`;
  } else {
    await tx.sql`delete from product_news where id = ${news.id}`;
  }
  return userIds.length;
}

/**
 * The next users who have the product on their wishlist. Not told are those who want no such mails, those whose own hold has
 * ended, and those who get the mail for which they have asked (`requestAvailabilityAlert`).
 */
function findWishes(tx: Tx, { productId, bookingId, spreadTo }: News) {
  return tx.sql<{ id: string; userId: string; isTold: boolean }[]>`
    select w.id, w.user_id as "userId", coalesce(a.is_on, true)
      and not exists (select from bookings b where b.id = ${bookingId}::uuid and b.buyer_id = w.user_id)
      and not exists (
        select from queued_mails m where m.subject_id = ${bookingId}::uuid and m.kind = 'free-again' and m.reader_id = w.user_id
      ) as "isTold"
    from wishlist_items w
    left join alert_subscriptions a on a.user_id = w.user_id and a.topic = 'wishlist'
    where w.product_id = ${productId} and w.paid_at is null and w.id > ${spreadTo}
    order by w.id limit ${usersAtOnce}`;
}

/** Sorted by user, so that two batches do not wait for each other in a circle. */
async function scheduleMails(tx: Tx, userIds: readonly string[], at: Date): Promise<void> {
  const sorted = [...userIds].sort();
  const ids = sorted.map(() => newId(at));
  await tx.sql`
    insert into alert_subscriptions as known (id, user_id, topic, due_at, created_at)
    select new.id, new.user_id, 'wishlist', ${at}::timestamptz, ${at}::timestamptz
    from unnest(${ids}::uuid[], ${sorted}::uuid[]) as new (id, user_id)
    on conflict (user_id, topic) do update set due_at = greatest(
      coalesce(known.due_at, excluded.due_at), known.mailed_at + make_interval(hours => ${mailEveryHours}::int))`;
}

/** @returns how many subscriptions were due */
async function queueDueMails(tx: Tx, at: Date): Promise<number> {
  const due = await tx.sql<{ id: string }[]>`
    select id from alert_subscriptions where topic = 'wishlist' and is_on and due_at <= ${at}
    order by due_at limit ${mailsAtOnce} for update skip locked`;
  const waiting: string[] = [];
  for (const { id } of due) {
    const isQueued = await queueNewsMail(
      tx,
      { kind: 'news-wishlist', subscriptionId: id, until: at },
      at,
    );
    if (!isQueued) waiting.push(id);
  }
  await tx.sql`
    update alert_subscriptions set due_at = case when id = any(${waiting}::uuid[])
      then ${at}::timestamptz + make_interval(hours => ${retryHours}::int) end
    where id = any(${due.map(({ id }) => id)}::uuid[])`;
  return due.length;
}

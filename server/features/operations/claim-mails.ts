import { storedFault } from '../../core/describe-fault.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import { mailEveryHours } from '../alerts/subscriptions.ts';

/**
 * The tables of queued mails, in the order in which they are sent: somebody waits for a mail about an account. A mail
 * about a sale belongs to a booking, one about an offer to that, one about an account to an identity, one about a removed
 * product to that, one about a payout to that or to its seller, one about news to a subscription, one about messages to a
 * side of a thread, and one about a report or a decision to a case.
 */
export const mailTables = [
  'account_mails',
  'mails',
  'offer_mails',
  'product_mails',
  'payout_mails',
  'alert_mails',
  'message_mails',
  'case_mails',
] as const;
export type MailTable = (typeof mailTables)[number];

/** After this, a mail claimed by a server that crashed can be claimed again. */
const leaseMinutes = 10;
/** A mail is dropped after this many attempts, about two days. */
const maxAttempts = 12;
const minPauseMinutes = 1;
const maxPauseMinutes = 8 * 60;

/** Within this time a message is read by somebody who has the thread open, and needs no mail. */
const messageDelayMs = 60_000;

/** For how long a mail that was refused waits: 2, 4, 8 minutes and so on. */
export const pauseAfterFailure = rawSql(`make_interval(mins =>
  least(${maxPauseMinutes}, ${minPauseMinutes} * (2 ^ least(attempts, 16))::int))`);

/**
 * Claims the mail of this table that has waited longest. Any number of servers may do this at once. While a mail is claimed it
 * has no fault, by which it differs from one that was refused.
 */
export async function claimMail(sql: Sql, table: MailTable, now: Date) {
  const isDue =
    table === 'message_mails'
      ? sql`created_at <= ${new Date(now.getTime() - messageDelayMs)}`
      : sql`true`;
  const [mail] = await sql<{ id: string; requestId: string | null }[]>`
    update ${rawSql(table)} set tried_at = ${now}, attempts = attempts + 1, last_fault = null
    where id = (
      select id from ${rawSql(table)}
      where sent_at is null and dropped_at is null and ${isDue}
        and (tried_at is null or tried_at <= ${now}::timestamptz
          - case when last_fault is null then make_interval(mins => ${leaseMinutes}) else ${pauseAfterFailure} end)
      order by tried_at nulls first, id
      limit 1 for update skip locked
    )
    returning id, request_id as "requestId"`;
  return mail && { table, ...mail };
}

export interface ClaimedMail {
  table: MailTable;
  id: string;
  /** Of the request that queued it; null when a job did. */
  requestId: string | null;
}

/** A user who asked to be told when a product is free gets one mail, so the request ends in the same statement. */
export async function recordSent(sql: Sql, { table, id }: ClaimedMail, at: Date): Promise<void> {
  const recorded = sql`update ${rawSql(table)} set sent_at = ${at}, last_fault = null where id = ${id}`;
  if (table === 'alert_mails') return recordAlert(sql, recorded, at);
  if (table !== 'mails') {
    await recorded;
    return;
  }
  await sql`
    with sent as (${recorded} returning booking_id, reader_id)
    delete from availability_alerts a using sent join bookings b on b.id = sent.booking_id
    where a.user_id = sent.reader_id and a.product_id = b.product_id`;
}

/** Records that nobody is left to read the mail, or that it is outdated. */
export async function recordDropped(
  sql: Sql,
  { table, id }: Pick<ClaimedMail, 'table' | 'id'>,
  at: Date,
): Promise<void> {
  const recorded = sql`
    update ${rawSql(table)} set dropped_at = ${at}, last_fault = null where id = ${id}`;
  if (table === 'alert_mails') return recordAlert(sql, recorded, null);
  await recorded;
}

/**
 * Records how a mail about news ended, and in the same statement that what it told of is no news any more.
 * @param sentAt null when it was not sent
 */
async function recordAlert(sql: Sql, recorded: Fragment, sentAt: Date | null): Promise<void> {
  await sql`
    with mail as (${recorded} returning subscription_id, until),
    told as (
      update saved_searches s set mailed_until = greatest(s.mailed_until, mail.until)
      from mail join alert_subscriptions a on a.id = mail.subscription_id and a.topic = 'searches'
      where s.user_id = a.user_id
    ),
    news as (
      select n.* from mail join alert_subscriptions a on a.id = mail.subscription_id and a.topic = 'wishlist'
      join wishlist_news n on n.user_id = a.user_id
    ),
    known as (
      update wishlist_items w set known_price_cents = news.told_price_cents from news
      where w.user_id = news.user_id and w.product_id = news.product_id
        and news.told_price_cents is not null and ${sentAt}::timestamptz is not null
    ),
    over as (
      delete from wishlist_news n using news, mail
      where n.user_id = news.user_id and n.product_id = news.product_id and n.kind = news.kind
        and n.created_at <= mail.until
    )
    update alert_subscriptions a set mailed_at = coalesce(${sentAt}, a.mailed_at),
      due_at = case when a.due_at is null then null else
        greatest(a.due_at, ${sentAt}::timestamptz + make_interval(hours => ${mailEveryHours}::int)) end
    from mail where a.id = mail.subscription_id`;
}

/** Stores what went wrong in words that contain no personal data. */
export async function recordFailure(
  sql: Sql,
  { table, id }: ClaimedMail,
  { at, error }: { at: Date; error: unknown },
): Promise<void> {
  await sql`
    update ${rawSql(table)} set last_fault = ${storedFault(error)},
      dropped_at = case when attempts >= ${maxAttempts} then ${at}::timestamptz end
    where id = ${id}`;
}

/** Gives a mail back that could not be tried, because the mail server was away. That does not count as an attempt. */
export async function returnMail(sql: Sql, { table, id }: ClaimedMail): Promise<void> {
  await sql`
    update ${rawSql(table)} set tried_at = null, attempts = greatest(attempts - 1, 0) where id = ${id}`;
}

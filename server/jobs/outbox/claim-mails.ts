import { rawSql, type Sql } from '../../database/sql.ts';

/**
 * The tables of queued mails, in the order in which they are sent: somebody waits for a mail about an account. A mail
 * about a sale belongs to a booking, one about an account to an identity, one about a removed product to that, and one about a payout to that or to its seller.
 */
export const mailTables = ['account_mails', 'mails', 'product_mails', 'payout_mails'] as const;
export type MailTable = (typeof mailTables)[number];

/** After this, a mail claimed by a server that crashed can be claimed again. */
const leaseMinutes = 10;
/** A mail is dropped after this many attempts, about two days. */
const maxAttempts = 12;
const minPauseMinutes = 1;
const maxPauseMinutes = 8 * 60;

/** Claims the mail of this table that has waited longest. Any number of servers may do this at once. */
export async function claimMail(sql: Sql, table: MailTable, now: Date) {
  const [mail] = await sql<{ id: string }[]>`
    update ${rawSql(table)} set tried_at = ${now}, attempts = attempts + 1
    where id = (
      select id from ${rawSql(table)}
      where sent_at is null and dropped_at is null
        and (tried_at is null or tried_at <= ${now}::timestamptz - make_interval(mins =>
          case when last_fault is null then ${leaseMinutes}::int
            else least(${maxPauseMinutes}::int, ${minPauseMinutes}::int * (2 ^ least(attempts, 16))::int) end))
      order by tried_at nulls first, id
      limit 1 for update skip locked
    )
    returning id`;
  return mail && { table, id: mail.id };
}

export interface ClaimedMail {
  table: MailTable;
  id: string;
}

/** A user who asked to be told when a product is free gets one mail, so the request ends in the same statement. */
export async function recordSent(sql: Sql, { table, id }: ClaimedMail, at: Date): Promise<void> {
  const recorded = sql`update ${rawSql(table)} set sent_at = ${at}, last_fault = null where id = ${id}`;
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
export async function recordDropped(sql: Sql, { table, id }: ClaimedMail, at: Date): Promise<void> {
  await sql`update ${rawSql(table)} set dropped_at = ${at} where id = ${id}`;
}

/** Stores only the kind of error: its message may contain personal data. */
export async function recordFailure(
  sql: Sql,
  { table, id }: ClaimedMail,
  { at, error }: { at: Date; error: unknown },
): Promise<void> {
  const fault = error instanceof Error ? error.name : 'unknown';
  await sql`
    update ${rawSql(table)} set last_fault = ${fault},
      dropped_at = case when attempts >= ${maxAttempts} then ${at}::timestamptz end
    where id = ${id}`;
}

/** Gives a mail back that could not be tried, because the mail server was away. That does not count as an attempt. */
export async function returnMail(sql: Sql, { table, id }: ClaimedMail): Promise<void> {
  await sql`
    update ${rawSql(table)} set tried_at = null, attempts = greatest(attempts - 1, 0) where id = ${id}`;
}

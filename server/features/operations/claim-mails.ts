import type { QueuedMailKind } from '#contract/operations/mail-kinds.ts';
import { storedFault } from '../../core/describe-fault.ts';
import { rawSql, type Sql } from '../../database/sql.ts';
import type { MailsOfFeature, QueuedMail } from '../mails/mails-of-feature.ts';

/** After this, a mail claimed by a server that crashed can be claimed again. */
const leaseMinutes = 10;
/** A mail is dropped after this many attempts, about two days. */
const maxAttempts = 12;
const minPauseMinutes = 1;
const maxPauseMinutes = 8 * 60;

/** The pause of a mail that was refused: 2, 4, 8 minutes and so on. */
const pauseAfterFailure = rawSql(`make_interval(mins =>
  least(${maxPauseMinutes}, ${minPauseMinutes} * (2 ^ least(attempts, 16))::int))`);

export interface ClaimedMail extends QueuedMail {
  /** The id of the request that queued it; null when a job did. */
  requestId: string | null;
}

/**
 * Claims the mail of these kinds that is due for longest, those about accounts first. Any number of servers may do this
 * concurrently. While a mail is claimed it has no fault, by which it differs from one that was refused.
 */
export async function claimMail(
  sql: Sql,
  now: Date,
  kinds?: readonly QueuedMailKind[],
): Promise<ClaimedMail | undefined> {
  const isOfKinds = kinds ? sql`kind = any(${kinds})` : sql`true`;
  const [mail] = await sql<ClaimedMail[]>`
    update queued_mails set tried_at = ${now}, attempts = attempts + 1, last_fault = null,
      due_at = ${now}::timestamptz + make_interval(mins => ${leaseMinutes}::int)
    where id = (
      select id from queued_mails
      where sent_at is null and dropped_at is null and due_at <= ${now} and ${isOfKinds}
      order by rank, due_at limit 1 for update skip locked
    )
    returning id, key, kind, reader, reader_id as "readerId", subject_id as "subjectId", data,
      created_at as "createdAt", request_id as "requestId"`;
  return mail;
}

type MailId = Pick<ClaimedMail, 'id'>;

/** Does what follows from the end of a mail, see `MailsOfFeature`. */
type RecordEnd = NonNullable<MailsOfFeature<QueuedMailKind>['recordEnd']>;

/** @param recordEnd of its feature */
export async function recordSent(
  sql: Sql,
  { id }: MailId,
  at: Date,
  recordEnd?: RecordEnd,
): Promise<void> {
  const ended = sql`update queued_mails set sent_at = ${at}, last_fault = null where id = ${id}`;
  await (recordEnd ? recordEnd(sql, ended, at) : ended);
}

/**
 * Records that the mail has no reader any more, that it is outdated, or that an admin has dropped it.
 * @param recordEnd of its feature
 */
export async function recordDropped(
  sql: Sql,
  { id }: MailId,
  at: Date,
  recordEnd?: RecordEnd,
): Promise<void> {
  const ended = sql`update queued_mails set dropped_at = ${at}, last_fault = null where id = ${id}`;
  await (recordEnd ? recordEnd(sql, ended, null) : ended);
}

/** Stores what went wrong in words that contain no personal data. */
export async function recordFailure(
  sql: Sql,
  { id }: MailId,
  { at, error }: { at: Date; error: unknown },
): Promise<void> {
  await sql`
    update queued_mails set last_fault = ${storedFault(error)},
      due_at = ${at}::timestamptz + ${pauseAfterFailure},
      dropped_at = case when attempts >= ${maxAttempts} then ${at}::timestamptz end
    where id = ${id}`;
}

/** Gives a mail back that could not be tried, because the mail server was away. That does not count as an attempt. */
export async function returnMail(sql: Sql, { id }: MailId, at: Date): Promise<void> {
  await sql`
    update queued_mails set tried_at = null, due_at = ${at}, attempts = greatest(attempts - 1, 0)
    where id = ${id}`;
}

import type { QueuedMailKind } from '#contract/operations/mail-kinds.ts';
import type { QueuedMailState } from '#contract/operations/queued-mails.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';

/** So many of each state are read at most. */
export const maxMails = 1_000;

const isWaiting = 'sent_at is null and dropped_at is null';

/** In the order of an index. */
const selections: Record<QueuedMailState, string> = {
  waiting: `${isWaiting} and last_fault is null`,
  retrying: `${isWaiting} and last_fault is not null`,
  'given-up': 'dropped_at is not null and last_fault is not null',
};
const orders: Record<QueuedMailState, string> = {
  waiting: 'rank, due_at',
  retrying: 'rank, due_at',
  'given-up': 'id desc',
};

/** The mails in a state, at most 1,001: those that are sent next, or were given up last. */
export function queuedMailsOf(
  sql: Sql,
  { state, kind }: { state: QueuedMailState; kind?: QueuedMailKind | undefined },
): Fragment {
  const ofKind = kind === undefined ? sql`` : sql`and kind = ${kind}`;
  return sql`
    select * from queued_mails where ${rawSql(selections[state])} ${ofKind}
    order by ${rawSql(orders[state])} limit ${maxMails + 1}`;
}

/** SQL for the address to which a mail `m` goes; null when its receiver was removed. A guest who reported something gave one. */
export const receiverOf = rawSql(`coalesce(
  (select email from users where id = m.reader_id and removed_at is null),
  (select email from auth_users where id = m.subject_id),
  (select email from reports where id = (m.data ->> 'reportId')::uuid))`);

import type { QueuedMailKind } from '#contract/operations/mail-kinds.ts';
import type { QueuedMail, QueuedMailState } from '#contract/operations/queued-mails.ts';
import { queuedMailStates } from '#contract/operations/queued-mails.ts';
import type { Queues } from '#contract/operations/retries.ts';
import { readFault } from '../../core/describe-fault.ts';
import type { Sql } from '../../database/sql.ts';
import { maxMails, queuedMailsOf, receiverOf } from './queued-mail-rows.ts';

interface MailFilter {
  state: QueuedMailState;
  kind?: QueuedMailKind | undefined;
  /** How many to read at most. */
  count: number;
  /** Only those with a smaller id. */
  before: string;
}

interface MailRow {
  id: string;
  kind: QueuedMailKind;
  to: string | null;
  createdAt: Date;
  attempts: number;
  triedAt: Date | null;
  dueAt: Date;
  lastFault: string | null;
}

/** The mails in a state, newest first, at most 1,000. What they say is not read. */
export async function listQueuedMails(
  sql: Sql,
  { state, kind, count, before }: MailFilter,
): Promise<QueuedMail[]> {
  const rows = await sql<MailRow[]>`
    select id, kind, ${receiverOf} as "to", created_at as "createdAt", attempts,
      tried_at as "triedAt", due_at as "dueAt", last_fault as "lastFault"
    from (${queuedMailsOf(sql, { state, kind })}) m
    where id < ${before} order by id desc limit ${count}`;
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    state,
    attempts: row.attempts,
    to: row.to ?? undefined,
    queuedAt: row.createdAt.toISOString(),
    triedAt: row.triedAt?.toISOString(),
    nextAt: state === 'retrying' ? row.dueAt.toISOString() : undefined,
    isBeingSent: state === 'waiting' && row.triedAt !== null,
    ...readFault(row.lastFault),
  }));
}

/** How many mails of each state there are, and of each kind, counting at most 1,000 of a state. */
export async function countQueuedMails(sql: Sql): Promise<Pick<Queues, 'mails' | 'mailKinds'>> {
  const counted = queuedMailStates.map(
    (state) => sql<{ kind: QueuedMailKind; count: number }[]>`
      select kind, count(*)::int as count from (${queuedMailsOf(sql, { state })}) m group by kind`,
  );
  const [waiting = [], retrying = [], givenUp = []] = await Promise.all(counted);
  const byState = { waiting, retrying, 'given-up': givenUp };
  const kinds = [
    ...new Set(Object.values(byState).flatMap((rows) => rows.map(({ kind }) => kind))),
  ];
  const countOf = (rows: typeof waiting, kind: QueuedMailKind) =>
    rows.find((row) => row.kind === kind)?.count ?? 0;
  return {
    mails: {
      waiting: figureOf(waiting),
      retrying: figureOf(retrying),
      'given-up': figureOf(givenUp),
    },
    mailKinds: kinds.sort().map((kind) => ({
      kind,
      waiting: countOf(waiting, kind),
      retrying: countOf(retrying, kind),
      'given-up': countOf(givenUp, kind),
    })),
  };
}

function figureOf(rows: readonly { count: number }[]) {
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  return { count: Math.min(count, maxMails), isExact: count <= maxMails };
}

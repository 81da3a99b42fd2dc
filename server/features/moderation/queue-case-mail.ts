import type { CaseMailKind } from '#contract/mail-kinds.ts';
import { newId } from '../../core/ids.ts';
import { currentRequestId } from '../../core/request-context.ts';
import type { Tx } from '../../database/transaction.ts';

interface QueuedCaseMail {
  kind: CaseMailKind;
  caseId: string;
  /** To its sender; missing: to whom the case is about. */
  reportId?: string;
}

/** Queues a mail about a case, which is sent after the commit. One that is queued already is not queued again. */
export function queueCaseMail(tx: Tx, { kind, caseId, reportId }: QueuedCaseMail, at: Date): void {
  tx.write`
    insert into case_mails (id, case_id, report_id, kind, created_at, request_id)
    values (${newId(at)}, ${caseId}, ${reportId ?? null}, ${kind}, ${at}, ${currentRequestId()})
    on conflict do nothing`;
  tx.announce('mail-queued');
}

/**
 * Queues a mail to all who have reported what a case is about; of a case that appeals have opened again, to those whose appeal
 * that was. The mails' ids are made from one time, so that they can be inserted
 * by one statement.
 */
export async function queueReporterMails(
  tx: Tx,
  kind: CaseMailKind,
  { caseId, reopens = null }: { caseId: string; reopens?: string | null },
  at: Date,
): Promise<void> {
  const reports = await tx.sql<{ id: string }[]>`
    select id from reports
    where case_id = ${caseId} and (reporter_id is not null or email is not null)
    union all
    select r.id from reports r
    join appeals a on a.case_id = r.case_id and a.appellant_id = r.reporter_id
    where r.case_id = ${reopens} and a.outcome = 'reversed'`;
  if (reports.length === 0) return;
  const ids = reports.map(() => newId(at));
  tx.write`
    insert into case_mails (id, case_id, report_id, kind, created_at, request_id)
    select mail_id, ${caseId}, report_id, ${kind}, ${at}, ${currentRequestId()}
    from unnest(${ids}::uuid[], ${reports.map(({ id }) => id)}::uuid[]) as queued (mail_id, report_id)
    on conflict do nothing`;
  tx.announce('mail-queued');
}

import type { CaseMailKind } from '#contract/operations/mail-kinds.ts';
import { queueMail } from '../../database/queue-mail.ts';
import type { Tx } from '../../database/transaction.ts';

interface NewCaseMail {
  kind: CaseMailKind;
  caseId: string;
  /** To its sender, who may be a guest; missing: to whom the case is about. */
  reportId?: string;
}

/** Queues a mail about a case. */
export function queueCaseMail(tx: Tx, { kind, caseId, reportId }: NewCaseMail, at: Date): void {
  const readerId =
    reportId === undefined
      ? tx.sql`(select person_id from cases where id = ${caseId})`
      : tx.sql`(select reporter_id from reports where id = ${reportId})`;
  queueMail(tx, { kind, subjectId: caseId, readerId, about: reportId, data: { reportId } }, at);
}

/**
 * Queues a mail to all who have reported what a case is about; of a case that appeals have opened again, to those whose appeal
 * that was.
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
  for (const { id } of reports) queueCaseMail(tx, { kind, caseId, reportId: id }, at);
}

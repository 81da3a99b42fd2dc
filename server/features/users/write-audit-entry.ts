import type { AuditAction } from '#contract/users/audit.ts';
import { newId } from '../../core/ids.ts';
import type { Tx } from '../../database/transaction.ts';

interface Action {
  action: AuditAction;
  /** Null when a setting of the shop caused it. */
  actorId: string | null;
  /** Name and email as they were before the action. */
  subject: { id: string; name: string; email: string };
  /** The subject's product that the action was about, with its name before the action. */
  product?: { id: string; name: string };
  /** What it was about, where that is no person. */
  about?: string;
  /** What the actor told the subject. */
  reason?: string;
}

/** The JSON column `detail` of an audit entry. */
export interface AuditDetail {
  name: string;
  email: string;
  product?: { id: string; name: string };
  about?: string;
  reason?: string;
}

/** Records who did what to whom, in the same transaction as the action, so that neither is stored without the other. */
export async function writeAuditEntry(
  tx: Tx,
  { action, actorId, subject, product, about, reason }: Action,
  at: Date,
): Promise<void> {
  const { id: subjectId, name, email } = subject;
  const detail: AuditDetail = {
    name,
    email,
    ...(product && { product }),
    ...(about && { about }),
    ...(reason && { reason }),
  };
  await tx.sql`
    insert into audit_entries (id, action, actor_id, subject_id, detail, created_at)
    values (${newId(at)}, ${action}, ${actorId}, ${subjectId}, ${JSON.stringify(detail)}::jsonb,
      ${at})`;
}

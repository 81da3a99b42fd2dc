import type { AuditAction, AuditEntry } from '#contract/audit.ts';
import { newId } from '../../core/ids.ts';
import { auditEntries } from '../../database/schema/shop.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';

interface Action {
  action: AuditAction;
  /** Null when a setting of the shop did it. */
  actorId: string | null;
  /** As they were known before it. */
  subject: { id: string; name: string; email: string };
  /** What of theirs it was about, as it was called before it. */
  product?: { id: string; name: string };
}

interface Detail {
  name: string;
  email: string;
  product?: { id: string; name: string };
}

/** Notes who did what to whom, in the transaction that does it: what is done is noted, and what is noted is done. */
export async function writeAuditEntry(
  tx: Tx,
  { action, actorId, subject, product }: Action,
  at: Date,
): Promise<void> {
  const { id: subjectId, name, email } = subject;
  const detail: Detail = { name, email, ...(product && { product }) };
  await tx
    .insert(auditEntries)
    .values({ id: newId(at), action, actorId, subjectId, detail, createdAt: at });
}

interface EntryRow {
  id: string;
  action: AuditAction;
  createdAt: Date;
  subjectId: string;
  detail: Detail;
  actorId: string | null;
  actorName: string;
  actorEmail: string;
}

/** What was noted, newest first. */
export async function listAudit(
  sql: Sql,
  { count, before }: { count: number; before: string },
): Promise<AuditEntry[]> {
  const rows = await sql<EntryRow[]>`
    select e.id, e.action, e.created_at as "createdAt", e.subject_id as "subjectId", e.detail,
      a.id as "actorId", a.name as "actorName", a.email as "actorEmail"
    from audit_entries e left join users a on a.id = e.actor_id
    where e.id < ${before} order by e.id desc limit ${count}`;
  return rows.map(entryFrom);
}

function entryFrom(row: EntryRow): AuditEntry {
  const { product } = row.detail;
  return {
    _id: row.id,
    action: row.action,
    actor:
      row.actorId === null
        ? undefined
        : { _id: row.actorId, name: row.actorName, email: row.actorEmail },
    subject: { _id: row.subjectId, name: row.detail.name, email: row.detail.email },
    product: product && { _id: product.id, name: product.name },
    time: row.createdAt.toISOString(),
  };
}

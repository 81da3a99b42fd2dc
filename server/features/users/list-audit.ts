import type { AuditAction, AuditEntry } from '#contract/users/audit.ts';
import type { Sql } from '../../database/sql.ts';
import type { AuditDetail } from './write-audit-entry.ts';

interface EntryRow {
  id: string;
  action: AuditAction;
  createdAt: Date;
  subjectId: string;
  detail: AuditDetail;
  actorId: string | null;
  actorName: string;
  actorEmail: string;
}

/** The audit entries with an id below `before`, newest first. */
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
  const { product, about, reason } = row.detail;
  return {
    _id: row.id,
    action: row.action,
    actor:
      row.actorId === null
        ? undefined
        : { _id: row.actorId, name: row.actorName, email: row.actorEmail },
    subject: { _id: row.subjectId, name: row.detail.name, email: row.detail.email },
    product: product && { _id: product.id, name: product.name },
    about,
    reason,
    time: row.createdAt.toISOString(),
  };
}

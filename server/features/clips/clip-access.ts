import type { Sql } from '../../database/sql.ts';
import type { ClipColumns } from './clip-row.ts';

export type ServedClip = Pick<ClipColumns, 'id' | 'kind' | 'format' | 'bytes'>;

/** A clip that a listing shows, or that its sender has not used yet; undefined for every other. */
export async function findListedClip(sql: Sql, id: string) {
  const [clip] = await sql<(ServedClip & { isPublic: boolean })[]>`
    select * from (
      select k.id, k.kind, k.format, k.bytes,
        exists (
          select from clip_uses used join products p on p.id = used.subject_id
          where used.clip_id = k.id and p.hidden_for is null
            and (p.withdrawn_at is null or p.status = 'sold')) as "isPublic",
        exists (select from clip_uses where clip_id = k.id) as "isUsed",
        exists (select from users where id = k.owner_id and removed_at is null) as "hasOwner"
      from clips k where k.id = ${id}
    ) clip where "isPublic" or ("hasOwner" and not "isUsed")`;
  return clip;
}

/** A clip of a return, a dispute, a message or a case, or of a listing that admins look at. */
export async function findEvidenceClip(sql: Sql, id: string) {
  const [clip] = await sql<ServedClip[]>`
    select id, kind, format, bytes from clips k
    where id = ${id} and exists (select from clip_uses where clip_id = k.id)`;
  return clip;
}

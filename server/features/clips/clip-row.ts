import { type Clip, type ClipFormat, type ClipKind, clipType } from '#contract/clips/clips.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';

/** A clip as `selectClips` reads it. */
export interface ClipColumns {
  id: string;
  kind: ClipKind;
  format: ClipFormat;
  bytes: number;
  durationMs: number;
  width: number | null;
  height: number | null;
  transcript: string | null;
}

export function clipFrom(row: ClipColumns, url: string): Clip {
  return {
    url,
    kind: row.kind,
    type: clipType(row),
    seconds: row.durationMs / 1_000,
    bytes: row.bytes,
    ...(row.width !== null && row.height !== null && { width: row.width, height: row.height }),
    ...(row.transcript !== null && { transcript: row.transcript }),
  };
}

/** The clips of a subject as one JSON column, in their order. `subject` is an expression of the statement, such as `r.id`. */
export function selectClips(
  sql: Sql,
  subject: 'p.id' | 'r.id' | 'd.id' | 's.id' | 'm.id' | 'c.id',
): Fragment {
  return sql`(
    select coalesce(json_agg(json_build_object('id', k.id, 'kind', k.kind, 'format', k.format,
      'bytes', k.bytes, 'durationMs', k.duration_ms, 'width', k.width, 'height', k.height,
      'transcript', used.transcript) order by used.position), '[]')
    from clip_uses used join clips k on k.id = used.clip_id
    where used.subject_id = ${rawSql(subject)})`;
}

import { createHash } from 'node:crypto';
import type { SubjectState } from '#contract/moderation/cases.ts';
import type { SubjectKind } from '#contract/moderation/moderation-terms.ts';
import type { ReportedContent } from '../../database/schema/cases.ts';
import type { Sql } from '../../database/sql.ts';
import type { ClipColumns } from '../clips/clip-row.ts';
import { kindsOfSubject } from './subject-kinds.ts';

/** What was reported, as it is now. */
export interface Subject {
  kind: SubjectKind;
  id: string;
  /** From whom it is. */
  personId: string;
  productId: string | null;
  content: ReportedContent;
  imageIds: readonly string[];
  clips: readonly ClipColumns[];
  state: SubjectState;
  /** The digest of content, pictures, clips and state: it differs after every change. */
  version: string;
}

export interface SubjectReference {
  kind: SubjectKind;
  id: string;
}

/** @returns undefined when it never was, or is gone: deleted, or its author was removed */
export async function readSubject(
  sql: Sql,
  { kind, id }: SubjectReference,
): Promise<Subject | undefined> {
  const [row] = await kindsOfSubject[kind].select(sql, id);
  if (!row) return undefined;
  const { personId, productId, name, text, priceCents, rating, reply, state } = row;
  const { imageIds, clips } = row;
  const content = {
    name,
    ...(text !== null && { text }),
    ...(priceCents !== null && { priceCents }),
    ...(rating !== null && { rating }),
    ...(reply !== null && { reply }),
  };
  const version = createHash('sha256')
    .update(
      JSON.stringify([
        content,
        imageIds,
        state,
        ...clips.map(({ id, transcript }) => [id, transcript]),
      ]),
    )
    .digest('base64url');
  return { kind, id, personId, productId, content, imageIds, clips, state, version };
}

/** Whether this person, or a guest, sees the subject and so can report it. */
export async function isSeenBy(
  sql: Sql,
  subject: Subject,
  viewerId: string | undefined,
): Promise<boolean> {
  if (subject.state === 'hidden' && subject.kind !== 'user') return false;
  return kindsOfSubject[subject.kind].isSeenBy(sql, subject, viewerId);
}

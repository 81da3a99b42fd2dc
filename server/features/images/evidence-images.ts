import type { JoinedImage } from '../../database/image-columns.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { EvidenceLinks } from './evidence-links.ts';
import { findImageId } from './find-image-id.ts';
import type { ImageDeps } from './image-deps.ts';

/** Finds the pictures of a return, of a text in a dispute or of a message, as `findImageId` does, without duplicates. */
export async function findEvidence(
  tx: Tx,
  deps: ImageDeps,
  addresses: readonly string[] = [],
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, address] of addresses.entries()) {
    ids.push(await findImageId(tx, deps, address, `images.${index}`));
  }
  return [...new Set(ids)];
}

/** @param subjectId the return, the dispute, the statement or the message that the pictures belong to */
export async function saveEvidence(
  tx: Tx,
  subjectId: string,
  imageIds: readonly string[],
): Promise<void> {
  if (imageIds.length === 0) return;
  await tx.sql`
    insert into evidence_images (subject_id, position, image_id)
    select ${subjectId}, position, id
    from unnest(${imageIds}::uuid[]) with ordinality as picture (id, position)`;
}

/** The pictures of a subject as one JSON column, in their order. `subject` is an expression of the statement, such as `r.id`. */
export function selectEvidence(sql: Sql, subject: 'r.id' | 'd.id' | 's.id' | 'm.id'): Fragment {
  return sql`(
    select coalesce(json_agg(json_build_object('id', e.image_id, 'externalUrl', shown.external_url,
      'widths', shown.widths, 'width', shown.width, 'height', shown.height,
      'placeholder', shown.placeholder, 'avif', shown.avif) order by e.position), '[]')
    from evidence_images e join images shown on shown.id = e.image_id
    where e.subject_id = ${rawSql(subject)})`;
}

export function evidenceAddresses(
  images: readonly JoinedImage[],
  evidenceLinks: EvidenceLinks,
): string[] {
  return images.map((image) => evidenceLinks.addressOf(image));
}

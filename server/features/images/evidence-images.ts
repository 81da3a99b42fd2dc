import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/problem.ts';
import type { JoinedImage } from '../../database/image-columns.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { lockUserExclusively } from '../users/lock-user.ts';
import type { EvidenceLinks } from './evidence-links.ts';
import { findImageId } from './find-image-id.ts';
import type { ImageDeps } from './image-deps.ts';

/** What a person can attach to messages, returns and disputes within 24 hours: about 100 photos of a telephone. */
const daily = { pictures: 100, bytes: 150_000_000 };

/**
 * Finds the pictures of a return, of a text in a dispute or of a message, as `findImageId` does, without duplicates. Locks the
 * owner, so that their pictures are counted one request after the other.
 * @throws Problem as `findImageId` does; too-many-requests when the owner has attached too many today
 */
export async function findEvidence(
  tx: Tx,
  deps: ImageDeps & { clock: Clock },
  addresses: readonly string[] = [],
  { id: ownerId }: { id: string },
): Promise<string[]> {
  if (addresses.length === 0) return [];
  await lockUserExclusively(tx, ownerId);
  const ids: string[] = [];
  for (const [index, address] of addresses.entries()) {
    ids.push(await findImageId(tx, deps, address, { ownerId, field: `images.${index}` }));
  }
  await requireRoom(tx, { ownerId, ids }, deps.clock.now());
  return [...new Set(ids)];
}

/** Counts what was uploaded within a day and is evidence, or becomes it now. What a listing shows has its own limits. */
async function requireRoom(
  tx: Tx,
  { ownerId, ids }: { ownerId: string; ids: readonly string[] },
  at: Date,
): Promise<void> {
  const since = new Date(at.getTime() - 24 * 3_600_000);
  const [used] = await tx.sql<{ pictures: number; bytes: number }[]>`
    select count(*)::int as pictures, coalesce(sum(bytes), 0)::bigint as bytes from images i
    where owner_id = ${ownerId} and created_at > ${since}
      and (id = any(${ids}::uuid[]) or exists (select from evidence_images where image_id = i.id))
      and not exists (select from products where image_id = i.id)
      and not exists (select from product_images where image_id = i.id)`;
  if (!used || (used.pictures <= daily.pictures && used.bytes <= daily.bytes)) return;
  const detail = msg`You have sent very many pictures today. Please send more of them tomorrow.`;
  throw new Problem('too-many-requests', detail, {
    retryAfterSeconds: 3_600,
    errors: [{ field: 'images', message: detail }],
  });
}

/** @param subjectId the sale (of its parcel), the return, the dispute, the statement or the message that the pictures belong to */
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
export function selectEvidence(
  sql: Sql,
  subject: 'b.id' | 'r.id' | 'd.id' | 's.id' | 'm.id',
): Fragment {
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

import type { CallRequest } from '#contract/calls.ts';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { findEvidence, saveEvidence } from '../images/evidence-images.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import { lockUserExclusively } from '../users/lock-user.ts';

/**
 * Stores what a seller sends the admins to be verified, in place of what they sent before. Once an admin has verified them it
 * does not change any more, so that nobody is verified by what no one has looked at.
 * @throws Problem not-signed-in; conflict for buyers, admins and verified sellers; bad-input for a picture that was not uploaded
 * here; too-many-requests
 */
export async function requestVerification(
  tx: Tx,
  deps: ImageDeps & { clock: Clock; evidenceLinks: EvidenceLinks },
  sellerId: string,
  { text, links, images }: CallRequest<'requestVerification'>['body'],
): Promise<void> {
  const at = deps.clock.now();
  await lockUserExclusively(tx, sellerId);
  const [seller] = await tx.sql<{ role: string; isVerified: boolean }[]>`
    select role, verified_at is not null as "isVerified" from users where id = ${sellerId}`;
  if (seller?.role !== 'seller') {
    throw new Problem('conflict', msg`Only sellers can be verified`);
  }
  if (seller.isVerified) throw new Problem('conflict', msg`You are verified already`);
  const imageIds = await findPictures(tx, deps, images, sellerId);
  eraseVerificationRequest(tx, sellerId);
  const id = newId(at);
  await tx.sql`
    insert into verification_requests (id, user_id, text, links, sent_at)
    values (${id}, ${sellerId}, ${text}, ${links}, ${at})`;
  await saveEvidence(tx, id, imageIds);
}

/** Those that were sent before have the addresses under which the seller sees them. */
async function findPictures(
  tx: Tx,
  deps: ImageDeps & { clock: Clock; evidenceLinks: EvidenceLinks },
  addresses: readonly string[],
  sellerId: string,
): Promise<string[]> {
  const sent = await tx.sql<{ id: string }[]>`
    select e.image_id as id from evidence_images e
    join verification_requests v on v.id = e.subject_id where v.user_id = ${sellerId}`;
  const present = new Set(sent.map(({ id }) => id));
  const idAt = (address: string) => {
    const id = deps.evidenceLinks.idOf(address.split('/').at(-1) ?? '');
    return id !== undefined && present.has(id) ? id : undefined;
  };
  const added = addresses.filter((address) => idAt(address) === undefined);
  const found = await findEvidence(tx, deps, added, { id: sellerId });
  return [...new Set([...addresses.flatMap((address) => idAt(address) ?? []), ...found])];
}

/** Deletes what a seller has sent, with its pictures. */
export function eraseVerificationRequest(tx: Tx, sellerId: string): void {
  tx.write`
    delete from evidence_images
    where subject_id in (select id from verification_requests where user_id = ${sellerId})`;
  tx.write`delete from verification_requests where user_id = ${sellerId}`;
}

/** @returns how many requests were deleted: 0 or 1 */
export async function withdrawVerification(tx: Tx, sellerId: string): Promise<number> {
  await lockUserExclusively(tx, sellerId);
  const [request] = await tx.sql`
    select from verification_requests where user_id = ${sellerId}`;
  if (!request) return 0;
  eraseVerificationRequest(tx, sellerId);
  return 1;
}

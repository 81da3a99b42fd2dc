import type { Tx } from '../database/transaction.ts';
import { findImageId } from '../features/images/find-image-id.ts';
import type { ImageDeps } from '../features/images/image-deps.ts';
import { recordCatalogueChange } from '../features/products/catalogue-changes.ts';
import { type Actor, type LockedUser, lockActorAndSubject } from '../features/users/lock-user.ts';
import { writeAuditEntry } from '../features/users/write-audit-entry.ts';

interface UserChanges {
  id: string;
  name?: string | undefined;
  /** URL of an uploaded picture, or of the current one. */
  image?: string | undefined;
  /** The languages of the shop. */
  language?: string | undefined;
  timeZone?: string | undefined;
  /** Empty: none. */
  about?: string | undefined;
  town?: string | undefined;
  spoken?: readonly string[] | undefined;
}

/**
 * Changes the name, the picture, the introduction, or language and time zone of the mails of a user. Products show their seller's new name; bookings keep the old one. When an
 * admin changes another user, an audit entry is written.
 * @throws Problem not-signed-in, not-allowed, not-found; bad-input for a picture that was not uploaded here
 */
export async function changeUser(
  tx: Tx,
  requester: Actor,
  { id, name, image, ...changes }: UserChanges,
  pictures: ImageDeps,
  at: Date,
): Promise<void> {
  const { actor, subject } = await lockActorAndSubject(
    tx,
    requester,
    id,
    'admin or self',
    'people',
  );
  const picture = await pictureFor(tx, { actor, subject, image }, pictures);
  const { language, timeZone, about, town, spoken } = changes;
  const isIntroduced = [about, town, spoken].some((value) => value !== undefined);
  const isUnchanged =
    !isIntroduced && [name, language, timeZone].every((value) => value === undefined);
  if (isUnchanged && picture === subject) return;
  tx.write`
    update users set name = ${name ?? subject.name}, image_id = ${picture.imageId},
      image_url = ${picture.imageUrl}, language = coalesce(${language ?? null}::text, language),
      time_zone = coalesce(${timeZone ?? null}::text, time_zone),
      about = nullif(coalesce(${about ?? null}::text, about), ''),
      town = nullif(coalesce(${town ?? null}::text, town), ''),
      spoken = nullif(coalesce(${spoken ?? null}::text[], spoken), '{}')
    where id = ${subject.id}`;
  if (isIntroduced || (name !== undefined && name !== subject.name)) {
    recordCatalogueChange(tx, null, at);
  }
  if (actor.id !== subject.id) {
    await writeAuditEntry(tx, { action: 'user-changed', actorId: actor.id, subject }, at);
  }
}

/** Accepts the current picture, which may be Google's; any other must have been uploaded here. */
async function pictureFor(
  tx: Tx,
  { actor, subject, image }: { actor: Actor; subject: LockedUser; image: string | undefined },
  pictures: ImageDeps,
): Promise<Pick<LockedUser, 'imageId' | 'imageUrl'>> {
  if (image === undefined || image === subject.imageUrl) return subject;
  const shown = subject.imageId === null ? [] : [subject.imageId];
  const use = { ownerId: subject.id, actorId: actor.id, shown };
  return { imageId: await findImageId(tx, pictures, image, use), imageUrl: null };
}

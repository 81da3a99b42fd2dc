import { createHmac, hkdfSync } from 'node:crypto';
import { limits } from '#contract/constants.ts';
import { codePhotoTerms } from '#contract/products/code-photo.ts';
import { msg, plural } from '#contract/text.ts';
import { badInput, Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { findImageId } from '../images/find-image-id.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import type { Actor } from '../users/lock-user.ts';
import { recordCatalogueChange } from './catalogue-changes.ts';
import { readFurtherPictures, saveFurtherPictures } from './listing-pictures.ts';
import { auditAdminChange, lockOwnProduct } from './lock-own-product.ts';

/** The codes that sellers write down and photograph with an instrument. They follow from listing, day and secret, so that none is stored. */
export interface PhotoCodes {
  codeOf(productId: string, at: Date): string;
  /** The end of the next day (UTC). */
  validUntil(at: Date): Date;
  /** The code as it is written, when it is that of this day or of the one before. Spaces, hyphens and case do not matter. */
  findValid(given: string, productId: string, at: Date): string | undefined;
}

const dayMs = 86_400_000;
const { letters, length, validHours } = codePhotoTerms;

/** @param secret the same for all servers of a shop */
export function createPhotoCodes(secret: string): PhotoCodes {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'reprise code photos', 32));
  const codeOf = (productId: string, at: Date) => {
    const day = at.toISOString().slice(0, 10);
    const digest = createHmac('sha256', key).update(`${productId}:${day}`).digest();
    // 32 bits for each letter, so that all are nearly equally frequent.
    return Array.from(
      { length },
      (_, place) => letters[digest.readUInt32BE(4 * place) % letters.length],
    ).join('');
  };
  return {
    codeOf,
    validUntil: (at) => new Date((Math.floor(at.getTime() / dayMs) + validHours / 24) * dayMs),
    findValid(given, productId, at) {
      const typed = given.replaceAll(/[\s-]/g, '').toUpperCase();
      const dayBefore = new Date(at.getTime() - dayMs);
      return [at, dayBefore].map((day) => codeOf(productId, day)).find((code) => code === typed);
    },
  };
}

interface SentCodePhoto {
  id: string;
  image: string;
  code?: string | undefined;
}

/**
 * @returns the code of today for a listing of the actor's own, and until when its picture can be added
 * @throws Problem as `setCodePhoto` does
 */
export async function askForCode(
  tx: Tx,
  codes: PhotoCodes,
  actor: Actor,
  id: string,
  at: Date,
): Promise<{ code: string; validUntil: string }> {
  await lockOfSeller(tx, actor, id);
  return { code: codes.codeOf(id, at), validUntil: codes.validUntil(at).toISOString() };
}

/**
 * States that a picture shows the instrument with its code, in place of an earlier one. It becomes the last picture of the
 * listing, unless it is one already. The other pictures are stored as those beside it, so that later ones can be told apart.
 * @returns whether anything changed
 * @throws Problem as `lockOwnProduct` does; not-found for an admin who is not its seller, who cannot have taken the picture;
 * bad-input for a picture as `findImageId` does, when the listing is full, and for a code that is not valid
 */
export async function setCodePhoto(
  tx: Tx,
  { imageDeps, codes }: { imageDeps: ImageDeps; codes: PhotoCodes },
  actor: Actor,
  { id, image, code: given }: SentCodePhoto,
  at: Date,
): Promise<boolean> {
  const product = await lockOfSeller(tx, actor, id);
  const code = given === undefined ? codes.codeOf(id, at) : codes.findValid(given, id, at);
  if (code === undefined) {
    const message = msg`This code is over, or is not that of this listing. Ask for a new one and take the picture again.`;
    throw badInput([{ field: 'code', message }]);
  }
  const further = await readFurtherPictures(tx, id);
  const shown = [product.imageId, ...further];
  const imageId = await findImageId(tx, imageDeps, image, { ownerId: product.sellerId, shown });
  const isShown = shown.includes(imageId);
  if (!isShown && shown.length >= limits.picturesPerProduct) {
    const message = msg`The listing has ${plural(limits.picturesPerProduct, { one: '# picture', other: '# pictures' })} already. Remove one of them first.`;
    throw badInput([{ field: 'image', message }]);
  }
  const beside = shown.filter((one) => one !== imageId);
  const isSame =
    product.codePhotoId === imageId &&
    product.codePhotoCode === code &&
    beside.join() === product.codePhotoBeside?.join();
  if (isSame) return false;
  if (!isShown) saveFurtherPictures(tx, id, [...further, imageId]);
  tx.write`
    update products set code_photo_id = ${imageId}, code_photo_at = ${at}, code_photo_code = ${code},
      code_photo_beside = ${beside}::uuid[], comparison_due_at = ${at}
    where id = ${id}`;
  recordCatalogueChange(tx, id, at);
  return true;
}

/**
 * Takes the statement back. The picture stays in the listing. Written to the audit when an admin does it.
 * @returns whether there was one
 * @throws Problem as `lockOwnProduct` does
 */
export async function removeCodePhoto(
  tx: Tx,
  actor: Actor,
  id: string,
  at: Date,
): Promise<boolean> {
  const product = await lockOwnProduct(tx, actor, id);
  if (product.codePhotoId === null) return false;
  tx.write`
    update products set code_photo_id = null, code_photo_at = null, code_photo_code = null,
      code_photo_beside = null
    where id = ${id}`;
  await auditAdminChange(tx, 'product-changed', { actor, product }, at);
  recordCatalogueChange(tx, id, at);
  return true;
}

async function lockOfSeller(tx: Tx, actor: Actor, id: string) {
  const product = await lockOwnProduct(tx, actor, id);
  if (product.sellerId === actor.id) return product;
  throw new Problem('not-found', msg`You have no such instrument`);
}

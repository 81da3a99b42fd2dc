import { eq } from 'drizzle-orm';
import { limits } from '#contract/constants.ts';
import { Problem } from '../../core/problem.ts';
import { productImages } from '../../database/schema/product-images.ts';
import type { Tx } from '../../database/transaction.ts';
import { imageIdOf, type Pictures } from '../images/images.ts';

/** The addresses of a listing's pictures as they were sent. */
export interface SentPictures {
  image?: string | undefined;
  images?: readonly string[] | undefined;
}

/** A picture that comes first, and those that follow it. */
export interface ListingPictures {
  imageId: string;
  furtherImageIds: string[];
}

/**
 * The pictures that were sent: `image` first, then those of `images` in their order, none twice. Without `image` the
 * first of `images` is the main one.
 * @throws Problem bad-input naming `image`, `images` or one of them, `images.2` for the third
 */
export async function findListingPictures(
  tx: Tx,
  pictures: Pictures,
  { image, images = [] }: SentPictures,
): Promise<ListingPictures> {
  const main = image === undefined ? [] : [await imageIdOf(tx, pictures, image, 'image')];
  const others: string[] = [];
  for (const [place, address] of images.entries()) {
    others.push(await imageIdOf(tx, pictures, address, `images.${place}`));
  }
  return inOrder([...main, ...others]);
}

/**
 * Orders pictures, none twice.
 * @throws Problem bad-input naming `images` when there are too many or none
 */
export function inOrder(ids: readonly string[]): ListingPictures {
  const [imageId, ...furtherImageIds] = new Set(ids);
  if (imageId === undefined) throw wrongImages('Keep at least one picture');
  if (furtherImageIds.length >= limits.picturesPerProduct) {
    throw wrongImages(`Use at most ${limits.picturesPerProduct} pictures`);
  }
  return { imageId, furtherImageIds };
}

/** The pictures after a product's main one, in the seller's order. */
export async function readFurtherPictures(tx: Tx, productId: string): Promise<string[]> {
  const rows = await tx
    .select({ imageId: productImages.imageId })
    .from(productImages)
    .where(eq(productImages.productId, productId))
    .orderBy(productImages.position);
  return rows.map(({ imageId }) => imageId);
}

/** Puts these in the place of the pictures that followed the main one. The product's row is locked, or new. */
export async function saveFurtherPictures(
  tx: Tx,
  productId: string,
  imageIds: readonly string[],
): Promise<void> {
  await tx.delete(productImages).where(eq(productImages.productId, productId));
  if (imageIds.length === 0) return;
  const rows = imageIds.map((imageId, place) => ({ productId, position: place + 1, imageId }));
  await tx.insert(productImages).values(rows);
}

function wrongImages(message: string): Problem {
  return new Problem('bad-input', message, { errors: [{ field: 'images', message }] });
}

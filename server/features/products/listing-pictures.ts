import { limits } from '#contract/constants.ts';
import { msg, plural } from '#contract/text.ts';
import { Problem, type ProblemText } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { findImageId, type PictureUse } from '../images/find-image-id.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import type { SentPictures } from '../images/register-hosted-pictures.ts';

/** The main picture of a listing, and those after it. */
export interface ListingPictures {
  imageId: string;
  furtherImageIds: string[];
}

/**
 * Finds the pictures of a request: `image` first, then those of `images` in their order, without duplicates. Without
 * `image` the first of `images` is the main picture.
 * @throws Problem bad-input naming `image`, `images`, or the item of `images` (`images.2` for the third)
 */
export async function findListingPictures(
  tx: Tx,
  deps: ImageDeps,
  { image, images = [] }: SentPictures,
  use: PictureUse,
): Promise<ListingPictures> {
  const main = image === undefined ? [] : [await findImageId(tx, deps, image, use)];
  const others: string[] = [];
  for (const [index, address] of images.entries()) {
    others.push(await findImageId(tx, deps, address, { ...use, field: `images.${index}` }));
  }
  return orderPictures([...main, ...others]);
}

/**
 * Splits an ordered list of pictures into main and further ones, and drops duplicates.
 * @throws Problem bad-input naming `images` when there are too many or none
 */
export function orderPictures(ids: readonly string[]): ListingPictures {
  const [imageId, ...furtherImageIds] = new Set(ids);
  const maxPictures = limits.picturesPerProduct;
  if (imageId === undefined) throw wrongImages(msg`Keep at least one picture`);
  if (furtherImageIds.length >= maxPictures) {
    throw wrongImages(
      msg`Use at most ${plural(maxPictures, { one: '# picture', other: '# pictures' })}`,
    );
  }
  return { imageId, furtherImageIds };
}

/** The pictures after a product's main one, in the seller's order. */
export async function readFurtherPictures(tx: Tx, productId: string): Promise<string[]> {
  const rows = await tx.sql<{ imageId: string }[]>`
    select image_id as "imageId" from product_images
    where product_id = ${productId} order by position`;
  return rows.map(({ imageId }) => imageId);
}

/** Replaces the pictures after the main one. The caller has locked the product or just inserted it. */
export function saveFurtherPictures(tx: Tx, productId: string, imageIds: readonly string[]): void {
  tx.write`delete from product_images where product_id = ${productId}`;
  if (imageIds.length === 0) return;
  tx.write`
    insert into product_images (product_id, position, image_id)
    select ${productId}, position, id
    from unnest(${imageIds}::uuid[]) with ordinality as picture (id, position)`;
}

function wrongImages(message: ProblemText): Problem {
  return new Problem('bad-input', message, { errors: [{ field: 'images', message }] });
}

import { Problem } from '../../core/problem.ts';
import { images } from '../../database/schema/images.ts';
import type { Tx } from '../../database/transaction.ts';
import { imageAt } from './image-address.ts';
import type { ImageDeps } from './image-deps.ts';

/**
 * The id of the image at an address. Locks its row, so that it cannot be removed before this transaction has stored a
 * reference to it. An image at a hosting service must be registered first (`registerHostedPictures`).
 * @param field the field of the request that contained the address
 * @throws Problem bad-input naming the field when our image host did not issue the address, or the image is gone
 */
export async function findImageId(
  tx: Tx,
  deps: ImageDeps,
  address: string,
  field = 'image',
): Promise<string> {
  const isAtAddress = imageAt(address, deps);
  if (isAtAddress) {
    const [row] = await tx
      .select({ id: images.id })
      .from(images)
      .where(isAtAddress)
      .for('key share');
    if (row) return row.id;
  }
  const detail = 'Upload the picture here first; this address is not one of ours';
  throw new Problem('bad-input', detail, { errors: [{ field, message: detail }] });
}

import { eq } from 'drizzle-orm';
import type { CallRequest } from '#contract/calls.ts';
import { cents } from '#contract/fields.ts';
import type { ProductStatus } from '#contract/states.ts';
import { products } from '../../database/schema/sales.ts';
import type { Tx } from '../../database/transaction.ts';
import { imageIdOf, type Pictures } from '../images/images.ts';
import type { Actor } from '../users/lock-user.ts';
import { recordCatalogueChange } from './catalogue-changes.ts';
import {
  findListingPictures,
  inOrder,
  type ListingPictures,
  readFurtherPictures,
  type SentPictures,
  saveFurtherPictures,
} from './listing-pictures.ts';
import { differs, type LockedProduct, lockOwnProduct, noteIfForeign } from './own-product.ts';

type Changes = CallRequest<'changeProduct'>['body'];

/**
 * Mends a listing. What is not given stays; an empty category or original price goes. A booking of it keeps name, price
 * and picture as booked. What an admin mends of somebody else is noted.
 * @returns whether anything is different now
 * @throws Problem as `lockOwnProduct` does; bad-input for pictures, as `findListingPictures` does
 */
export async function changeProduct(
  tx: Tx,
  actor: Actor,
  { id, pictures, ...changes }: Changes & { id: string; pictures: Pictures },
  at: Date,
): Promise<boolean> {
  const product = await lockOwnProduct(tx, actor, id);
  const known = [product.imageId, ...(await readFurtherPictures(tx, id))];
  const shown = await picturesAfter(tx, pictures, known, changes);
  const columns = { ...columnsOf(changes), imageId: shown.imageId };
  const isReordered = [shown.imageId, ...shown.furtherImageIds].join() !== known.join();
  if (!isReordered && !differs(product, columns)) return false;
  await tx.update(products).set(columns).where(eq(products.id, id));
  if (isReordered) await saveFurtherPictures(tx, id, shown.furtherImageIds);
  await noteChange(tx, actor, product, at);
  return true;
}

/**
 * Advertises a product, or ends its advertisement.
 * @returns whether its status is another now
 * @throws Problem as `lockOwnProduct` does
 */
export async function changeProductStatus(
  tx: Tx,
  actor: Actor,
  { id, status }: { id: string; status: Exclude<ProductStatus, 'sold'> },
  at: Date,
): Promise<boolean> {
  const product = await lockOwnProduct(tx, actor, id);
  if (product.status === status) return false;
  await tx.update(products).set({ status }).where(eq(products.id, id));
  await noteChange(tx, actor, product, at);
  return true;
}

async function noteChange(tx: Tx, actor: Actor, product: LockedProduct, at: Date): Promise<void> {
  await recordCatalogueChange(tx, product.id, at);
  await noteIfForeign(tx, 'product-changed', { actor, product }, at);
}

/** `images` replaces all pictures, `image` alone just the first. */
async function picturesAfter(
  tx: Tx,
  pictures: Pictures,
  known: readonly string[],
  sent: SentPictures,
): Promise<ListingPictures> {
  if (sent.images) return findListingPictures(tx, pictures, sent);
  if (sent.image === undefined) return inOrder(known);
  return inOrder([await imageIdOf(tx, pictures, sent.image, 'image'), ...known.slice(1)]);
}

/** What is undefined is left as it is. */
function columnsOf({ price, originalPrice, category, number, year, ...changes }: Changes) {
  return {
    name: changes.name,
    priceCents: price === undefined ? undefined : cents(price),
    originalPriceCents:
      typeof originalPrice === 'number' ? cents(originalPrice) : gone(originalPrice),
    category: category === '' ? null : category,
    condition: changes.condition,
    phone: number,
    location: changes.location,
    description: changes.description,
    purchaseYear: year,
  };
}

const gone = (sent: '' | undefined) => (sent === '' ? null : undefined);

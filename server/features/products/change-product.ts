import type { ProductStatus } from '#contract/bookings/states.ts';
import type { CallRequest } from '#contract/calls.ts';
import { msg } from '#contract/text.ts';
import { badInput } from '../../core/problem.ts';
import { recordListingEvent } from '../../database/record-event.ts';
import { assignments } from '../../database/row-sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { findClips, readClips, replaceClips } from '../clips/clip-uses.ts';
import { isOutOfReach, noWayToGetIt } from '../delivery/border-rules.ts';
import {
  deliveryColumnsOf,
  haveShippingPricesChanged,
  saveShippingPrices,
} from '../delivery/listing-delivery.ts';
import { findImageId, type PictureUse } from '../images/find-image-id.ts';
import type { ImageDeps } from '../images/image-deps.ts';
import type { SentPictures } from '../images/register-hosted-pictures.ts';
import type { Actor } from '../users/lock-user.ts';
import { recordEdit } from './catalogue-changes.ts';
import { noCodePhoto } from './code-photo-columns.ts';
import { asParameters, columnsToSet, hasChanges } from './listing-columns.ts';
import {
  findListingPictures,
  type ListingPictures,
  orderPictures,
  readFurtherPictures,
  saveFurtherPictures,
} from './listing-pictures.ts';
import {
  auditAdminChange,
  findLeastOfferFault,
  type LockedProduct,
  leastOfferTooHigh,
  lockOwnProduct,
} from './lock-own-product.ts';
import { dropAfter } from './price-drops.ts';
import { recordProductNews } from './product-news.ts';
import { type SerialColumns, type SerialNumbers, serialAfter } from './serial-numbers.ts';
import { voidOffers } from './void-offers.ts';

type Changes = CallRequest<'changeProduct'>['body'];

/**
 * Changes a listing. Fields that are not given stay as they are; an empty category or original price removes the value.
 * Another kind, maker or serial number takes back that a
 * picture shows it with a code. Bookings of the product keep the name, price and picture with which it was booked, at an agreed amount too. A price
 * that is lowered to an offer or below makes that offer void. Offers keep what sending cost when they were made. A
 * change by an admin to another user's product is written to the audit.
 * @returns whether anything changed
 * @throws Problem as `lockOwnProduct` does; bad-input for pictures, as `findListingPictures` does, for answers to what
 * the kind is not asked, and when no offer could reach the lowest one
 */
export async function changeProduct(
  tx: Tx,
  actor: Actor,
  {
    id,
    imageDeps,
    serialNumbers,
    ...changes
  }: Changes & { id: string; imageDeps: ImageDeps; serialNumbers?: SerialNumbers },
  at: Date,
): Promise<boolean> {
  const product = await lockOwnProduct(tx, actor, id);
  const current = [product.imageId, ...(await readFurtherPictures(tx, id))];
  const use = { ownerId: product.sellerId, actorId: actor.id, shown: current };
  const next = await picturesAfter(tx, imageDeps, changes, use);
  const { columns: said, errors } = columnsToSet(changes, product);
  if (errors.length > 0) throw badInput(errors);
  const columns: Partial<LockedProduct> = {
    ...said,
    ...deliveryColumnsOf(changes.delivery),
    imageId: next.imageId,
    ...(serialNumbers && serialOf(serialNumbers, { actor, product, changes, said })),
  };
  const clips = changes.clips && {
    before: await readClips(tx, id),
    after: await findClips(tx, imageDeps, changes.clips, {
      ownerId: product.sellerId,
      actorId: actor.id,
      subjectId: id,
    }),
  };
  const haveClipsChanged =
    clips !== undefined && JSON.stringify(clips.before) !== JSON.stringify(clips.after);
  const fault = findLeastOfferFault(product, columns);
  if (fault) throw badInput([{ field: fault, message: leastOfferTooHigh }]);
  const havePicturesChanged = [next.imageId, ...next.furtherImageIds].join() !== current.join();
  const { delivery } = changes;
  await requireWayToGetIt(tx, { ...product, ...columns }, changes);
  const havePricesChanged =
    delivery !== undefined && (await haveShippingPricesChanged(tx, id, delivery));
  const hasMediaChanged = havePicturesChanged || haveClipsChanged;
  if (!hasMediaChanged && !havePricesChanged && !hasChanges(product, columns)) return false;
  recordEdit(tx, id, at);
  recordListingEvent(tx, 'listing.changed', id, at);
  const { priceCents = product.priceCents } = columns;
  if (priceCents !== product.priceCents) {
    Object.assign(columns, await dropAfter(tx, product, priceCents, at));
  }
  if (isOtherInstrument(product, columns)) Object.assign(columns, noCodePhoto);
  if (havePicturesChanged || columns.serialState !== undefined) columns.comparisonDueAt = at;
  updateColumns(tx, product, columns);
  if (delivery) saveShippingPrices(tx, id, delivery);
  if (havePicturesChanged) saveFurtherPictures(tx, id, next.furtherImageIds);
  if (haveClipsChanged) replaceClips(tx, id, clips.after);
  if (columns.priceCents !== undefined && columns.priceCents < product.priceCents) {
    const priceBeforeCents = product.priceCents;
    const reached = tx.sql`product_id = ${id}
      and amounts_cents[cardinality(amounts_cents)] >= ${columns.priceCents}`;
    voidOffers(tx, reached, 'price', at);
    recordProductNews(tx, { kind: 'cheaper', productId: id, priceBeforeCents }, at);
  }
  await auditAdminChange(tx, 'product-changed', { actor, product }, at);
  return true;
}

/**
 * Advertises a product, or ends its advertisement.
 * @returns whether the status changed
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
  recordEdit(tx, id, at);
  recordListingEvent(tx, 'listing.changed', id, at);
  tx.write`update products set status = ${status} where id = ${id}`;
  await auditAdminChange(tx, 'product-changed', { actor, product }, at);
  return true;
}

interface SerialChange {
  actor: Actor;
  product: LockedProduct;
  changes: Pick<Changes, 'serial'>;
  said: { brand?: string | null | undefined };
}

/** Checks what changes of the delivery or of what closes its zones. @throws Problem bad-input when nobody could get it */
async function requireWayToGetIt(
  tx: Tx,
  product: LockedProduct,
  { delivery, ...changes }: Changes,
): Promise<void> {
  const { country, materials, permit, kind } = changes;
  const decisive = [delivery, country, materials, permit, kind];
  if (product.pickup || decisive.every((it) => it === undefined)) return;
  const zoneIds = delivery
    ? Object.keys(delivery.shipping ?? {})
    : (
        await tx.sql<{ id: string }[]>`
          select zone_id as id from shipping_prices where product_id = ${product.id}`
      ).map(({ id }) => id);
  if (isOutOfReach({ pickup: false, zoneIds }, product)) throw badInput([noWayToGetIt]);
}

/** What the seller says of the number now, or the digest of the same number with another maker. */
function serialOf(
  numbers: SerialNumbers,
  { actor, product, changes: { serial: sent }, said: { brand = product.brand } }: SerialChange,
): SerialColumns | undefined {
  if (sent !== undefined && actor.id !== product.sellerId) {
    throw badInput([{ field: 'serial', message: msg`Only its seller can say this` }]);
  }
  return serialAfter(numbers, { productId: product.id, brand, sent }, product);
}

/** Whether the listing says another kind, maker or serial number than before. A number that is added is none. */
function isOtherInstrument(product: LockedProduct, columns: Partial<LockedProduct>): boolean {
  const hasOtherSerial = product.serialState === 'number' && columns.serialState !== undefined;
  if (hasOtherSerial) return true;
  return (['kind', 'brandNormal'] as const).some(
    (name) => columns[name] !== undefined && columns[name] !== product[name],
  );
}

/** Sets all columns each time, so that it is one statement to prepare. */
function updateColumns(tx: Tx, product: LockedProduct, columns: Partial<LockedProduct>): void {
  const {
    id,
    sellerId: _seller,
    status: _status,
    withdrawnAt: _withdrawnAt,
    createdAt: _createdAt,
    ...next
  } = asParameters({ ...product, ...columns });
  tx.write`update products set ${assignments(next)} where id = ${id}`;
}

/** `images` replaces all pictures; `image` alone replaces only the first. */
async function picturesAfter(
  tx: Tx,
  imageDeps: ImageDeps,
  sent: SentPictures,
  use: PictureUse & { shown: readonly string[] },
): Promise<ListingPictures> {
  if (sent.images) return findListingPictures(tx, imageDeps, sent, use);
  if (sent.image === undefined) return orderPictures(use.shown);
  const imageId = await findImageId(tx, imageDeps, sent.image, use);
  return orderPictures([imageId, ...use.shown.slice(1)]);
}

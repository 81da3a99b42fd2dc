import type { CallRequest } from '#contract/calls.ts';
import { shopCountry } from '#contract/delivery/customs-areas.ts';
import type { SentSerial } from '#contract/products/serial.ts';
import { msg } from '#contract/text.ts';
import { type Idempotency, requireSameRequest } from '../../core/idempotency.ts';
import { newId } from '../../core/ids.ts';
import { badInput } from '../../core/problem.ts';
import { recordListingEvent } from '../../database/record-event.ts';
import { insertInto } from '../../database/row-sql.ts';
import type { products } from '../../database/schema/sales.ts';
import type { Tx } from '../../database/transaction.ts';
import { addClips, type FoundClip } from '../clips/clip-uses.ts';
import { isOutOfReach, noWayToGetIt } from '../delivery/border-rules.ts';
import { deliveryColumnsOf, saveShippingPrices } from '../delivery/listing-delivery.ts';
import { lockUnsuspendedUser } from '../users/lock-user.ts';
import { recordCatalogueChange } from './catalogue-changes.ts';
import { asParameters, columnsOf } from './listing-columns.ts';
import { saveFurtherPictures } from './listing-pictures.ts';
import { findLeastOfferFault, leastOfferTooHigh } from './lock-own-product.ts';
import { type SerialNumbers, serialAfter } from './serial-numbers.ts';

/** A validated listing with the ids of its pictures. */
export type NewListing = Omit<
  CallRequest<'listProduct'>['body'],
  'sellerName' | 'sellerEmail' | 'time' | 'image' | 'images' | 'clips' | 'takesOffers' | 'serial'
> & {
  /** Yes by default. */
  takesOffers?: boolean;
  imageId: string;
  /** The pictures after the main one, in the seller's order. */
  furtherImageIds?: readonly string[];
  clips?: readonly FoundClip[];
  serial?: SentSerial | undefined;
  serialNumbers?: SerialNumbers;
  /** From the client: the same key from the same seller identifies the same product. */
  idempotency?: Idempotency | undefined;
};

/**
 * Lists a product for sale. A request that repeats the idempotency key of an earlier one returns the earlier product: its
 * sender did not receive the first response.
 * @param at when it is listed; lists are ordered by it
 * @returns the product's id
 * @throws Problem not-signed-in when the seller was removed; bad-input when no offer could reach the lowest one, and for answers to what the kind is not asked; cannot-process when the key came with another listing
 */
export async function listProduct(
  tx: Tx,
  sellerId: string,
  listing: NewListing,
  at: Date,
): Promise<string> {
  await lockUnsuspendedUser(tx, sellerId);
  const id = newId(at);
  const { clips, serial: sent, serialNumbers, ...said } = listing;
  const { columns, errors } = columnsOf({ takesOffers: true, ...said });
  if (errors.length > 0) throw badInput(errors);
  const { pickup = true, shipping = {} } = listing.delivery ?? {};
  const country = columns.country ?? (await readUsualCountry(tx, sellerId));
  const zoneIds = Object.keys(shipping);
  if (isOutOfReach({ pickup, zoneIds }, { ...columns, country })) throw badInput([noWayToGetIt]);
  const serial =
    serialNumbers && serialAfter(serialNumbers, { productId: id, brand: columns.brand, sent });
  const row = {
    id,
    sellerId,
    ...asParameters(columns),
    language: columns.language ?? tx.sql`(select language from users where id = ${sellerId})`,
    country,
    ...serial,
    ...(deliveryColumnsOf(listing.delivery) ?? { pickup: true, ships: false }),
    imageId: listing.imageId,
    idempotencyKey: listing.idempotency?.key ?? null,
    idempotencyDigest: listing.idempotency?.digest ?? null,
    status: 'available' as const,
    createdAt: at,
  };
  if (findLeastOfferFault(row, row)) {
    throw badInput([{ field: 'leastOffer', message: leastOfferTooHigh }]);
  }
  const added = await tx.sql`
    ${insertInto<typeof products.$inferInsert>('products', row)}
    on conflict (seller_id, idempotency_key) where idempotency_key is not null do nothing
    returning id`;
  if (added.length === 0) return findRepeatedListing(tx, sellerId, listing.idempotency);
  if (listing.delivery) saveShippingPrices(tx, id, listing.delivery);
  saveFurtherPictures(tx, id, listing.furtherImageIds ?? []);
  addClips(tx, id, clips);
  recordCatalogueChange(tx, id, at);
  recordListingEvent(tx, 'listing.published', id, at);
  return id;
}

/** The country of the last listing of a seller, or that of the shop. */
async function readUsualCountry(tx: Tx, sellerId: string): Promise<string | null> {
  const [last] = await tx.sql<{ country: string | null }[]>`
    select country from products where seller_id = ${sellerId} and withdrawn_at is null
    order by id desc limit 1`;
  return last?.country ?? shopCountry() ?? null;
}

/** The id of the product that the first request with this key created. */
async function findRepeatedListing(
  tx: Tx,
  sellerId: string,
  idempotency: Idempotency | undefined,
): Promise<string> {
  const [first] = await tx.sql<{ id: string; digest: string | null }[]>`
    select id, idempotency_digest as digest from products
    where seller_id = ${sellerId} and idempotency_key = ${idempotency?.key ?? null}`;
  if (!first || !idempotency) throw new Error('A listing conflicts with none of its seller');
  requireSameRequest(
    first.digest,
    idempotency,
    msg`This was listed already, with other details. Look for it among your products.`,
  );
  return first.id;
}

import { limits } from '#contract/constants.ts';
import type { OfferSide } from '#contract/offers/offer-terms.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { pipeline } from '../../database/pipeline.ts';
import type { Tx } from '../../database/transaction.ts';
import type { StoredDelivery } from '../delivery/choose-delivery.ts';
import { productNotOnSale } from '../products/read-product.ts';
import {
  alreadyBooked,
  type Buyer,
  findLiveBooking,
  type HoldTerms,
  insertHold,
  lockProduct,
  priceHasChanged,
} from './book-item.ts';
import { countOpenHolds, findBookableFrom, requireFreeHold, requirePause } from './hold-limit.ts';

/** A sale at an amount on which buyer and seller have agreed. */
export interface AgreedSale {
  productId: string;
  amountCents: number;
  /** Empty: its buyer says it before the payment. */
  phone: string;
  /** Empty: where the instrument is. */
  location: string;
  delivery: StoredDelivery;
  /** The user who accepts, and reads why it is refused. */
  acceptedBy: OfferSide;
}

/**
 * Books a product at an agreed amount, with the limits of other bookings. The caller has locked the buyer exclusively.
 * Locks the product, then its bookings.
 * @returns the booking's id
 * @throws Problem not-found; conflict when it is booked or sold, when the amount is not below its price, or when the buyer
 *   has reached the limit of open holds or held it last
 */
export async function bookAgreed(
  tx: Tx,
  buyer: Buyer,
  { productId, amountCents, phone, location, delivery, acceptedBy }: AgreedSale,
  terms: HoldTerms,
): Promise<string> {
  const { at } = terms;
  const [openHolds, product, live, bookableFrom] = await pipeline([
    countOpenHolds(tx, buyer.id, at),
    lockProduct(tx, productId, { at }),
    findLiveBooking(tx, productId, at),
    findBookableFrom(tx, { productId, buyerId: buyer.id, at }),
  ]);
  if (!product) throw productNotOnSale();
  if (product.status === 'sold') throw new Problem('conflict', msg`This instrument is sold`);
  const whenBooked = bookedRefusals[acceptedBy];
  if (live && !live.hasExpired) throw whenBooked();
  if (amountCents >= product.priceCents) throw priceHasChanged();
  if (acceptedBy === 'seller') requireFreeBuyer(openHolds, bookableFrom);
  requireFreeHold(openHolds);
  requirePause(bookableFrom);
  const place = delivery.zoneName ?? product.location;
  const request = { phone, location: location === '' ? place : location };
  const hold = { product, buyer, request, agreedCents: amountCents, delivery, expired: live };
  return await insertHold(tx, { ...hold, whenBooked }, terms);
}

/** The refusal of an accepted offer whose instrument is booked, by who accepts it. */
const bookedRefusals: Record<OfferSide, () => Problem> = {
  buyer: alreadyBooked,
  seller: () =>
    new Problem(
      'conflict',
      msg`Another buyer has booked this instrument. If that booking ends without a payment, you can still accept this offer.`,
    ),
};

/**
 * Tells a seller who accepts that the buyer cannot book: the limits of holds are the buyer's affair. @throws Problem
 * conflict
 */
function requireFreeBuyer(openHolds: number, bookableFrom: Date | undefined): void {
  if (openHolds < limits.openHoldsPerBuyer && bookableFrom === undefined) return;
  throw new Problem(
    'conflict',
    msg`This buyer cannot book the instrument now. The offer stays open, so you can try again later.`,
  );
}

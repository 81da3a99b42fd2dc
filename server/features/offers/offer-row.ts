import type { OfferState, OfferVoidReason } from '#contract/bookings/states.ts';
import { offerTerms } from '#contract/constants.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import type { OfferSide } from '#contract/offers/offer-terms.ts';
import type { Offer } from '#contract/offers/offers.ts';
import { type ImageColumns, imageFrom, type PictureOf } from '../../database/image-columns.ts';
import { chosenDeliveryFrom, type StoredDelivery } from '../delivery/choose-delivery.ts';

/** The state of an offer, with the price of its product now. */
export interface OfferStanding {
  state: OfferState;
  /** The public price when it was made, and now. */
  listedCents: number;
  priceCents: number;
  amountsCents: readonly number[];
  expiresAt: Date;
}

/** An offer joined with its product, both sides and the picture, as `selectOffers` reads it. */
export interface OfferRow extends OfferStanding, StoredDelivery, ImageColumns {
  id: string;
  productId: string;
  productName: string;
  buyerName: string;
  sellerName: string;
  phone: string;
  location: string;
  message: string | null;
  createdAt: Date;
  changedAt: Date;
  isBelowLeast: boolean;
  voidReason: OfferVoidReason | null;
  bookingId: string | null;
}

/** An offer whose time is over is expired, even before the job says so. */
export function stateAt({ state, expiresAt }: OfferStanding, at: Date): OfferState {
  return isLive(state) && expiresAt <= at ? 'expired' : state;
}

/** Whose turn it is; undefined when it has ended. */
export function turnAt(offer: OfferStanding, at: Date): OfferSide | undefined {
  const state = stateAt(offer, at);
  if (state === 'open') return 'seller';
  return state === 'countered' ? 'buyer' : undefined;
}

function isLive(state: OfferState): boolean {
  return state === 'open' || state === 'countered';
}

export function lastAmount({ amountsCents }: Pick<OfferStanding, 'amountsCents'>): number {
  return amountsCents.at(-1) ?? 0;
}

/**
 * Between which amounts a counter must lie: the last two, where the price counts as the first, and always below the price.
 * Undefined when the rounds are used up, and when no amount is between them.
 */
export function counterBounds(
  offer: Pick<OfferStanding, 'amountsCents' | 'listedCents' | 'priceCents'>,
): { aboveCents: number; belowCents: number } | undefined {
  const { amountsCents, listedCents, priceCents } = offer;
  if (amountsCents.length >= offerTerms.rounds * 2) return undefined;
  const last = lastAmount(offer);
  const before = amountsCents.at(-2) ?? listedCents;
  const aboveCents = Math.min(last, before);
  const belowCents = Math.min(Math.max(last, before), priceCents);
  return belowCents - aboveCents > 1 ? { aboveCents, belowCents } : undefined;
}

/** An offer as a side sees it. It does not tell who has blocked whom, or has left. */
export function offerFrom(row: OfferRow, side: OfferSide, at: Date, pictureOf: PictureOf): Offer {
  const { url: image, picture } = pictureOf(imageFrom(row));
  const turn = turnAt(row, at);
  const bounds = turn && counterBounds(row);
  const isBuyer = side === 'buyer';
  return {
    _id: row.id,
    productId: row.productId,
    name: row.productName,
    image,
    picture,
    price: toMajorUnits(row.priceCents),
    side,
    person: isBuyer ? row.sellerName : row.buyerName,
    state: stateAt(row, at),
    turn,
    amount: toMajorUnits(lastAmount(row)),
    shipping: toMajorUnits(row.shippingCents),
    total: toMajorUnits(lastAmount(row) + row.shippingCents),
    delivery: chosenDeliveryFrom(row),
    amounts: row.amountsCents.map((cents) => toMajorUnits(cents)),
    least: bounds && toMajorUnits(bounds.aboveCents),
    most: bounds && toMajorUnits(bounds.belowCents),
    message: row.message ?? undefined,
    phone: (isBuyer && row.phone) || undefined,
    location: (isBuyer && row.location) || undefined,
    time: row.createdAt.toISOString(),
    changedAt: endOf(row, at).toISOString(),
    expiresAt: turn && row.expiresAt.toISOString(),
    voidReason: row.voidReason ? shownReasons[row.voidReason] : undefined,
    belowLeast: (!isBuyer && row.isBelowLeast) || undefined,
    bookingId: row.bookingId ?? undefined,
  };
}

/** An expired offer ended at its time, whenever the job noted it. */
function endOf(row: OfferRow, at: Date): Date {
  return stateAt(row, at) === 'expired' ? row.expiresAt : row.changedAt;
}

const shownReasons: Record<OfferVoidReason, NonNullable<Offer['voidReason']>> = {
  sold: 'sold',
  withdrawn: 'withdrawn',
  price: 'price',
  hidden: 'ended',
  removed: 'ended',
  blocked: 'ended',
};

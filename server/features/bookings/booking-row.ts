import type { Booking } from '#contract/bookings/bookings.ts';
import {
  defaultReturnDays,
  numberAfterMinutes,
  type Role,
  saleTimes,
} from '#contract/constants.ts';
import { trackingUrlOf } from '#contract/delivery/shop-zones.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import { settledAfterDays } from '../../core/retention.ts';
import {
  type ImageColumns,
  imageFrom,
  type JoinedImage,
  type PictureOf,
} from '../../database/image-columns.ts';
import type { Sql } from '../../database/sql.ts';
import { evidenceClipsFrom } from '../clips/clip-address.ts';
import type { ClipColumns } from '../clips/clip-row.ts';
import { chosenDeliveryFrom, type StoredDelivery } from '../delivery/choose-delivery.ts';
import { evidenceAddresses } from '../images/evidence-images.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import { earningsFrom, type MoneyColumns, refundFrom } from './booking-money.ts';
import type { SaleCodes } from './sale-codes.ts';

/** What functions that read bookings need. */
export interface BookingReader {
  sql: Sql;
  pictureOf: PictureOf;
  evidenceLinks: EvidenceLinks;
  saleCodes: SaleCodes;
}

/** The user for whom, and the time at which, a booking is read. */
export interface ReadingContext {
  viewer: { id: string; role: Role };
  at: Date;
}

/** A booking joined with its product, seller, image, payment, fulfilment, return and last dispute, as `selectBookings` reads it. */
export interface BookingRow extends MoneyColumns, StoredDelivery, ImageColumns {
  id: string;
  buyerId: string;
  buyerName: string;
  buyerEmail: string;
  productId: string;
  productName: string;
  /** The days to withdraw from a purchase from a trader. */
  withdrawalDays: number | null;
  /** The days to return it, as said at the booking. */
  returnDays: number | null;
  withdrawnAt: Date | null;
  traderName: string | null;
  traderAddress: string | null;
  /** The public price, where an accepted offer has booked it for less; then with that offer. */
  listedCents: number | null;
  offeredCents: number[] | null;
  offeredAt: Date | null;
  phone: string;
  location: string;
  state: Booking['state'];
  holdExpiresAt: Date;
  releaseReason: NonNullable<Booking['releaseReason']> | null;
  releaseNote: string | null;
  releasedAt: Date | null;
  createdAt: Date;
  sellerName: string;
  buyerRemoved: boolean;
  sellerRemoved: boolean;
  sellerPhone: string;
  transactionId: string | null;
  returnReason: string | null;
  returnState: NonNullable<Booking['return']>['state'];
  returnRequestedAt: Date;
  returnDecidedAt: Date | null;
  returnPlace: string | null;
  returnImages: JoinedImage[];
  parcelImages: JoinedImage[];
  returnClips: ClipColumns[];
  buyerKeepsIt: boolean | null;
  returnContestReason: string | null;
  giveBackBy: Date | null;
  lapsedAt: Date | null;
  sentBackAt: Date | null;
  backCarrier: string | null;
  backTracking: string | null;
  /** Since when its seller has to say something (`sellersSilence`). */
  silentClockFrom: Date | null;
  givenBackAt: Date | null;
  /** Null unless it was paid. */
  fulfilmentState: NonNullable<Booking['fulfilment']>['state'] | null;
  method: NonNullable<Booking['fulfilment']>['method'] | null;
  carrier: string | null;
  tracking: string | null;
  /** When each side said that they meet instead. */
  buyerMeetsAt: Date | null;
  sellerMeetsAt: Date | null;
  /** When its buyer may cancel; null unless it was paid. */
  cancelFrom: Date | null;
  /** The country from which it is sent. */
  shipsFrom: string | null;
  /** The materials for which it needs a permit. */
  permitFor: string[] | null;
  permitNumber: string | null;
  permitGivenAt: Date | null;
  sentAt: Date | null;
  receivedAt: Date | null;
  returnUntil: Date | null;
  /** From when the clocks count (`deadlineStart`). */
  sentClockFrom: Date | null;
  requestedClockFrom: Date | null;
  completedAt: Date | null;
  isSameInstrument: boolean | null;
  /** Who agrees that a later listing says that it was sold here, and whether that can be agreed. */
  isTracedByBuyer: boolean;
  isTracedBySeller: boolean;
  isTraceable: boolean;
  /** When the buyer said that all is well. */
  approvedAt: Date | null;
  /** Until when it can be reviewed; null while it cannot. */
  reviewableUntil: Date | null;
  reviewedBy: ('buyer' | 'seller')[] | null;
  cancelledAt: Date | null;
  cancelReason: string | null;
  cancellationRequestedAt: Date | null;
  cancellationRequestReason: string | null;
  cancellationDeclinedAt: Date | null;
  disputeId: string | null;
  disputeCause: NonNullable<Booking['dispute']>['cause'];
  disputeState: NonNullable<Booking['dispute']>['state'];
  disputeReason: string | null;
  disputeOpenedAt: Date;
  disputeDecidedAt: Date | null;
  disputeRefundCents: number | null;
  disputeShippingCents: number | null;
  disputeGoesBack: boolean | null;
  decisionReason: string | null;
}

/** An expired hold is shown as released, even before the job has released it. */
export function bookingFrom(
  row: BookingRow,
  { viewer, at }: ReadingContext,
  { pictureOf, evidenceLinks, saleCodes }: Omit<BookingReader, 'sql'>,
): Booking {
  const { url: image, picture } = pictureOf(imageFrom(row));
  const isExpired = row.state === 'held' && row.holdExpiresAt <= at;
  const state = isExpired ? 'released' : row.state;
  const isForAll = viewer.role === 'admin';
  const hasNumber = state === 'paid' || (state === 'held' && numberShownFrom(row) <= at);
  const maySeeSellerPhone =
    (hasNumber && row.buyerId === viewer.id) || row.sellerId === viewer.id || isForAll;
  const isMeetingInstead = row.deliveryMethod === 'shipping' && !isShippedRow(row);
  const maySeeContact = row.buyerId === viewer.id || isForAll || needsContact(row, state, at);
  return {
    _id: row.id,
    buyerName: row.buyerName,
    buyerEmail: maySeeContact ? row.buyerEmail : '',
    name: row.productName,
    price: toMajorUnits(row.priceCents),
    shipping: toMajorUnits(row.shippingCents),
    total: toMajorUnits(row.priceCents + row.shippingCents),
    delivery: chosenDeliveryFrom(row),
    image,
    picture,
    phone: maySeeContact ? row.phone : '',
    // What was given for a parcel is no place to meet.
    location: maySeeContact && !isMeetingInstead ? row.location : '',
    productId: row.productId,
    paid: row.paidAt !== null,
    state,
    releaseReason: isExpired ? 'expired' : (row.releaseReason ?? undefined),
    releaseNote: row.releaseNote ?? undefined,
    releasedAt: state === 'released' ? endOfHold(row).toISOString() : undefined,
    sellerName: row.sellerName,
    buyerRemoved: row.buyerRemoved || undefined,
    sellerRemoved: row.sellerRemoved || undefined,
    time: row.createdAt.toISOString(),
    expiresAt: state === 'held' ? row.holdExpiresAt.toISOString() : undefined,
    transactionId: row.transactionId ?? undefined,
    number: maySeeSellerPhone ? row.sellerPhone : undefined,
    paidAt: row.paidAt?.toISOString(),
    returnDays: row.returnDays ?? defaultReturnDays,
    returnUntil: row.returnUntil?.toISOString(),
    withdrawal:
      row.withdrawalDays === null
        ? undefined
        : { days: row.withdrawalDays, time: row.withdrawnAt?.toISOString() },
    trader:
      row.traderName !== null && row.traderAddress !== null
        ? { name: row.traderName, address: row.traderAddress }
        : undefined,
    return: returnFrom(row, viewer, { evidenceLinks, saleCodes }),
    shipsFrom: row.shipsFrom ?? undefined,
    permit: permitFrom(row),
    fulfilment: fulfilmentFrom(row, viewer, { evidenceLinks, saleCodes }),
    dispute: disputeFrom(row),
    refund: refundFrom(row),
    reviewUntil: reviewUntilOf(row, { viewer, at }),
    traced: tracedBy(row, viewer.id),
    offer: bookedOfferFrom(row),
    earnings: earningsFrom(row, viewer),
  };
}

/** One who is no side of a sale, or has written, cannot write. */
function reviewUntilOf(
  { buyerId, sellerId, reviewableUntil, reviewedBy }: BookingRow,
  { viewer, at }: ReadingContext,
): string | undefined {
  const side = viewer.id === buyerId ? 'buyer' : viewer.id === sellerId ? 'seller' : undefined;
  if (!side || reviewableUntil === null || reviewableUntil <= at) return undefined;
  return reviewedBy?.includes(side) ? undefined : reviewableUntil.toISOString();
}

/** Each side reads its own answer alone. */
function tracedBy(row: BookingRow, viewerId: string): boolean | undefined {
  if (!row.isTraceable) return undefined;
  if (viewerId === row.buyerId) return row.isTracedByBuyer;
  return viewerId === row.sellerId ? row.isTracedBySeller : undefined;
}

/** A number is given for a sale that is meant, not for a booking that is deleted immediately. */
function numberShownFrom({ createdAt }: BookingRow): Date {
  return new Date(createdAt.getTime() + numberAfterMinutes * 60_000);
}

/** Whether a seller still needs to reach the buyer: not after a hold, and after a sale that was undone while a bank can dispute it. */
function needsContact(row: BookingRow, state: Booking['state'], at: Date): boolean {
  if (state === 'released') return false;
  const endedAt = row.cancelledAt ?? row.givenBackAt;
  return endedAt === null || at.getTime() < endedAt.getTime() + settledAfterDays * 86_400_000;
}

/** An expired hold ended at its time, whenever the job released it. */
function endOfHold({ releaseReason, releasedAt, holdExpiresAt }: BookingRow): Date {
  return releaseReason !== 'expired' && releasedAt ? releasedAt : holdExpiresAt;
}

function returnFrom(
  row: BookingRow,
  viewer: ReadingContext['viewer'],
  { evidenceLinks, saleCodes }: Pick<BookingReader, 'evidenceLinks' | 'saleCodes'>,
): Booking['return'] {
  if (row.returnReason === null) return undefined;
  const isForSeller = row.returnState === 'accepted' && row.sellerId === viewer.id;
  return {
    reason: row.returnReason,
    state: row.returnState,
    time: row.returnRequestedAt.toISOString(),
    autoAcceptedAt:
      row.returnState === 'requested'
        ? daysAfter(
            row.requestedClockFrom ?? row.returnRequestedAt,
            saleTimes.returnAcceptedAfterDays,
          )
        : undefined,
    decidedAt: row.returnDecidedAt?.toISOString(),
    images:
      row.returnImages.length > 0 ? evidenceAddresses(row.returnImages, evidenceLinks) : undefined,
    clips: evidenceClipsFrom(row.returnClips, evidenceLinks),
    place: row.returnPlace ?? undefined,
    contestReason: row.returnContestReason ?? undefined,
    // Before there is a place, no time runs.
    giveBackBy: row.returnPlace === null ? undefined : row.giveBackBy?.toISOString(),
    sentBack: sentBackFrom(row),
    disputedFrom: row.silentClockFrom
      ? daysAfter(row.silentClockFrom, saleTimes.sentBackDays)
      : undefined,
    finalAt: finalAtOf(row)?.toISOString(),
    givenBackAt: row.givenBackAt?.toISOString(),
    buyerKeepsIt: row.buyerKeepsIt || undefined,
    code: isForSeller ? saleCodes.codeOf('giving-back', row.id) : undefined,
  };
}

export function sentBackFrom(
  row: Pick<BookingRow, 'sentBackAt' | 'backCarrier' | 'backTracking'>,
): NonNullable<Booking['return']>['sentBack'] {
  if (row.sentBackAt === null || row.backCarrier === null) return undefined;
  return {
    time: row.sentBackAt.toISOString(),
    carrier: row.backCarrier,
    tracking: row.backTracking ?? undefined,
  };
}

/** When a return that was not given back in time makes the sale final: the money is pending until then. */
export function finalAtOf({
  returnState,
  fulfilmentState,
  giveBackBy,
  lapsedAt,
  returnUntil,
}: Pick<BookingRow, 'fulfilmentState' | 'giveBackBy' | 'lapsedAt' | 'returnUntil'> & {
  returnState: BookingRow['returnState'] | null;
}): Date | undefined {
  const isPending = returnState === 'lapsed' && fulfilmentState === 'received';
  if (!isPending || !giveBackBy || !lapsedAt) return undefined;
  const end = lapsedAt.getTime() + saleTimes.lapsedDays * 86_400_000;
  return new Date(Math.max(end, returnUntil?.getTime() ?? end));
}

function fulfilmentFrom(
  row: BookingRow,
  viewer: ReadingContext['viewer'],
  { evidenceLinks, saleCodes }: Pick<BookingReader, 'evidenceLinks' | 'saleCodes'>,
): Booking['fulfilment'] {
  const { fulfilmentState: state, sentAt, sentClockFrom } = row;
  if (state === null) return undefined;
  const isAwaiting = state === 'awaiting';
  return {
    state,
    method: row.method ?? undefined,
    carrier: row.carrier ?? undefined,
    tracking: row.tracking ?? undefined,
    trackingUrl: trackingUrlOf({ carrier: row.carrier, tracking: row.tracking }),
    sentAt: sentAt?.toISOString(),
    parcelImages:
      row.parcelImages.length > 0 ? evidenceAddresses(row.parcelImages, evidenceLinks) : undefined,
    autoReceivedAt:
      state === 'sent' && sentClockFrom
        ? daysAfter(sentClockFrom, saleTimes.receivedAfterDays)
        : undefined,
    receivedAt: row.receivedAt?.toISOString(),
    completedAt: row.completedAt?.toISOString(),
    isSameInstrument: row.buyerId === viewer.id ? (row.isSameInstrument ?? undefined) : undefined,
    approvedAt: row.approvedAt?.toISOString(),
    cancelFrom: isAwaiting ? row.cancelFrom?.toISOString() : undefined,
    cancelledAt: row.cancelledAt?.toISOString(),
    cancelReason: row.cancelReason ?? undefined,
    cancellationRequest: row.cancellationRequestedAt
      ? {
          reason: row.cancellationRequestReason ?? '',
          time: row.cancellationRequestedAt.toISOString(),
          declinedAt: row.cancellationDeclinedAt?.toISOString(),
        }
      : undefined,
    meeting: meetingFrom(row),
    code:
      isAwaiting && row.buyerId === viewer.id && !isShippedRow(row)
        ? saleCodes.codeOf('handover', row.id)
        : undefined,
  };
}

/** While the number is missing, the sale ends without it when its buyer could cancel. */
export function permitFrom(
  row: Meeting &
    Pick<
      BookingRow,
      'permitFor' | 'permitNumber' | 'permitGivenAt' | 'fulfilmentState' | 'cancelFrom'
    >,
): Booking['permit'] {
  const { permitFor, permitNumber, permitGivenAt, fulfilmentState, cancelFrom } = row;
  if (permitFor === null) return undefined;
  const isMissing = fulfilmentState === 'awaiting' && permitGivenAt === null && isShippedRow(row);
  return {
    materials: permitFor,
    dueAt: isMissing ? cancelFrom?.toISOString() : undefined,
    number: permitNumber ?? undefined,
    givenAt: permitGivenAt?.toISOString(),
  };
}

type Meeting = Pick<BookingRow, 'deliveryMethod' | 'buyerMeetsAt' | 'sellerMeetsAt'>;

/** Whether it is sent: its buyer has chosen that, and the two have not agreed to meet since. */
export function isShippedRow({ deliveryMethod, buyerMeetsAt, sellerMeetsAt }: Meeting): boolean {
  return deliveryMethod === 'shipping' && (buyerMeetsAt === null || sellerMeetsAt === null);
}

/** The older of the two has asked, and the younger has agreed. */
export function meetingFrom({
  buyerMeetsAt,
  sellerMeetsAt,
}: Meeting): NonNullable<Booking['fulfilment']>['meeting'] {
  const isBuyers =
    buyerMeetsAt !== null && (sellerMeetsAt === null || buyerMeetsAt < sellerMeetsAt);
  const [asked, agreed] = isBuyers ? [buyerMeetsAt, sellerMeetsAt] : [sellerMeetsAt, buyerMeetsAt];
  if (asked === null) return undefined;
  return {
    askedBy: isBuyers ? 'buyer' : 'seller',
    time: asked.toISOString(),
    agreedAt: agreed?.toISOString(),
  };
}

function disputeFrom(row: BookingRow): Booking['dispute'] {
  if (row.disputeId === null) return undefined;
  const { disputeRefundCents } = row;
  return {
    _id: row.disputeId,
    cause: row.disputeCause,
    state: row.disputeState,
    reason: row.disputeReason ?? undefined,
    openedAt: row.disputeOpenedAt.toISOString(),
    decidedAt: row.disputeDecidedAt?.toISOString(),
    refund: disputeRefundCents === null ? undefined : toMajorUnits(disputeRefundCents),
    shippingRefund:
      row.disputeShippingCents === null ? undefined : toMajorUnits(row.disputeShippingCents),
    goesBack: row.disputeGoesBack ?? undefined,
    decisionReason: row.decisionReason ?? undefined,
  };
}

function bookedOfferFrom({ listedCents, offeredCents, offeredAt }: BookingRow): Booking['offer'] {
  if (listedCents === null || offeredCents === null || offeredAt === null) return undefined;
  return {
    listedPrice: toMajorUnits(listedCents),
    amounts: offeredCents.map((cents) => toMajorUnits(cents)),
    time: offeredAt.toISOString(),
  };
}

function daysAfter(moment: Date, days: number): string {
  return new Date(moment.getTime() + days * 86_400_000).toISOString();
}

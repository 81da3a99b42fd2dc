import type { Booking } from '#contract/bookings.ts';
import { type Role, saleTimes } from '#contract/constants.ts';
import { toMajorUnits } from '#contract/currency.ts';
import type { PayoutState } from '#contract/states.ts';
import {
  type ImageColumns,
  imageColumns,
  imageFrom,
  type JoinedImage,
  type PictureOf,
} from '../../database/image-columns.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { evidenceAddresses, selectEvidence } from '../images/evidence-images.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import { deadlineStart } from './deadline-start.ts';
import type { SaleCodes } from './sale-codes.ts';

/** What functions that read bookings need. */
export interface BookingReader {
  sql: Sql;
  pictureOf: PictureOf;
  evidenceLinks: EvidenceLinks;
  saleCodes: SaleCodes;
}

/** For which user, and at what time, a booking is read. */
export interface ReadingContext {
  viewer: { id: string; role: Role };
  at: Date;
}

/** A booking joined with its product, seller, image, payment, fulfilment, return and last dispute, as `selectBookings` reads it. */
export interface BookingRow extends ImageColumns {
  id: string;
  buyerId: string;
  sellerId: string;
  buyerName: string;
  buyerEmail: string;
  productId: string;
  productName: string;
  priceCents: number;
  phone: string;
  location: string;
  state: Booking['state'];
  holdExpiresAt: Date;
  paidAt: Date | null;
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
  buyerKeepsIt: boolean | null;
  returnContestReason: string | null;
  giveBackBy: Date | null;
  givenBackAt: Date | null;
  /** Null unless it was paid. */
  fulfilmentState: NonNullable<Booking['fulfilment']>['state'] | null;
  method: NonNullable<Booking['fulfilment']>['method'] | null;
  carrier: string | null;
  tracking: string | null;
  sentAt: Date | null;
  receivedAt: Date | null;
  returnUntil: Date | null;
  /** From when the clocks count (`deadlineStart`). */
  paidClockFrom: Date | null;
  sentClockFrom: Date | null;
  requestedClockFrom: Date | null;
  completedAt: Date | null;
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
  disputeGoesBack: boolean | null;
  decisionReason: string | null;
  /** Of the payment that pays for it; null while it stands. */
  refundState: 'refund-due' | 'refunded' | null;
  refundCents: number | null;
  refundedAt: Date | null;
  /** What the ledger has of it for the seller, before and after it was released. */
  pendingCents: number;
  releasedCents: number;
  isReleased: boolean | null;
  /** The payout that has its money; null before one is started. */
  payoutState: PayoutState | null;
  paidOutAt: Date | null;
}

/** `select … from bookings b …`; the caller appends `where`. */
export function selectBookings(sql: Sql): Fragment {
  return sql`
    select b.id, b.buyer_id as "buyerId", b.seller_id as "sellerId", b.buyer_name as "buyerName",
      b.buyer_email as "buyerEmail", b.product_id as "productId", b.product_name as "productName",
      b.price_cents as "priceCents", b.phone, b.location, b.state, b.hold_expires_at as "holdExpiresAt",
      b.paid_at as "paidAt", b.release_reason as "releaseReason", b.release_note as "releaseNote",
      b.released_at as "releasedAt", b.created_at as "createdAt",
      s.name as "sellerName", s.removed_at is not null as "sellerRemoved",
      u.removed_at is not null as "buyerRemoved", p.phone as "sellerPhone", paid.transaction_id as "transactionId",
      r.reason as "returnReason", r.state as "returnState", r.requested_at as "returnRequestedAt",
      r.decided_at as "returnDecidedAt", r.place as "returnPlace",
      ${selectEvidence(sql, 'r.id')} as "returnImages", r.buyer_keeps_it as "buyerKeepsIt",
      r.contest_reason as "returnContestReason", r.give_back_by as "giveBackBy",
      r.given_back_at as "givenBackAt", f.state as "fulfilmentState", f.method, f.carrier, f.tracking,
      f.sent_at as "sentAt", f.received_at as "receivedAt", f.return_until as "returnUntil",
      case when d.id is null then f.paid_at else ${deadlineStart(sql, 'f.paid_at')} end as "paidClockFrom",
      case when d.id is null then f.sent_at else ${deadlineStart(sql, 'f.sent_at')} end as "sentClockFrom",
      case when d.id is null then r.requested_at else ${deadlineStart(sql, 'r.requested_at')} end
        as "requestedClockFrom",
      f.completed_at as "completedAt", f.cancelled_at as "cancelledAt",
      f.cancel_reason as "cancelReason",
      f.cancellation_requested_at as "cancellationRequestedAt",
      f.cancellation_request_reason as "cancellationRequestReason",
      f.cancellation_declined_at as "cancellationDeclinedAt", d.id as "disputeId", d.cause as "disputeCause",
      d.state as "disputeState", d.reason as "disputeReason", d.opened_at as "disputeOpenedAt",
      d.decided_at as "disputeDecidedAt", d.refund_cents as "disputeRefundCents",
      d.goes_back as "disputeGoesBack", d.decision_reason as "decisionReason",
      case when paid.state = 'recorded' and paid.elsewhere_cents > 0 then 'refunded'
        else nullif(paid.state, 'recorded') end as "refundState",
      least(paid.amount_cents, paid.elsewhere_cents + case when paid.state = 'recorded' then 0
        else coalesce(paid.refund_cents, paid.amount_cents) end) as "refundCents",
      coalesce(paid.refunded_at, paid.elsewhere_at) as "refundedAt",
      coalesce(earned.pending, 0)::int as "pendingCents",
      coalesce(earned.released, 0)::int as "releasedCents",
      earned.released_at is not null as "isReleased",
      payout.state as "payoutState", payout.paid_at as "paidOutAt",
      ${imageColumns}
    from bookings b
    join products p on p.id = b.product_id
    join users s on s.id = b.seller_id
    join users u on u.id = b.buyer_id
    join images i on i.id = b.image_id
    left join returns r on r.booking_id = b.id
    left join fulfilments f on f.booking_id = b.id
    left join lateral (
      select * from disputes where booking_id = b.id order by opened_at desc limit 1
    ) d on f.booking_id is not null
    left join lateral (${payingPayment(sql)}) paid on b.paid_at is not null
    left join lateral (${sellersPart(sql)}) earned on b.paid_at is not null
    left join lateral (${payoutOfSale(sql)}) payout on earned.released_at is not null`;
}

/** What booking b has brought its seller by the ledger, paid out or not, and when that was released. */
function sellersPart(sql: Sql): Fragment {
  return sql`
    select sum(side.cents) filter (where side.account = 'pending:' || b.seller_id) as pending,
      sum(side.cents) filter (where side.account = 'available:' || b.seller_id) as released,
      min(e.created_at) filter (where e.kind = 'release') as released_at
    from ledger_entries e
    cross join lateral (
      values (e.credit, e.amount_cents), (e.debit, -e.amount_cents)) as side (account, cents)
    where e.booking_id = b.id`;
}

/**
 * A payout is of all that is available to a seller, without disputed sales: the first one after the release that has not
 * failed has the money of booking b.
 */
function payoutOfSale(sql: Sql): Fragment {
  return sql`
    select o.state, o.paid_at from payouts o
    where o.seller_id = b.seller_id and o.state <> 'failed' and o.created_at >= earned.released_at
      and not exists (
        select from disputes x where x.booking_id = b.id and x.opened_at <= o.created_at
          and (x.decided_at is null or x.decided_at > o.created_at))
    order by o.id limit 1`;
}

/** A booking may have been charged more than once by mistake: prefers the recorded payment, then the first of its price. */
function payingPayment(sql: Sql): Fragment {
  return sql`
    select transaction_id, state, refund_cents, amount_cents, refunded_at, elsewhere_cents,
      elsewhere_at
    from payments
    where booking_id = b.id and amount_cents = b.price_cents
    order by state <> 'recorded', id limit 1`;
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
  const isLive = state === 'held' || state === 'paid';
  const maySeeSellerPhone =
    (isLive && row.buyerId === viewer.id) || row.sellerId === viewer.id || viewer.role === 'admin';
  return {
    _id: row.id,
    buyerName: row.buyerName,
    buyerEmail: row.buyerEmail,
    name: row.productName,
    price: toMajorUnits(row.priceCents),
    image,
    picture,
    phone: row.phone,
    location: row.location,
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
    returnUntil: row.returnUntil?.toISOString(),
    return: returnFrom(row, viewer, { evidenceLinks, saleCodes }),
    fulfilment: fulfilmentFrom(row, viewer, saleCodes),
    dispute: disputeFrom(row),
    refund: refundFrom(row),
    earnings: earningsFrom(row, viewer),
  };
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
    place: row.returnPlace ?? undefined,
    contestReason: row.returnContestReason ?? undefined,
    giveBackBy: row.giveBackBy?.toISOString(),
    givenBackAt: row.givenBackAt?.toISOString(),
    buyerKeepsIt: row.buyerKeepsIt || undefined,
    code: isForSeller ? saleCodes.codeOf('giving-back', row.id) : undefined,
  };
}

function fulfilmentFrom(
  row: BookingRow,
  viewer: ReadingContext['viewer'],
  saleCodes: SaleCodes,
): Booking['fulfilment'] {
  const { fulfilmentState: state, sentAt, sentClockFrom, paidClockFrom } = row;
  if (state === null) return undefined;
  const isAwaiting = state === 'awaiting';
  return {
    state,
    method: row.method ?? undefined,
    carrier: row.carrier ?? undefined,
    tracking: row.tracking ?? undefined,
    sentAt: sentAt?.toISOString(),
    autoReceivedAt:
      state === 'sent' && sentClockFrom
        ? daysAfter(sentClockFrom, saleTimes.receivedAfterDays)
        : undefined,
    receivedAt: row.receivedAt?.toISOString(),
    completedAt: row.completedAt?.toISOString(),
    cancelFrom:
      isAwaiting && paidClockFrom ? daysAfter(paidClockFrom, saleTimes.cancelAfterDays) : undefined,
    cancelledAt: row.cancelledAt?.toISOString(),
    cancelReason: row.cancelReason ?? undefined,
    cancellationRequest: row.cancellationRequestedAt
      ? {
          reason: row.cancellationRequestReason ?? '',
          time: row.cancellationRequestedAt.toISOString(),
          declinedAt: row.cancellationDeclinedAt?.toISOString(),
        }
      : undefined,
    code:
      isAwaiting && row.buyerId === viewer.id ? saleCodes.codeOf('handover', row.id) : undefined,
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
    goesBack: row.disputeGoesBack ?? undefined,
    decisionReason: row.decisionReason ?? undefined,
  };
}

function refundFrom({ refundState, refundCents, refundedAt }: BookingRow): Booking['refund'] {
  if (refundState === null || refundCents === null) return undefined;
  const state = refundState === 'refunded' ? 'refunded' : 'due';
  return { amount: toMajorUnits(refundCents), state, time: refundedAt?.toISOString() };
}

/** What a seller earns is not for the buyer. */
function earningsFrom(row: BookingRow, viewer: ReadingContext['viewer']): Booking['earnings'] {
  const { sellerId, paidAt, isReleased, payoutState, paidOutAt } = row;
  if (paidAt === null || (viewer.id !== sellerId && viewer.role !== 'admin')) return undefined;
  // Of what is pending, a refund that is due is the buyer's.
  const dueCents = row.refundState === 'refund-due' ? (row.refundCents ?? 0) : 0;
  const cents = isReleased ? row.releasedCents : Math.max(0, row.pendingCents - dueCents);
  const amount = toMajorUnits(cents);
  if (!isReleased) return { amount, payout: 'pending' };
  if (payoutState === null) return { amount, payout: 'due' };
  return payoutState === 'paid'
    ? { amount, payout: 'paid-out', paidOutAt: paidOutAt?.toISOString() }
    : { amount, payout: 'on-its-way' };
}

function daysAfter(moment: Date, days: number): string {
  return new Date(moment.getTime() + days * 86_400_000).toISOString();
}

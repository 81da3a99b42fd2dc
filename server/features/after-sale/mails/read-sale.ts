import type {
  BookingState,
  DisputeCause,
  DisputeState,
  FulfilmentState,
  ReleaseReason,
  ReturnState,
} from '#contract/bookings/states.ts';
import { defaultReturnDays } from '#contract/constants.ts';
import type { MailKind } from '#contract/operations/mail-kinds.ts';
import { type ImageColumns, imageColumns } from '../../../database/image-columns.ts';
import type { availabilityMail, mailReaders } from '../../../database/schema/mails.ts';
import { type Fragment, rawSql, type Sql } from '../../../database/sql.ts';
import { isShippedRow, permitFrom } from '../../bookings/booking-row.ts';
import { cancelFrom, deadlineStart, sellersSilence } from '../../bookings/deadline-start.ts';
import type { SaleCodes } from '../../bookings/sale-codes.ts';
import type { StoredDelivery } from '../../delivery/choose-delivery.ts';
import { onSale } from '../../products/product-row.ts';

export type MailReader = (typeof mailReaders)[number];

/** What a mail may say about a sale, as it is when the mail is sent. */
export interface Sale extends StoredDelivery, ImageColumns {
  mailId: string;
  kind: MailKind | typeof availabilityMail.kind;
  reader: MailReader | typeof availabilityMail.reader;
  bookingId: string;
  productId: string;
  productName: string;
  /** Of the listing as it is now. */
  instrumentKind: string | null;
  maker: string | null;
  priceCents: number;
  /** Price and shipping: what is charged. */
  totalCents: number;
  /** When the buyer has withdrawn from a purchase from a trader. */
  withdrawnAt: Date | null;
  /** The days from the receipt within which such a purchase can be withdrawn from. */
  withdrawalDays: number | null;
  /** The days from the receipt to return it. */
  returnDays: number;
  /** When the buyer said that all is well. */
  approvedAt: Date | null;
  /** The public price, where an accepted offer has booked it for less. */
  listedCents: number | null;
  /** State of the booking. */
  state: BookingState;
  buyerName: string;
  buyerPhone: string;
  meetingPlace: string;
  sellerName: string;
  sellerPhone: string;
  holdExpiresAt: Date;
  paidAt: Date | null;
  /** From when the clocks count that begin with sending and with the request (`deadlineStart`). */
  sentClockFrom: Date | null;
  requestedClockFrom: Date | null;
  /** When the buyer may cancel; null unless it was paid. */
  cancelFrom: Date | null;
  /** The materials for which it needs a permit. */
  permitFor: string[] | null;
  permitNumber: string | null;
  permitGivenAt: Date | null;
  /** When each side said that they meet instead. */
  buyerMeetsAt: Date | null;
  sellerMeetsAt: Date | null;
  releaseReason: ReleaseReason | null;
  releaseNote: string | null;
  /** Name of the user who asked to be told when the product is free. */
  watcherName: string | null;
  /** Whether that user still waits for the mail, and the product can be booked. */
  isAwaited: boolean;
  returnReason: string | null;
  returnPlace: string | null;
  returnContestReason: string | null;
  /** Null when no return was requested. */
  returnState: ReturnState | null;
  giveBackBy: Date | null;
  lapsedAt: Date | null;
  sentBackAt: Date | null;
  backCarrier: string | null;
  backTracking: string | null;
  silentClockFrom: Date | null;
  givenBackAt: Date | null;
  buyerKeepsIt: boolean | null;
  /** Null unless it was paid. */
  fulfilmentState: FulfilmentState | null;
  /** The code for the buyer of an instrument that awaits its handover and is not to be sent; null for others. */
  handoverCode: string | null;
  carrier: string | null;
  tracking: string | null;
  returnUntil: Date | null;
  cancelReason: string | null;
  cancellationRequestReason: string | null;
  isCancellationDeclined: boolean;
  isCancelledBySeller: boolean;
  /** Whether a dispute is open, or was decided since the mail was queued: then the dates of the sale have changed. */
  isOvertakenByDispute: boolean;
  disputeReason: string | null;
  /** Null when there was no dispute. */
  disputeCause: DisputeCause | null;
  disputeState: DisputeState | null;
  disputeOpenedAt: Date | null;
  disputeRefundCents: number | null;
  /** The part of that which is for the shipping. */
  disputeShippingCents: number | null;
  disputeGoesBack: boolean | null;
  decisionReason: string | null;
  /** The provider's id of the charge that the mail is about. */
  transactionId: string | null;
  /** Whether the product was withdrawn. */
  isWithdrawn: boolean;
  /** What the refund that the mail is about sends or has sent back, without other refunds of that charge. */
  refundedCents: number | null;
  /** The part of that which is for the shipping. */
  refundedShippingCents: number | null;
  refundReason: string | null;
  /** What goes or went back of the payment that pays for the booking, in all; null while it stands. */
  totalRefundCents: number | null;
  isRefundDue: boolean | null;
  /** Null when the reader was removed. */
  readerEmail: string | null;
  /** Null: the shop's first. */
  readerLanguage: string | null;
  readerTimeZone: string | null;
  /** Whether the reader has proven to own that mailbox. */
  isReaderProven: boolean;
}

/**
 * Reads the sale that a mail is about. The key of a mail about a refund ends with the payment's id, before which one that was
 * made elsewhere has the sum by which `recordRefundElsewhere` names its ledger entries. Other mails are about the recorded
 * payment.
 */
export async function readSale(
  { sql, saleCodes }: { sql: Sql; saleCodes: Pick<SaleCodes, 'codeOf'> },
  mailId: string,
  at: Date,
): Promise<Sale | undefined> {
  const [sale] = await sql<Omit<Sale, 'handoverCode'>[]>`
    select m.id as "mailId", m.kind, m.reader, b.id as "bookingId", b.product_id as "productId",
      b.product_name as "productName", p.kind as "instrumentKind", p.brand as maker, b.price_cents as "priceCents",
      b.price_cents + b.shipping_cents as "totalCents", b.shipping_cents as "shippingCents",
      b.delivery_method as "deliveryMethod", b.zone_id as "zoneId", b.zone_name as "zoneName", b.listed_cents as "listedCents",
      b.withdrawn_at as "withdrawnAt", b.withdrawal_days as "withdrawalDays",
      coalesce(b.return_days, ${defaultReturnDays}::smallint) as "returnDays", f.approved_at as "approvedAt", b.buyer_name as "buyerName",
      b.phone as "buyerPhone", b.location as "meetingPlace", seller.name as "sellerName",
      p.phone as "sellerPhone", b.hold_expires_at as "holdExpiresAt", b.paid_at as "paidAt",
      b.release_reason as "releaseReason", b.release_note as "releaseNote",
      r.reason as "returnReason", r.place as "returnPlace", r.contest_reason as "returnContestReason",
      r.state as "returnState", ${cancelFrom(sql)} as "cancelFrom",
      b.permit_for as "permitFor", f.permit_number as "permitNumber", f.permit_given_at as "permitGivenAt",
      f.buyer_meets_at as "buyerMeetsAt", f.seller_meets_at as "sellerMeetsAt",
      ${deadlineStart(sql, 'f.sent_at')} as "sentClockFrom",
      ${deadlineStart(sql, 'r.requested_at')} as "requestedClockFrom", r.give_back_by as "giveBackBy",
      r.lapsed_at as "lapsedAt", r.sent_back_at as "sentBackAt", r.back_carrier as "backCarrier",
      r.back_tracking as "backTracking", ${deadlineStart(sql, sellersSilence(sql))} as "silentClockFrom",
      r.given_back_at as "givenBackAt", r.buyer_keeps_it as "buyerKeepsIt", f.carrier, f.tracking,
      p.withdrawn_at is not null as "isWithdrawn", f.state as "fulfilmentState", coalesce(d.state = 'open' or d.decided_at > m.created_at, false) as "isOvertakenByDispute",
      f.return_until as "returnUntil", f.cancel_reason as "cancelReason",
      f.cancellation_request_reason as "cancellationRequestReason",
      f.cancellation_declined_at is not null as "isCancellationDeclined",
      coalesce(f.cancelled_by = b.seller_id, false) as "isCancelledBySeller",
      d.cause as "disputeCause", d.state as "disputeState", d.opened_at as "disputeOpenedAt",
      d.reason as "disputeReason", d.refund_cents as "disputeRefundCents",
      coalesce(d.refund_shipping_cents, greatest(0, d.refund_cents - b.price_cents)) as "disputeShippingCents",
      d.goes_back as "disputeGoesBack", d.decision_reason as "decisionReason",
      watcher.name as "watcherName", ${imageColumns},
      ${canBeBooked(sql, at)} and exists (
        select from availability_alerts a where a.product_id = p.id and a.user_id = m.reader_id
      ) as "isAwaited",
      pay.transaction_id as "transactionId", pay.refunded_cents as "refundedCents",
      pay.refunded_shipping_cents as "refundedShippingCents",
      pay.refund_reason as "refundReason", b.state, paid.refund_cents as "totalRefundCents",
      paid.is_due as "isRefundDue",
      case when reader.removed_at is null then reader.email end as "readerEmail",
      reader.language as "readerLanguage", reader.time_zone as "readerTimeZone",
      reader.email_proven_at is not null as "isReaderProven"
    from queued_mails m
    join bookings b on b.id = m.subject_id
    join products p on p.id = b.product_id
    join images i on i.id = b.image_id
    join users buyer on buyer.id = b.buyer_id
    join users seller on seller.id = b.seller_id
    join users reader on reader.id = m.reader_id
    left join users watcher on watcher.id = m.reader_id and m.reader = 'watcher'
    left join returns r on r.booking_id = b.id
    left join fulfilments f on f.booking_id = b.id
    left join lateral (
      select * from disputes where booking_id = b.id order by opened_at desc limit 1
    ) d on true
    left join lateral (
      select transaction_id, refund_reason, coalesce(
        ${refundEntry(sql, elsewhere)}, ${refundEntry(sql, own)}, refund_cents, amount_cents
      ) as refunded_cents, coalesce(case when ${refundEntry(sql, elsewhere)} is null
        then ${shippingEntry(sql, own)} else ${shippingEntry(sql, elsewhere)} end, 0) as refunded_shipping_cents
      from payments
      where booking_id = b.id
      order by (m.key like '%:' || payments.id::text) desc, (state = 'recorded') desc, id desc
      limit 1
    ) pay on true
    left join lateral (
      select nullif(least(amount_cents, elsewhere_cents + case when state = 'recorded' then 0
          else coalesce(refund_cents, amount_cents) end), 0) as refund_cents,
        state = 'refund-due' as is_due
      from payments where booking_id = b.id and amount_cents = b.price_cents + b.shipping_cents
      order by state <> 'recorded', id limit 1
    ) paid on b.paid_at is not null
    where m.id = ${mailId}`;
  if (!sale) return undefined;
  const isShipped = isShippedRow(sale);
  const isAwaiting = sale.reader === 'buyer' && sale.fulfilmentState === 'awaiting';
  return {
    ...sale,
    // What was given for a parcel is no place to meet.
    meetingPlace: sale.deliveryMethod === 'shipping' && !isShipped ? '' : sale.meetingPlace,
    handoverCode: isAwaiting && !isShipped ? saleCodes.codeOf('handover', sale.bookingId) : null,
  };
}

const own = rawSql('payments.id::text');
const elsewhere = rawSql(`payments.id || ':elsewhere:' || split_part(m.key, ':', 4)`);

/** SQL for the cents of the shipping in one refund of booking b. */
function shippingEntry(sql: Sql, cause: Fragment): Fragment {
  return sql`(select e.amount_cents from ledger_entries e
    where e.booking_id = b.id and e.kind = 'refund' and e.cause = ${cause} || ':shipping')`;
}

/** SQL for the cents of one refund of booking b, by its ledger entries; null when it has none. */
function refundEntry(sql: Sql, cause: Fragment): Fragment {
  return sql`(select sum(e.amount_cents)::bigint from ledger_entries e
    where e.booking_id = b.id and e.kind = 'refund' and e.cause in (${cause}, ${cause} || ':commission',
      ${cause} || ':shipping'))`;
}

/** SQL for whether the product p can be booked. */
function canBeBooked(sql: Sql, at: Date): Fragment {
  return sql`${onSale} and not exists (
    select from bookings live where live.product_id = p.id and live.state in ('held', 'paid')
      and (live.state = 'paid' or live.hold_expires_at > ${at})
  )`;
}

/** Whether the sale has changed since the mail was queued, so that the mail would be wrong. */
export function isOutdated(sale: Sale, at: Date): boolean {
  return outdated[sale.kind]?.(sale, at) ?? false;
}

const isHeld = ({ state, holdExpiresAt }: Sale, at: Date) => state === 'held' && holdExpiresAt > at;

const outdated: Partial<Record<Sale['kind'], (sale: Sale, at: Date) => boolean>> = {
  'free-again': ({ isAwaited }) => !isAwaited,
  'hold-expiring': (sale, at) => !isHeld(sale, at),
  'hold-expired': ({ state }) => state !== 'released',
  booked: (sale, at) => !isHeld(sale, at) && sale.state !== 'paid' && sale.state !== 'returned',
  paid: ({ fulfilmentState }) => fulfilmentState === 'cancelled',
  'may-cancel': ({ fulfilmentState, isOvertakenByDispute }) =>
    fulfilmentState !== 'awaiting' || isOvertakenByDispute,
  'permit-due-soon': (sale) => sale.isOvertakenByDispute || permitFrom(sale)?.dueAt === undefined,
  'permit-given': ({ fulfilmentState }) => fulfilmentState !== 'awaiting',
  'meeting-asked': (sale) => {
    const isAskersOwn = sale.reader === 'buyer' ? sale.sellerMeetsAt : sale.buyerMeetsAt;
    return sale.fulfilmentState !== 'awaiting' || !isAskersOwn || !isShippedRow(sale);
  },
  'meeting-agreed': (sale) => sale.fulfilmentState !== 'awaiting' || isShippedRow(sale),
  'cancellation-requested': ({ fulfilmentState, isCancellationDeclined }) =>
    fulfilmentState !== 'awaiting' || isCancellationDeclined,
  'cancellation-declined': ({ fulfilmentState }) => fulfilmentState !== 'awaiting',
  sent: ({ fulfilmentState }) => fulfilmentState !== 'sent',
  'receipt-assumed-soon': ({ fulfilmentState, isOvertakenByDispute }) =>
    fulfilmentState !== 'sent' || isOvertakenByDispute,
  'return-window-ending': (
    { fulfilmentState, isOvertakenByDispute, returnState, returnUntil },
    at,
  ) =>
    fulfilmentState !== 'received' ||
    isOvertakenByDispute ||
    returnState !== null ||
    (returnUntil !== null && returnUntil <= at),
  'return-accepted-soon': ({ returnState, isOvertakenByDispute }) =>
    returnState !== 'requested' || isOvertakenByDispute,
  'return-sent-back': ({ returnState }) => returnState !== 'accepted',
  'sent-back-dispute-soon': ({ silentClockFrom, isOvertakenByDispute }) =>
    silentClockFrom === null || isOvertakenByDispute,
  'return-lapsed': ({ returnState }) => returnState !== 'lapsed',
  'return-lapsing': ({ returnState, isOvertakenByDispute, giveBackBy, sentBackAt }, at) =>
    returnState !== 'accepted' ||
    isOvertakenByDispute ||
    sentBackAt !== null ||
    (giveBackBy !== null && giveBackBy <= at),
};

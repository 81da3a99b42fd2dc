import { toMajorUnits } from '#contract/money/currency.ts';
import type {
  ExportedFulfilment,
  ExportedReturn,
  UserExport,
} from '#contract/users/user-export.ts';
import type { JoinedImage } from '../../database/image-columns.ts';
import type { fulfilments } from '../../database/schema/fulfilments.ts';
import type { payments } from '../../database/schema/payments.ts';
import type { bookings } from '../../database/schema/sales.ts';
import { rawSql, type Sql } from '../../database/sql.ts';
import { traderOf } from '../bookings/select-bookings.ts';
import { evidenceClipsFrom } from '../clips/clip-address.ts';
import { type ClipColumns, selectClips } from '../clips/clip-row.ts';
import { chosenDeliveryFrom, type StoredDelivery } from '../delivery/choose-delivery.ts';
import { type AddressColumns, addressFrom } from '../delivery/delivery-address.ts';
import { evidenceAddresses, selectEvidence } from '../images/evidence-images.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import { pagesOf } from './json-stream.ts';

interface SaleReader {
  sql: Sql;
  evidenceLinks: EvidenceLinks;
}

type ExportedSales = Pick<UserExport, 'bookings' | 'sales' | 'payments' | 'returns'>;

/** What a user bought and sold, with payments, handover and returns, newest first, for `exportUser`. */
export function exportSales({ sql, evidenceLinks }: SaleReader, userId: string) {
  return {
    bookings: bookingsOf(sql, userId, 'buyer_id', (row) => purchaseFrom(row, evidenceLinks)),
    // Without phone, location and address: those are the buyers' data.
    sales: bookingsOf(sql, userId, 'seller_id', (row) => saleFrom(row, evidenceLinks)),
    payments: paymentsOf(sql, userId),
    returns: returnsOf(sql, evidenceLinks, userId),
  } satisfies { [Name in keyof ExportedSales]: AsyncIterable<ExportedSales[Name]> };
}

type Booking = typeof bookings.$inferSelect;
type Fulfilment = typeof fulfilments.$inferSelect;

interface BookedRow
  extends StoredDelivery,
    Pick<
      Booking,
      | 'id'
      | 'productId'
      | 'productName'
      | 'priceCents'
      | 'state'
      | 'phone'
      | 'location'
      | 'createdAt'
      | 'paidAt'
      | 'releasedAt'
      | 'releaseReason'
      | 'releaseNote'
      | 'returnedAt'
    > {
  address: AddressColumns | null;
  withdrawnAt: Date | null;
  traderName: string | null;
  traderAddress: string | null;
  /** Null until the booking is paid. */
  fulfilmentState: Fulfilment['state'] | null;
  method: Fulfilment['method'];
  carrier: string | null;
  tracking: string | null;
  permitNumber: string | null;
  sentAt: Date | null;
  parcelImages: JoinedImage[];
  receivedAt: Date | null;
  returnUntil: Date | null;
  completedAt: Date | null;
  fulfilmentReturnedAt: Date | null;
  cancelledAt: Date | null;
  cancelReason: string | null;
  cancellationRequestedAt: Date | null;
  cancellationRequestReason: string | null;
  cancellationDeclinedAt: Date | null;
}

function bookingsOf<Exported>(
  sql: Sql,
  userId: string,
  side: 'buyer_id' | 'seller_id',
  exportedFrom: (row: BookedRow) => Exported,
): AsyncIterable<Exported[]> {
  return pagesOf(
    ({ cursor, count }) => sql<BookedRow[]>`
      select b.id, b.product_id as "productId",
        b.product_name as "productName", b.price_cents as "priceCents",
        b.delivery_method as "deliveryMethod", b.zone_id as "zoneId", b.zone_name as "zoneName",
        b.shipping_cents as "shippingCents", (
          select json_build_object('name', a.name, 'lines', a.lines, 'postcode', a.postcode,
            'city', a.city, 'region', a.region, 'country', a.country)
          from booking_addresses a where a.booking_id = b.id) as address, b.state, b.phone, b.location,
        b.created_at as "createdAt", b.paid_at as "paidAt", b.released_at as "releasedAt",
        b.release_reason as "releaseReason", b.release_note as "releaseNote",
        b.returned_at as "returnedAt", b.withdrawn_at as "withdrawnAt",
        ${traderOf(sql, 'name')} as "traderName", ${traderOf(sql, 'address')} as "traderAddress",
        f.state as "fulfilmentState", f.method, f.carrier, f.tracking, f.permit_number as "permitNumber",
        ${selectEvidence(sql, 'b.id')} as "parcelImages",
        f.sent_at as "sentAt", f.received_at as "receivedAt", f.return_until as "returnUntil",
        f.completed_at as "completedAt", f.returned_at as "fulfilmentReturnedAt",
        f.cancelled_at as "cancelledAt", f.cancel_reason as "cancelReason",
        f.cancellation_requested_at as "cancellationRequestedAt",
        f.cancellation_request_reason as "cancellationRequestReason",
        f.cancellation_declined_at as "cancellationDeclinedAt"
      from bookings b left join fulfilments f on f.booking_id = b.id
      where b.${rawSql(side)} = ${userId} and b.id < ${cursor}
      order by b.id desc limit ${count}`,
    exportedFrom,
  );
}

function purchaseFrom(row: BookedRow, evidenceLinks: EvidenceLinks) {
  const { phone, location, address } = row;
  return {
    ...saleFrom(row, evidenceLinks),
    phone,
    location,
    address: address ? addressFrom(address) : undefined,
  };
}

function saleFrom(row: BookedRow, evidenceLinks: EvidenceLinks) {
  return {
    _id: row.id,
    productId: row.productId,
    name: row.productName,
    price: toMajorUnits(row.priceCents),
    shipping: toMajorUnits(row.shippingCents),
    total: toMajorUnits(row.priceCents + row.shippingCents),
    delivery: chosenDeliveryFrom(row),
    state: row.state,
    time: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString(),
    releasedAt: row.releasedAt?.toISOString(),
    releaseReason: row.releaseReason ?? undefined,
    releaseNote: row.releaseNote ?? undefined,
    returnedAt: row.returnedAt?.toISOString(),
    withdrawnAt: row.withdrawnAt?.toISOString(),
    trader:
      row.traderName !== null && row.traderAddress !== null
        ? { name: row.traderName, address: row.traderAddress }
        : undefined,
    fulfilment: fulfilmentFrom(row, evidenceLinks),
  };
}

function fulfilmentFrom(
  row: BookedRow,
  evidenceLinks: EvidenceLinks,
): ExportedFulfilment | undefined {
  if (row.fulfilmentState === null) return undefined;
  return {
    state: row.fulfilmentState,
    method: row.method ?? undefined,
    carrier: row.carrier ?? undefined,
    tracking: row.tracking ?? undefined,
    permitNumber: row.permitNumber ?? undefined,
    sentAt: row.sentAt?.toISOString(),
    parcelImages:
      row.parcelImages.length > 0 ? evidenceAddresses(row.parcelImages, evidenceLinks) : undefined,
    receivedAt: row.receivedAt?.toISOString(),
    returnUntil: row.returnUntil?.toISOString(),
    completedAt: row.completedAt?.toISOString(),
    returnedAt: row.fulfilmentReturnedAt?.toISOString(),
    cancelledAt: row.cancelledAt?.toISOString(),
    cancelReason: row.cancelReason ?? undefined,
    cancellationRequestedAt: row.cancellationRequestedAt?.toISOString(),
    cancellationRequestReason: row.cancellationRequestReason ?? undefined,
    cancellationDeclinedAt: row.cancellationDeclinedAt?.toISOString(),
  };
}

type PaymentRow = Pick<
  typeof payments.$inferSelect,
  'id' | 'bookingId' | 'amountCents' | 'transactionId' | 'state' | 'createdAt' | 'refundedAt'
>;

function paymentsOf(sql: Sql, buyerId: string): AsyncIterable<UserExport['payments']> {
  return pagesOf(
    ({ cursor, count }) => sql<PaymentRow[]>`
      select id, booking_id as "bookingId", amount_cents as "amountCents",
        transaction_id as "transactionId", state, created_at as "createdAt",
        refunded_at as "refundedAt"
      from payments where buyer_id = ${buyerId} and id < ${cursor} order by id desc limit ${count}`,
    (row) => ({
      _id: row.id,
      bookingId: row.bookingId,
      price: toMajorUnits(row.amountCents),
      transactionId: row.transactionId,
      state: row.state,
      time: row.createdAt.toISOString(),
      refundedAt: row.refundedAt?.toISOString(),
    }),
  );
}

interface ReturnRow {
  id: string;
  bookingId: string;
  isBuyer: boolean;
  reason: string;
  images: JoinedImage[];
  clips: ClipColumns[];
  state: ExportedReturn['state'];
  requestedAt: Date;
  decidedAt: Date | null;
  place: string | null;
  contestReason: string | null;
  giveBackBy: Date | null;
  sentBackAt: Date | null;
  backCarrier: string | null;
  backTracking: string | null;
  givenBackAt: Date | null;
  lapsedAt: Date | null;
  buyerKeepsIt: boolean;
  refundedAt: Date | null;
}

function returnsOf(
  sql: Sql,
  evidenceLinks: EvidenceLinks,
  userId: string,
): AsyncIterable<ExportedReturn[]> {
  return pagesOf(
    ({ cursor, count }) => sql<ReturnRow[]>`
    select r.id, r.booking_id as "bookingId", b.buyer_id = ${userId} as "isBuyer", r.reason,
      ${selectEvidence(sql, 'r.id')} as images, ${selectClips(sql, 'r.id')} as clips, r.state, r.requested_at as "requestedAt",
      r.decided_at as "decidedAt", r.place, r.contest_reason as "contestReason",
      r.give_back_by as "giveBackBy", r.sent_back_at as "sentBackAt",
      r.back_carrier as "backCarrier", r.back_tracking as "backTracking", r.given_back_at as "givenBackAt",
      r.lapsed_at as "lapsedAt", r.buyer_keeps_it as "buyerKeepsIt",
      r.refunded_at as "refundedAt"
    from returns r join bookings b on b.id = r.booking_id
    where (b.buyer_id = ${userId} or b.seller_id = ${userId}) and r.id < ${cursor}
    order by r.id desc limit ${count}`,
    (row) => ({
      _id: row.id,
      bookingId: row.bookingId,
      side: row.isBuyer ? 'buyer' : 'seller',
      reason: row.reason,
      images: evidenceAddresses(row.images, evidenceLinks),
      clips: evidenceClipsFrom(row.clips, evidenceLinks),
      state: row.state,
      time: row.requestedAt.toISOString(),
      decidedAt: row.decidedAt?.toISOString(),
      place: row.place ?? undefined,
      contestReason: row.contestReason ?? undefined,
      giveBackBy: row.giveBackBy?.toISOString(),
      sentBackAt: row.sentBackAt?.toISOString(),
      backCarrier: row.backCarrier ?? undefined,
      backTracking: row.backTracking ?? undefined,
      givenBackAt: row.givenBackAt?.toISOString(),
      lapsedAt: row.lapsedAt?.toISOString(),
      buyerKeepsIt: row.buyerKeepsIt,
      refundedAt: row.refundedAt?.toISOString(),
    }),
  );
}

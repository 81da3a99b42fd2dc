import { desc, eq, or } from 'drizzle-orm';
import { toMajorUnits } from '#contract/currency.ts';
import type { ExportedFulfilment, ExportedReturn, UserExport } from '#contract/user-export.ts';
import type { Database } from '../../database/connection.ts';
import type { JoinedImage } from '../../database/image-columns.ts';
import { fulfilments } from '../../database/schema/fulfilments.ts';
import { payments } from '../../database/schema/payments.ts';
import { bookings } from '../../database/schema/sales.ts';
import type { Sql } from '../../database/sql.ts';
import { evidenceAddresses, selectEvidence } from '../images/evidence-images.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';

interface SaleReader {
  database: Database;
  evidenceLinks: EvidenceLinks;
}

type ExportedSales = Pick<UserExport, 'bookings' | 'sales' | 'payments' | 'returns'>;

/** What a user bought and sold, with payments, handover and returns, newest first, for `exportUser`. */
export async function exportSales(
  { database: { orm, sql }, evidenceLinks }: SaleReader,
  userId: string,
): Promise<ExportedSales> {
  const [booked, paid, returned] = await Promise.all([
    bookingsOf(orm, userId),
    paymentsOf(orm, userId),
    returnsOf(sql, evidenceLinks, userId),
  ]);
  return {
    bookings: booked.filter(({ booking }) => booking.buyerId === userId).map(purchaseFrom),
    // Without phone and location: those are the buyers' data.
    sales: booked.filter(({ booking }) => booking.sellerId === userId).map(saleFrom),
    payments: paid,
    returns: returned,
  };
}

interface BookedRow {
  booking: typeof bookings.$inferSelect;
  fulfilment: typeof fulfilments.$inferSelect | null;
}

function bookingsOf(orm: Database['orm'], userId: string): Promise<BookedRow[]> {
  return orm
    .select({ booking: bookings, fulfilment: fulfilments })
    .from(bookings)
    .leftJoin(fulfilments, eq(fulfilments.bookingId, bookings.id))
    .where(or(eq(bookings.buyerId, userId), eq(bookings.sellerId, userId)))
    .orderBy(desc(bookings.id));
}

function purchaseFrom(row: BookedRow) {
  const { phone, location, releasedAt, releaseReason, releaseNote, returnedAt } = row.booking;
  return {
    ...saleFrom(row),
    phone,
    location,
    releasedAt: releasedAt?.toISOString(),
    releaseReason: releaseReason ?? undefined,
    releaseNote: releaseNote ?? undefined,
    returnedAt: returnedAt?.toISOString(),
  };
}

function saleFrom({ booking, fulfilment }: BookedRow) {
  return {
    _id: booking.id,
    productId: booking.productId,
    name: booking.productName,
    price: toMajorUnits(booking.priceCents),
    state: booking.state,
    time: booking.createdAt.toISOString(),
    paidAt: booking.paidAt?.toISOString(),
    fulfilment: fulfilment === null ? undefined : fulfilmentFrom(fulfilment),
  };
}

function fulfilmentFrom(row: typeof fulfilments.$inferSelect): ExportedFulfilment {
  return {
    state: row.state,
    method: row.method ?? undefined,
    carrier: row.carrier ?? undefined,
    tracking: row.tracking ?? undefined,
    sentAt: row.sentAt?.toISOString(),
    receivedAt: row.receivedAt?.toISOString(),
    returnUntil: row.returnUntil?.toISOString(),
    completedAt: row.completedAt?.toISOString(),
    returnedAt: row.returnedAt?.toISOString(),
    cancelledAt: row.cancelledAt?.toISOString(),
    cancelReason: row.cancelReason ?? undefined,
  };
}

async function paymentsOf(orm: Database['orm'], buyerId: string): Promise<UserExport['payments']> {
  const rows = await orm
    .select()
    .from(payments)
    .where(eq(payments.buyerId, buyerId))
    .orderBy(desc(payments.id));
  return rows.map((row) => ({
    _id: row.id,
    bookingId: row.bookingId,
    price: toMajorUnits(row.amountCents),
    transactionId: row.transactionId,
    state: row.state,
    time: row.createdAt.toISOString(),
    refundedAt: row.refundedAt?.toISOString(),
  }));
}

interface ReturnRow {
  id: string;
  bookingId: string;
  isBuyer: boolean;
  reason: string;
  images: JoinedImage[];
  state: ExportedReturn['state'];
  requestedAt: Date;
  decidedAt: Date | null;
  place: string | null;
  contestReason: string | null;
  giveBackBy: Date | null;
  givenBackAt: Date | null;
  lapsedAt: Date | null;
  buyerKeepsIt: boolean;
  refundedAt: Date | null;
}

async function returnsOf(
  sql: Sql,
  evidenceLinks: EvidenceLinks,
  userId: string,
): Promise<ExportedReturn[]> {
  const rows = await sql<ReturnRow[]>`
    select r.id, r.booking_id as "bookingId", b.buyer_id = ${userId} as "isBuyer", r.reason,
      ${selectEvidence(sql, 'r.id')} as images, r.state, r.requested_at as "requestedAt",
      r.decided_at as "decidedAt", r.place, r.contest_reason as "contestReason",
      r.give_back_by as "giveBackBy", r.given_back_at as "givenBackAt",
      r.lapsed_at as "lapsedAt", r.buyer_keeps_it as "buyerKeepsIt",
      r.refunded_at as "refundedAt"
    from returns r join bookings b on b.id = r.booking_id
    where b.buyer_id = ${userId} or b.seller_id = ${userId} order by r.id desc`;
  return rows.map((row) => ({
    _id: row.id,
    bookingId: row.bookingId,
    side: row.isBuyer ? 'buyer' : 'seller',
    reason: row.reason,
    images: evidenceAddresses(row.images, evidenceLinks),
    state: row.state,
    time: row.requestedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString(),
    place: row.place ?? undefined,
    contestReason: row.contestReason ?? undefined,
    giveBackBy: row.giveBackBy?.toISOString(),
    givenBackAt: row.givenBackAt?.toISOString(),
    lapsedAt: row.lapsedAt?.toISOString(),
    buyerKeepsIt: row.buyerKeepsIt,
    refundedAt: row.refundedAt?.toISOString(),
  }));
}

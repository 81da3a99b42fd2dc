import type { Dispute } from '#contract/after-sale/disputes.ts';
import type { Role } from '#contract/constants.ts';
import { trackingUrlOf } from '#contract/delivery/shop-zones.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { JoinedImage } from '../../database/image-columns.ts';
import { rawSql, type Sql } from '../../database/sql.ts';
import { fullCommissionCents } from '../bookings/booking-money.ts';
import { sentBackFrom } from '../bookings/booking-row.ts';
import { bookingNotFound } from '../bookings/lock-sale.ts';
import { evidenceClipsFrom } from '../clips/clip-address.ts';
import { type ClipColumns, selectClips } from '../clips/clip-row.ts';
import { evidenceAddresses, selectEvidence } from '../images/evidence-images.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import {
  type ChargebackColumns,
  chargebackColumns,
  chargebackFrom,
  joinChargeback,
} from './chargeback-columns.ts';

interface DisputeReader {
  sql: Sql;
  evidenceLinks: EvidenceLinks;
}

interface DisputeRow extends ChargebackColumns {
  id: string;
  cause: Dispute['cause'];
  state: Dispute['state'];
  reason: string | null;
  openedAt: Date;
  openedBy: string | null;
  decidedAt: Date | null;
  refundCents: number | null;
  refundShippingCents: number | null;
  goesBack: boolean | null;
  decisionReason: string | null;
  images: JoinedImage[];
  clips: ClipColumns[];
  returnReason: string | null;
  returnRequestedAt: Date | null;
  returnImages: JoinedImage[];
  returnClips: ClipColumns[];
  sentBackAt: Date | null;
  backCarrier: string | null;
  backTracking: string | null;
}

interface SaleRow {
  productId: string;
  isSameInstrument: boolean | null;
  carrier: string | null;
  tracking: string | null;
  sentAt: Date | null;
  parcelImages: JoinedImage[];
  buyerId: string;
  sellerId: string;
  buyerName: string;
  sellerName: string;
  productName: string;
  priceCents: number;
  shippingCents: number;
  commissionBasisPoints: number;
  fullCommissionCents: number;
}

interface StatementRow {
  id: string;
  authorId: string;
  authorName: string;
  text: string;
  createdAt: Date;
  images: JoinedImage[];
  clips: ClipColumns[];
}

/**
 * A dispute about a booking with all that was said in it, for buyer, seller and admins: the last one unless `disputeId`
 * names another.
 * @throws Problem not-found, also for everyone else and when there is none
 */
export async function readDispute(
  reader: DisputeReader,
  viewer: { id: string; role: Role },
  { bookingId, disputeId }: { bookingId: string; disputeId?: string | undefined },
): Promise<Dispute> {
  const { sql, evidenceLinks } = reader;
  const [[sale], disputes] = await Promise.all([
    sql<SaleRow[]>`
      select b.product_id as "productId", f.is_same_instrument as "isSameInstrument", f.carrier, f.tracking, f.sent_at as "sentAt", ${selectEvidence(sql, 'b.id')} as "parcelImages", b.buyer_id as "buyerId", b.seller_id as "sellerId", b.buyer_name as "buyerName",
        s.name as "sellerName", b.product_name as "productName", b.price_cents as "priceCents",
        b.shipping_cents as "shippingCents", b.commission_basis_points as "commissionBasisPoints",
        ${rawSql(fullCommissionCents)} as "fullCommissionCents"
      from bookings b join users s on s.id = b.seller_id
      left join fulfilments f on f.booking_id = b.id where b.id = ${bookingId}`,
    selectDisputes(sql, bookingId),
  ]);
  if (!sale || !mayRead(sale, viewer)) throw bookingNotFound();
  const row = disputeId ? disputes.find(({ id }) => id === disputeId) : disputes.at(-1);
  if (!row) throw new Problem('not-found', msg`There is no dispute about this booking`);
  const statements = await selectStatements(sql, row.id);
  const roleOf = (userId: string) =>
    userId === sale.buyerId ? 'buyer' : userId === sale.sellerId ? 'seller' : 'admin';
  return {
    _id: row.id,
    bookingId,
    productId: sale.productId,
    parcel: parcelFrom(sale, evidenceLinks),
    isSameInstrument: sale.isSameInstrument ?? undefined,
    name: sale.productName,
    price: toMajorUnits(sale.priceCents),
    shipping: toMajorUnits(sale.shippingCents),
    total: toMajorUnits(sale.priceCents + sale.shippingCents),
    ...(viewer.id !== sale.buyerId && {
      commissionPercent: sale.commissionBasisPoints / 100,
      commission: toMajorUnits(sale.fullCommissionCents),
    }),
    buyerName: sale.buyerName,
    sellerName: sale.sellerName,
    cause: row.cause,
    state: row.state,
    reason: row.reason ?? undefined,
    openedAt: row.openedAt.toISOString(),
    openedBy: row.openedBy === null ? undefined : roleOf(row.openedBy),
    images: evidenceAddresses(row.images, evidenceLinks),
    clips: evidenceClipsFrom(row.clips, evidenceLinks),
    return: returnOf(row, evidenceLinks),
    decidedAt: row.decidedAt?.toISOString(),
    refund: row.refundCents === null ? undefined : toMajorUnits(row.refundCents),
    shippingRefund:
      row.refundShippingCents === null ? undefined : toMajorUnits(row.refundShippingCents),
    goesBack: row.goesBack ?? undefined,
    decisionReason: row.decisionReason ?? undefined,
    chargeback: chargebackFrom(row),
    statements: statements.map(({ id, authorId, authorName, text, createdAt, images, clips }) => ({
      _id: id,
      author: { name: authorName, role: roleOf(authorId) },
      text,
      images: evidenceAddresses(images, evidenceLinks),
      clips: evidenceClipsFrom(clips, evidenceLinks),
      time: createdAt.toISOString(),
    })),
    others: disputes
      .filter(({ id }) => id !== row.id)
      .map(({ id: _id, cause, state, openedAt }) => ({
        _id,
        cause,
        state,
        openedAt: openedAt.toISOString(),
      })),
  };
}

function parcelFrom(
  { carrier, tracking, sentAt, parcelImages }: SaleRow,
  evidenceLinks: EvidenceLinks,
): Dispute['parcel'] {
  if (carrier === null || sentAt === null) return undefined;
  return {
    carrier,
    tracking: tracking ?? undefined,
    trackingUrl: trackingUrlOf({ carrier, tracking }),
    sentAt: sentAt.toISOString(),
    images: parcelImages.length > 0 ? evidenceAddresses(parcelImages, evidenceLinks) : undefined,
  };
}

function mayRead(
  { buyerId, sellerId }: SaleRow,
  { id, role }: { id: string; role: Role },
): boolean {
  return role === 'admin' || id === buyerId || id === sellerId;
}

/** A booking has few: a new one begins when the last one is decided. */
function selectDisputes(sql: Sql, bookingId: string) {
  return sql<DisputeRow[]>`
    select d.id, d.cause, d.state, d.reason, d.opened_at as "openedAt", d.opened_by as "openedBy",
      d.decided_at as "decidedAt", d.refund_cents as "refundCents",
      d.refund_shipping_cents as "refundShippingCents", d.goes_back as "goesBack",
      d.decision_reason as "decisionReason", ${selectEvidence(sql, 'd.id')} as images,
      ${selectClips(sql, 'd.id')} as clips,
      r.reason as "returnReason", r.requested_at as "returnRequestedAt",
      ${selectEvidence(sql, 'r.id')} as "returnImages",
      ${selectClips(sql, 'r.id')} as "returnClips", r.sent_back_at as "sentBackAt",
      r.back_carrier as "backCarrier", r.back_tracking as "backTracking", ${chargebackColumns}
    from disputes d left join returns r on r.booking_id = d.booking_id
    ${joinChargeback(sql)}
    where d.booking_id = ${bookingId} order by d.opened_at, d.id`;
}

function selectStatements(sql: Sql, disputeId: string) {
  return sql<StatementRow[]>`
    select s.id, s.author_id as "authorId", u.name as "authorName", s.text,
      s.created_at as "createdAt", ${selectEvidence(sql, 's.id')} as images,
      ${selectClips(sql, 's.id')} as clips
    from dispute_statements s join users u on u.id = s.author_id
    where s.dispute_id = ${disputeId} order by s.id`;
}

function returnOf(row: DisputeRow, evidenceLinks: EvidenceLinks): Dispute['return'] {
  const { openedAt, returnReason, returnRequestedAt, returnImages } = row;
  if (returnReason === null || returnRequestedAt === null) return undefined;
  // The reason of this dispute is that of the return.
  if (row.cause === 'not-as-described') return undefined;
  // What was asked after this dispute belongs to the next one.
  if (returnRequestedAt > openedAt) return undefined;
  const images = evidenceAddresses(returnImages, evidenceLinks);
  return {
    reason: returnReason,
    images,
    clips: evidenceClipsFrom(row.returnClips, evidenceLinks),
    time: returnRequestedAt.toISOString(),
    sentBack: sentBackFrom(row),
  };
}

import type { ListedDispute } from '#contract/after-sale/disputes.ts';
import type { DisputeState } from '#contract/bookings/states.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import { disputeTodos } from '#contract/overview/admin-todos.ts';
import type { Sql } from '../../database/sql.ts';
import {
  type ChargebackColumns,
  chargebackColumns,
  chargebackFrom,
  joinChargeback,
} from './chargeback-columns.ts';

interface DisputeFilter {
  state?: DisputeState | undefined;
  /** How many to read at most. */
  count: number;
  /** Only disputes with a smaller id, that is, opened earlier. */
  before: string;
}

interface ListedRow extends ChargebackColumns {
  id: string;
  bookingId: string;
  productName: string;
  priceCents: number;
  shippingCents: number;
  buyerName: string;
  buyerEmail: string;
  sellerName: string;
  sellerEmail: string;
  cause: ListedDispute['cause'];
  state: DisputeState;
  reason: string | null;
  openedAt: Date;
  decidedAt: Date | null;
  refundCents: number | null;
  refundShippingCents: number | null;
  goesBack: boolean | null;
  decisionReason: string | null;
  statements: number;
}

/** The disputes of all bookings, newest first. For admins. */
export async function listDisputes(
  sql: Sql,
  { state, count, before }: DisputeFilter,
): Promise<ListedDispute[]> {
  const rows = await sql<ListedRow[]>`
    select d.id, d.booking_id as "bookingId", b.product_name as "productName",
      b.price_cents as "priceCents", b.shipping_cents as "shippingCents", b.buyer_name as "buyerName", b.buyer_email as "buyerEmail",
      u.name as "sellerName", u.email as "sellerEmail", d.cause, d.state, d.reason,
      d.opened_at as "openedAt", d.decided_at as "decidedAt", d.refund_cents as "refundCents",
      d.refund_shipping_cents as "refundShippingCents",
      d.goes_back as "goesBack", d.decision_reason as "decisionReason",
      (select count(*)::int from dispute_statements s where s.dispute_id = d.id) as statements,
      ${chargebackColumns}
    from disputes d
    join bookings b on b.id = d.booking_id
    join users u on u.id = b.seller_id
    ${joinChargeback(sql)}
    where d.id < ${before} ${state ? sql`and d.state = ${state}` : sql``}
    order by d.id desc limit ${count}`;
  return rows.map(listedFrom);
}

function listedFrom(row: ListedRow): ListedDispute {
  const { bookingId, buyerName, buyerEmail, sellerName, sellerEmail, cause, state } = row;
  return {
    _id: row.id,
    bookingId,
    buyerName,
    buyerEmail,
    sellerName,
    sellerEmail,
    cause,
    state,
    name: row.productName,
    price: toMajorUnits(row.priceCents),
    shipping: toMajorUnits(row.shippingCents),
    total: toMajorUnits(row.priceCents + row.shippingCents),
    reason: row.reason ?? undefined,
    openedAt: row.openedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString(),
    refund: row.refundCents === null ? undefined : toMajorUnits(row.refundCents),
    shippingRefund:
      row.refundShippingCents === null ? undefined : toMajorUnits(row.refundShippingCents),
    goesBack: row.goesBack ?? undefined,
    decisionReason: row.decisionReason ?? undefined,
    statements: row.statements,
    chargeback: chargebackFrom(row),
    todo: state === 'open' ? todoOf(row) : undefined,
  };
}

/** While the buyer's bank wants the money back, that comes first. */
function todoOf({ cause, chargebackState }: ListedRow): string {
  return disputeTodos[chargebackState === 'open' ? 'chargeback' : cause];
}

import { imageColumns } from '../../database/image-columns.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import { selectClips } from '../clips/clip-row.ts';
import { selectEvidence } from '../images/evidence-images.ts';
import { wasRefundedByDecision } from '../products/sold-before.ts';
import { fullCommissionCents } from './booking-money.ts';
import {
  cancelFrom,
  deadlineStart,
  isMeetingInstead,
  reviewUntil,
  sellersSilence,
} from './deadline-start.ts';

/** The columns of `BookingRow`: `select … from bookings b …`; the caller appends `where`. */
export function selectBookings(sql: Sql): Fragment {
  return sql`
    select b.id, b.buyer_id as "buyerId", b.seller_id as "sellerId", b.buyer_name as "buyerName",
      b.buyer_email as "buyerEmail", b.product_id as "productId", b.product_name as "productName",
      b.price_cents as "priceCents", b.delivery_method as "deliveryMethod", b.zone_id as "zoneId",
      b.zone_name as "zoneName", b.shipping_cents as "shippingCents", b.listed_cents as "listedCents",
      ${rawSql(fullCommissionCents)} as "fullCommissionCents", b.withdrawal_days as "withdrawalDays", b.return_days as "returnDays", b.withdrawn_at as "withdrawnAt",
      ${traderOf(sql, 'name')} as "traderName", ${traderOf(sql, 'address')} as "traderAddress",
      o.amounts_cents as "offeredCents", o.created_at as "offeredAt", b.phone, b.location, b.state, b.hold_expires_at as "holdExpiresAt",
      b.paid_at as "paidAt", b.release_reason as "releaseReason", b.release_note as "releaseNote",
      b.released_at as "releasedAt", b.created_at as "createdAt",
      s.name as "sellerName", s.removed_at is not null as "sellerRemoved",
      u.removed_at is not null as "buyerRemoved", p.phone as "sellerPhone", paid.transaction_id as "transactionId",
      r.reason as "returnReason", r.state as "returnState", r.requested_at as "returnRequestedAt",
      r.decided_at as "returnDecidedAt", r.place as "returnPlace",
      ${selectEvidence(sql, 'r.id')} as "returnImages",
      ${selectClips(sql, 'r.id')} as "returnClips", r.buyer_keeps_it as "buyerKeepsIt",
      r.contest_reason as "returnContestReason", r.give_back_by as "giveBackBy",
      r.lapsed_at as "lapsedAt", r.sent_back_at as "sentBackAt", r.back_carrier as "backCarrier",
      r.back_tracking as "backTracking", case when d.id is null then ${sellersSilence(sql)}
        else ${deadlineStart(sql, sellersSilence(sql))} end as "silentClockFrom",
      r.given_back_at as "givenBackAt", f.state as "fulfilmentState", f.method, f.carrier, f.tracking,
      case when f.sent_at is not null then ${selectEvidence(sql, 'b.id')} else '[]' end as "parcelImages",
      f.buyer_meets_at as "buyerMeetsAt", f.seller_meets_at as "sellerMeetsAt", ${cancelFrom(sql, rawSql('d.id is not null'))} as "cancelFrom",
      b.ships_from as "shipsFrom", b.permit_for as "permitFor", f.permit_number as "permitNumber", f.permit_given_at as "permitGivenAt",
      f.sent_at as "sentAt", f.received_at as "receivedAt", f.return_until as "returnUntil",
      case when d.id is null then f.sent_at else ${deadlineStart(sql, 'f.sent_at')} end as "sentClockFrom",
      case when d.id is null then r.requested_at else ${deadlineStart(sql, 'r.requested_at')} end
        as "requestedClockFrom",
      f.completed_at as "completedAt", f.is_same_instrument as "isSameInstrument", f.approved_at as "approvedAt",
      f.traced_by_buyer_at is not null as "isTracedByBuyer", f.traced_by_seller_at is not null as "isTracedBySeller",
      coalesce(${isTraceable(sql)}, false) as "isTraceable", case when d.id is null or d.state = 'decided' then ${reviewUntil(sql)} end as "reviewableUntil",
      (select array_agg(v.side) from reviews v where v.booking_id = b.id) as "reviewedBy", f.cancelled_at as "cancelledAt",
      f.cancel_reason as "cancelReason",
      f.cancellation_requested_at as "cancellationRequestedAt",
      f.cancellation_request_reason as "cancellationRequestReason",
      f.cancellation_declined_at as "cancellationDeclinedAt", d.id as "disputeId", d.cause as "disputeCause",
      d.state as "disputeState", d.reason as "disputeReason", d.opened_at as "disputeOpenedAt",
      d.decided_at as "disputeDecidedAt", d.refund_shipping_cents as "disputeShippingCents", d.refund_cents as "disputeRefundCents",
      d.goes_back as "disputeGoesBack", d.decision_reason as "decisionReason",
      case when paid.state = 'recorded' and paid.elsewhere_cents > 0 then 'refunded'
        else nullif(paid.state, 'recorded') end as "refundState",
      least(paid.amount_cents, paid.elsewhere_cents + case when paid.state = 'recorded' then 0
        else coalesce(paid.refund_cents, paid.amount_cents) end) as "refundCents",
      coalesce(paid.refunded_at, paid.elsewhere_at) as "refundedAt",
      case when paid.state = 'refund-due' then
        least(coalesce(paid.refund_cents, paid.amount_cents), paid.amount_cents - coalesce(earned.gone, 0))
        end::bigint as "dueCents",
      coalesce(earned.gone, 0)::bigint as "goneCents",
      coalesce(earned.shipping_gone, 0)::bigint as "goneShippingCents",
      coalesce(earned.shipping_refunded, 0)::bigint as "refundedShippingCents",
      paid.refund_shipping_cents as "askedShippingCents",
      case when ${isMeetingInstead} and f.state in ('awaiting', 'received') and b.state = 'paid'
        then greatest(0, b.shipping_cents - coalesce(earned.shipping_gone, 0)) else 0 end::bigint as "owedShippingCents",
      coalesce(earned.commission, 0)::bigint as "commissionCents",
      coalesce(earned.pending, 0)::bigint as "pendingCents",
      coalesce(earned.released, 0)::bigint as "releasedCents",
      earned.released_at is not null as "isReleased",
      payout.state as "payoutState", payout.paid_at as "paidOutAt",
      ${imageColumns}
    from bookings b
    join products p on p.id = b.product_id
    join users s on s.id = b.seller_id
    join users u on u.id = b.buyer_id
    join images i on i.id = b.image_id
    left join offers o on b.listed_cents is not null and o.booking_id = b.id
    left join returns r on r.booking_id = b.id
    left join fulfilments f on f.booking_id = b.id
    left join lateral (
      select * from disputes where booking_id = b.id order by opened_at desc limit 1
    ) d on f.booking_id is not null
    left join lateral (${payingPayment(sql)}) paid on b.paid_at is not null
    left join lateral (${sellersPart(sql)}) earned on b.paid_at is not null
    left join lateral (${payoutOfSale(sql)}) payout on earned.released_at is not null`;
}

/** Whether its two sides can agree that a later listing says that it was sold here, of booking b with product p and fulfilment f. */
export function isTraceable(sql: Sql): Fragment {
  return sql`(
    p.serial_digest is not null and b.state = 'paid' and f.state not in ('returned', 'cancelled')
    and not exists (select from users where id in (b.buyer_id, b.seller_id) and removed_at is not null)
    and not ${wasRefundedByDecision})`;
}

/** Name or address of the trader of booking b; a booking from before the copy has what its seller says now. */
export function traderOf(sql: Sql, column: 'name' | 'address'): Fragment {
  return sql`coalesce(b.${rawSql(`trader_${column}`)}, (
    select t.${rawSql(column)} from traders t
    where t.user_id = b.seller_id and t.status = 'trader' and b.withdrawal_days is not null))`;
}

/** What booking b has brought its seller by the ledger, paid out or not, and when that was released. */
function sellersPart(sql: Sql): Fragment {
  return sql`
    select sum(side.cents) filter (where side.account = 'pending:' || b.seller_id) as pending,
      sum(side.cents) filter (where side.account = 'available:' || b.seller_id) as released,
      sum(side.cents) filter (where side.account = 'commission') as commission,
      sum(e.amount_cents) filter (where side.cents > 0 and e.kind in ('refund', 'chargeback')
        and e.debit not in ('unapplied', 'losses')) as gone,
      sum(e.amount_cents) filter (where side.cents > 0 and e.kind in ('refund', 'chargeback')
        and e.cause like '%:shipping') as shipping_gone,
      sum(e.amount_cents) filter (where side.cents > 0 and e.kind = 'refund'
        and e.cause like '%:shipping') as shipping_refunded,
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
    select transaction_id, state, refund_cents, refund_shipping_cents, amount_cents, refunded_at, elsewhere_cents,
      elsewhere_at
    from payments
    where booking_id = b.id and amount_cents = b.price_cents + b.shipping_cents
    order by state <> 'recorded', id limit 1`;
}

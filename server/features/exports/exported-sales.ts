import { shopCurrency } from '#contract/money/shop-currency.ts';
import { rawSql } from '../../database/sql.ts';
import { traderOf } from '../bookings/select-bookings.ts';
import { goneShippingCents } from '../payments/reversed-cents.ts';
import type { ExportedKind, ExportedRow } from './exported-kind.ts';

/** Bookings with what became of them after the payment. */
export const bookings: ExportedKind = {
  columns: {
    booking_id: 'text',
    listing_id: 'text',
    listing_name: 'text',
    seller_id: 'text',
    buyer_id: 'text',
    buyer_name: 'text',
    buyer_email: 'text',
    buyer_phone: 'text',
    meeting_place: 'text',
    price: 'money',
    currency: 'text',
    commission_percent: 'number',
    state: 'text',
    booked_at: 'time',
    hold_expires_at: 'time',
    paid_at: 'time',
    released_at: 'time',
    release_reason: 'text',
    release_note: 'text',
    returned_at: 'time',
    handover_state: 'text',
    handover_method: 'text',
    carrier: 'text',
    tracking: 'text',
    sent_at: 'time',
    received_at: 'time',
    return_until: 'time',
    completed_at: 'time',
    cancelled_at: 'time',
    cancel_reason: 'text',
    cancellation_requested_at: 'time',
    cancellation_request_reason: 'text',
    cancellation_declined_at: 'time',
    delivery: 'text',
    zone_id: 'text',
    zone_name: 'text',
    shipping: 'money',
    total: 'money',
    withdrawal_days: 'number',
    withdrawn_at: 'time',
    trader_name: 'text',
    trader_address: 'text',
  },
  readPage: ({ sql }, { after, count }) => sql<ExportedRow[]>`
    select b.id as cursor, b.id as booking_id, b.product_id as listing_id,
      b.product_name as listing_name, b.seller_id, b.buyer_id, b.buyer_name, b.buyer_email,
      b.phone as buyer_phone, b.location as meeting_place, b.price_cents as price,
      ${shopCurrency().code} as currency, b.commission_basis_points / 100.0 as commission_percent,
      b.state, b.created_at as booked_at, b.hold_expires_at, b.paid_at, b.released_at,
      b.release_reason, b.release_note, b.returned_at, f.state as handover_state,
      f.method as handover_method, f.carrier, f.tracking, f.sent_at, f.received_at, f.return_until,
      f.completed_at, f.cancelled_at, f.cancel_reason, f.cancellation_requested_at,
      f.cancellation_request_reason, f.cancellation_declined_at, b.delivery_method as delivery,
      b.zone_id, b.zone_name, b.shipping_cents as shipping,
      b.price_cents + b.shipping_cents as total, b.withdrawal_days, b.withdrawn_at,
      ${traderOf(sql, 'name')} as trader_name, ${traderOf(sql, 'address')} as trader_address
    from bookings b left join fulfilments f on f.booking_id = b.id
    where b.id > ${after} order by b.id limit ${count}`,
};

export const payments: ExportedKind = {
  columns: {
    payment_id: 'text',
    booking_id: 'text',
    listing_id: 'text',
    buyer_id: 'text',
    amount: 'money',
    currency: 'text',
    provider: 'text',
    transaction_id: 'text',
    state: 'text',
    charged_at: 'time',
    shipping: 'money',
  },
  readPage: ({ sql }, { after, count }) => sql<ExportedRow[]>`
    select id as cursor, id as payment_id, booking_id, product_id as listing_id, buyer_id,
      amount_cents as amount, ${shopCurrency().code} as currency, provider, transaction_id, state,
      created_at as charged_at, shipping_cents as shipping
    from payments where id > ${after} order by id limit ${count}`,
};

/** What goes back of payments, by the shop or by what was done at the card provider. */
export const refunds: ExportedKind = {
  columns: {
    payment_id: 'text',
    booking_id: 'text',
    buyer_id: 'text',
    amount: 'money',
    refunded_elsewhere: 'money',
    currency: 'text',
    state: 'text',
    reason: 'text',
    provider: 'text',
    provider_refund_id: 'text',
    refunded_at: 'time',
    refunded_elsewhere_at: 'time',
    refunded_shipping: 'money',
  },
  // Few payments are refunded: the others of the same ids are read and left out, so that each page reads as many rows.
  readPage: ({ sql }, { after, count }) => sql<ExportedRow[]>`
    select id as cursor, state = 'recorded' and elsewhere_cents = 0 as "isLeftOut",
      id as payment_id, booking_id, buyer_id,
      case when state = 'recorded' then 0 else coalesce(refund_cents, amount_cents) end as amount,
      elsewhere_cents as refunded_elsewhere, ${shopCurrency().code} as currency,
      case state when 'recorded' then 'elsewhere' else state end as state,
      refund_reason as reason, provider, provider_refund_id, refunded_at,
      elsewhere_at as refunded_elsewhere_at, ${rawSql(goneShippingCents)} as refunded_shipping
    from payments where id > ${after} order by id limit ${count}`,
};

export const returns: ExportedKind = {
  columns: {
    return_id: 'text',
    booking_id: 'text',
    seller_id: 'text',
    buyer_id: 'text',
    state: 'text',
    reason: 'text',
    requested_at: 'time',
    decided_at: 'time',
    decided_by: 'text',
    place: 'text',
    contest_reason: 'text',
    give_back_by: 'time',
    given_back_at: 'time',
    lapsed_at: 'time',
    buyer_keeps_it: 'flag',
    refunded_at: 'time',
    sent_back_at: 'time',
    back_carrier: 'text',
    back_tracking: 'text',
  },
  readPage: ({ sql }, { after, count }) => sql<ExportedRow[]>`
    select r.id as cursor, r.id as return_id, r.booking_id, b.seller_id, b.buyer_id, r.state,
      r.reason, r.requested_at, r.decided_at, r.decided_by, r.place, r.contest_reason,
      r.give_back_by, r.given_back_at, r.lapsed_at, r.buyer_keeps_it, r.refunded_at,
      r.sent_back_at, r.back_carrier, r.back_tracking
    from returns r join bookings b on b.id = r.booking_id
    where r.id > ${after} order by r.id limit ${count}`,
};

/** Disputes, and the chargeback that opened one. What both sides said is on the dispute's page. */
export const disputes: ExportedKind = {
  columns: {
    dispute_id: 'text',
    booking_id: 'text',
    seller_id: 'text',
    buyer_id: 'text',
    cause: 'text',
    state: 'text',
    reason: 'text',
    opened_at: 'time',
    opened_by: 'text',
    decided_at: 'time',
    decided_by: 'text',
    refund: 'money',
    currency: 'text',
    goes_back: 'flag',
    decision_reason: 'text',
    chargeback_id: 'text',
    chargeback_state: 'text',
    chargeback_amount: 'money',
    chargeback_fee: 'money',
    refund_shipping: 'money',
  },
  readPage: ({ sql }, { after, count }) => sql<ExportedRow[]>`
    select d.id as cursor, d.id as dispute_id, d.booking_id, b.seller_id, b.buyer_id, d.cause,
      d.state, d.reason, d.opened_at, d.opened_by, d.decided_at, d.decided_by,
      d.refund_cents as refund, ${shopCurrency().code} as currency, d.goes_back, d.decision_reason,
      d.provider_dispute_id as chargeback_id, c.state as chargeback_state,
      c.amount_cents as chargeback_amount, c.fee_cents as chargeback_fee,
      d.refund_shipping_cents as refund_shipping
    from disputes d join bookings b on b.id = d.booking_id
    left join chargebacks c on c.provider_dispute_id = d.provider_dispute_id
      and c.booking_id = d.booking_id
    where d.id > ${after} order by d.id limit ${count}`,
};

import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { paymentStates } from '#contract/bookings/states.ts';
import { limits } from '#contract/constants.ts';
import { paymentIssueKinds } from '#contract/payments/payment-issues.ts';
import { isOneOf, primaryId, timestamptz } from './columns.ts';
import { bookings, products } from './sales.ts';
import { users } from './users.ts';

export const intentStates = ['open', 'succeeded', 'cancelled'] as const;

/** Payment intents at the card provider. A booking has at most one open intent, so a repeated request finds it. */
export const paymentIntents = pgTable(
  'payment_intents',
  {
    id: primaryId(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    provider: text('provider').notNull(),
    providerIntentId: text('provider_intent_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    state: text('state', { enum: intentStates }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** When the reconciler last asked the provider about it. */
    checkedAt: timestamptz('checked_at'),
    /** Since when the provider says that it does not know it; null when it does. */
    unknownAt: timestamptz('unknown_at'),
  },
  (table) => [
    uniqueIndex('payment_intents_provider_unique').on(table.provider, table.providerIntentId),
    uniqueIndex('payment_intents_one_open_per_booking')
      .on(table.bookingId)
      .where(sql`${table.state} = 'open'`),
    index('payment_intents_to_check')
      .on(table.checkedAt.asc().nullsFirst())
      .where(sql`${table.state} = 'open'`),
    check('payment_intents_state_known', isOneOf(table.state, intentStates)),
    check('payment_intents_amount', sql`${table.amountCents} > 0`),
  ],
);

/**
 * Charges. A booking has at most one payment that is not refunded; a late charge is recorded with its refund due, so
 * that every charge has a record.
 */
export const payments = pgTable(
  'payments',
  {
    id: primaryId(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    buyerId: uuid('buyer_id')
      .notNull()
      .references(() => users.id),
    amountCents: integer('amount_cents').notNull(),
    /** The part of it that was paid for sending; 0 in a late charge. */
    shippingCents: integer('shipping_cents').notNull().default(0),
    provider: text('provider').notNull(),
    transactionId: text('transaction_id').notNull(),
    state: text('state', { enum: paymentStates }).notNull(),
    refundReason: text('refund_reason'),
    /** What is refunded of it; null: all of it. */
    refundCents: integer('refund_cents'),
    /** The part of it that was paid for sending; null: what is left when the price has gone back. */
    refundShippingCents: integer('refund_shipping_cents'),
    providerRefundId: text('provider_refund_id'),
    refundAttempts: integer('refund_attempts').notNull().default(0),
    refundTriedAt: timestamptz('refund_tried_at'),
    /** Why the last attempt failed, in words without personal data. */
    refundError: text('refund_error'),
    refundedAt: timestamptz('refunded_at'),
    /** What was refunded of it without the shop asking for it, as on the provider's own page. */
    elsewhereCents: integer('elsewhere_cents').notNull().default(0),
    elsewhereAt: timestamptz('elsewhere_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('payments_transaction_unique').on(table.provider, table.transactionId),
    uniqueIndex('payments_one_standing_per_booking')
      .on(table.bookingId)
      .where(sql`${table.state} = 'recorded'`),
    index('payments_by_booking').on(table.bookingId),
    index('payments_by_product').on(table.productId),
    index('payments_by_buyer').on(table.buyerId, table.id.desc().nullsFirst()),
    index('payments_refund_due')
      .on(table.refundTriedAt.asc().nullsFirst())
      .where(sql`${table.state} = 'refund-due'`),
    check('payments_state_known', isOneOf(table.state, paymentStates)),
    check('payments_amount', sql`${table.amountCents} > 0`),
    check(
      'payments_shipping',
      sql`${table.shippingCents} >= 0 and ${table.shippingCents} < ${table.amountCents}`,
    ),
    check(
      'payments_refund_shipping',
      sql`${table.refundShippingCents} between 0 and ${table.shippingCents}`,
    ),
    check(
      'payments_refund_amount',
      sql`${table.refundCents} is null or ${table.refundCents} between 1 and ${table.amountCents}`,
    ),
    check(
      'payments_refund_has_a_reason',
      sql`${table.state} = 'recorded' or ${table.refundReason} is not null`,
    ),
    check(
      'payments_refunded_has_a_time',
      sql`(${table.state} = 'refunded') = (${table.refundedAt} is not null)`,
    ),
  ],
);

/** The card provider's webhook events, once each, in the order in which they arrived. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: primaryId(),
    provider: text('provider').notNull(),
    providerEventId: text('provider_event_id').notNull(),
    type: text('type').notNull(),
    providerIntentId: text('provider_intent_id'),
    /** The chargeback that it is about. */
    providerDisputeId: text('provider_dispute_id'),
    payload: jsonb('payload').notNull(),
    receivedAt: timestamptz('received_at').notNull(),
    settledAt: timestamptz('settled_at'),
    attempts: integer('attempts').notNull().default(0),
    lastFault: text('last_fault'),
  },
  (table) => [
    uniqueIndex('payment_events_provider_unique').on(table.provider, table.providerEventId),
    index('payment_events_by_intent').on(table.provider, table.providerIntentId),
    index('payment_events_refund_failed')
      .on(table.receivedAt)
      .where(sql`${table.type} = 'refund.failed'`),
    index('payment_events_unsettled').on(table.receivedAt).where(sql`${table.settledAt} is null`),
  ],
);

/**
 * What admins have marked as done of what they have to put right about payments, as it was then: it may since have gone from
 * where it was found.
 */
export const donePaymentIssues = pgTable(
  'done_payment_issues',
  {
    /** The id of the payment or of the event in which it was found. */
    id: uuid('id').notNull(),
    kind: text('kind', { enum: paymentIssueKinds }).notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amountCents: integer('amount_cents').notNull(),
    foundAt: timestamptz('found_at').notNull(),
    note: text('note').notNull(),
    doneBy: uuid('done_by')
      .notNull()
      .references(() => users.id),
    doneAt: timestamptz('done_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.kind] }),
    index('done_payment_issues_by_payment').on(table.paymentId),
    check('done_payment_issues_kind_known', isOneOf(table.kind, paymentIssueKinds)),
    check(
      'done_payment_issues_note_length',
      sql`char_length(${table.note}) between 1 and ${sql.raw(String(limits.paymentIssueNoteLength))}`,
    ),
  ],
);

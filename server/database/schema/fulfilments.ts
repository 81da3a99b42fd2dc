import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { fulfilmentMethods, fulfilmentStates } from '#contract/bookings/states.ts';
import { limits } from '#contract/constants.ts';
import { isOneOf, primaryId, timestamptz } from './columns.ts';
import { bookings } from './sales.ts';
import { users } from './users.ts';

/** The handover or shipment of a paid instrument: one row for each booking that was paid, inserted with its payment. */
export const fulfilments = pgTable(
  'fulfilments',
  {
    bookingId: uuid('booking_id')
      .primaryKey()
      .references(() => bookings.id),
    state: text('state', { enum: fulfilmentStates }).notNull(),
    /** Null until it is sent or received. */
    method: text('method', { enum: fulfilmentMethods }),
    carrier: text('carrier'),
    /** The number or the address by which the carrier finds it. */
    tracking: text('tracking'),
    paidAt: timestamptz('paid_at').notNull(),
    sentAt: timestamptz('sent_at'),
    receivedAt: timestamptz('received_at'),
    /** The end of the time in which the buyer may ask for a return; set with `received_at`. */
    returnUntil: timestamptz('return_until'),
    completedAt: timestamptz('completed_at'),
    returnedAt: timestamptz('returned_at'),
    cancelledAt: timestamptz('cancelled_at'),
    cancelledBy: uuid('cancelled_by').references(() => users.id),
    cancelReason: text('cancel_reason'),
    /** When the buyer asked the seller to cancel; void in every other state than `awaiting`. */
    cancellationRequestedAt: timestamptz('cancellation_requested_at'),
    cancellationRequestReason: text('cancellation_request_reason'),
    cancellationDeclinedAt: timestamptz('cancellation_declined_at'),
    /** Until when the seller gives the number of the permit without which it is not sent; null: it needs none. */
    permitDueAt: timestamptz('permit_due_at'),
    permitNumber: text('permit_number'),
    permitGivenAt: timestamptz('permit_given_at'),
    /** When each side said that they meet instead of having it sent; both said so: it is handed over. */
    buyerMeetsAt: timestamptz('buyer_meets_at'),
    sellerMeetsAt: timestamptz('seller_meets_at'),
    /** When the buyer said that all is well. */
    approvedAt: timestamptz('approved_at'),
    /** Whether the buyer said at the receipt that it is the instrument of the listing; null when they said neither. */
    isSameInstrument: boolean('is_same_instrument'),
    /** When each side agreed that a later listing of the buyer says that it was sold here; null: they do not, or have left. */
    tracedByBuyerAt: timestamptz('traced_by_buyer_at'),
    tracedBySellerAt: timestamptz('traced_by_seller_at'),
  },
  (table) => [
    index('fulfilments_awaiting').on(table.paidAt).where(sql`${table.state} = 'awaiting'`),
    index('fulfilments_sent').on(table.sentAt).where(sql`${table.state} = 'sent'`),
    index('fulfilments_received').on(table.returnUntil).where(sql`${table.state} = 'received'`),
    index('fulfilments_without_permit')
      .on(table.permitDueAt)
      .where(
        sql`${table.state} = 'awaiting' and ${table.permitDueAt} is not null and ${table.permitGivenAt} is null`,
      ),
    check(
      'fulfilments_permit_is_whole',
      sql`(${table.permitGivenAt} is null) = (${table.permitNumber} is null) and (${table.permitGivenAt} is null or ${table.permitDueAt} is not null)`,
    ),
    check(
      'fulfilments_permit_length',
      sql`char_length(${table.permitNumber}) between 1 and ${sql.raw(String(limits.permitNumberLength))}`,
    ),
    check('fulfilments_state_known', isOneOf(table.state, fulfilmentStates)),
    check('fulfilments_method_known', isOneOf(table.method, fulfilmentMethods)),
    check(
      'fulfilments_sent_has_a_time',
      sql`${table.state} <> 'sent' or ${table.sentAt} is not null and ${table.carrier} is not null`,
    ),
    check(
      'fulfilments_received_has_a_time',
      sql`(${table.state} <> 'received' or ${table.receivedAt} is not null) and (${table.receivedAt} is null) = (${table.returnUntil} is null)`,
    ),
    check(
      'fulfilments_completed_has_a_time',
      sql`${table.state} <> 'completed' or ${table.completedAt} is not null`,
    ),
    check(
      'fulfilments_returned_has_a_time',
      sql`(${table.state} = 'returned') = (${table.returnedAt} is not null)`,
    ),
    check(
      'fulfilments_cancelled_has_a_time',
      sql`(${table.state} = 'cancelled') = (${table.cancelledAt} is not null)`,
    ),
    check(
      'fulfilments_declined_was_requested',
      sql`${table.cancellationDeclinedAt} is null or ${table.cancellationRequestedAt} is not null`,
    ),
    check(
      'fulfilments_text_lengths',
      sql`char_length(${table.carrier}) between 1 and ${sql.raw(String(limits.carrierLength))} and char_length(${table.tracking}) between 1 and ${sql.raw(String(limits.trackingLength))} and char_length(${table.cancelReason}) between 1 and ${sql.raw(String(limits.cancelReasonLength))} and char_length(${table.cancellationRequestReason}) between 1 and ${sql.raw(String(limits.cancelReasonLength))}`,
    ),
  ],
);

export const codePurposes = ['handover', 'giving-back'] as const;

/** Wrong codes, by which further attempts are refused for a while. */
export const wrongCodes = pgTable(
  'wrong_codes',
  {
    id: primaryId(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    purpose: text('purpose', { enum: codePurposes }).notNull(),
    triedAt: timestamptz('tried_at').notNull(),
  },
  (table) => [
    index('wrong_codes_by_booking').on(table.bookingId, table.purpose, table.triedAt),
    check('wrong_codes_purpose_known', isOneOf(table.purpose, codePurposes)),
  ],
);

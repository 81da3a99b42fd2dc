import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { chargebackStates, disputeCauses, disputeStates } from '#contract/bookings/states.ts';
import { limits } from '#contract/constants.ts';
import { isOneOf, primaryId, timestamptz } from './columns.ts';
import { images } from './images.ts';
import { payments } from './payments.ts';
import { bookings } from './sales.ts';
import { users } from './users.ts';

const longestText = sql.raw(String(limits.disputeTextLength));

/**
 * Disagreements about a sale. A booking has at most one open dispute; while it is open, no one is paid and no clock of
 * the sale runs.
 */
export const disputes = pgTable(
  'disputes',
  {
    id: primaryId(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    cause: text('cause', { enum: disputeCauses }).notNull(),
    state: text('state', { enum: disputeStates }).notNull(),
    /** What the person who opened it said; null for a chargeback. */
    reason: text('reason'),
    openedAt: timestamptz('opened_at').notNull(),
    /** Null for a chargeback. */
    openedBy: uuid('opened_by').references(() => users.id),
    /** The card provider's id of a chargeback. */
    providerDisputeId: text('provider_dispute_id'),
    decidedAt: timestamptz('decided_at'),
    /** Null when the card provider decided. */
    decidedBy: uuid('decided_by').references(() => users.id),
    /** What the buyer gets back, from 0 to what was paid. */
    refundCents: integer('refund_cents'),
    /** The part of it that was paid for sending; null: what is left when the price has gone back. */
    refundShippingCents: integer('refund_shipping_cents'),
    /** Whether the instrument goes back to the seller before the refund. */
    goesBack: boolean('goes_back'),
    decisionReason: text('decision_reason'),
  },
  (table) => [
    uniqueIndex('disputes_one_open_per_booking')
      .on(table.bookingId)
      .where(sql`${table.state} = 'open'`),
    uniqueIndex('disputes_provider_unique')
      .on(table.providerDisputeId)
      .where(sql`${table.providerDisputeId} is not null`),
    index('disputes_by_booking').on(table.bookingId),
    index('disputes_open').on(table.id).where(sql`${table.state} = 'open'`),
    check('disputes_state_known', isOneOf(table.state, disputeStates)),
    check('disputes_cause_known', isOneOf(table.cause, disputeCauses)),
    check('disputes_reason_length', sql`char_length(${table.reason}) between 1 and ${longestText}`),
    check(
      'disputes_decided_has_a_decision',
      sql`(${table.state} = 'decided') = (${table.decidedAt} is not null and ${table.refundCents} is not null and ${table.goesBack} is not null)`,
    ),
    check('disputes_refund', sql`${table.refundCents} >= 0`),
    check(
      'disputes_refund_shipping',
      sql`${table.refundShippingCents} between 0 and ${table.refundCents}`,
    ),
    check(
      'disputes_decision_reason_length',
      sql`char_length(${table.decisionReason}) between 1 and ${longestText}`,
    ),
  ],
);

/** What buyer, seller and admins say in a dispute. */
export const disputeStatements = pgTable(
  'dispute_statements',
  {
    id: primaryId(),
    disputeId: uuid('dispute_id')
      .notNull()
      .references(() => disputes.id),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('dispute_statements_by_dispute').on(table.disputeId, table.id),
    check(
      'dispute_statements_length',
      sql`char_length(${table.text}) between 1 and ${longestText}`,
    ),
  ],
);

/** Pictures with a return, a dispute or a statement, or of the parcel of a sale: `subject_id` is its id. */
export const evidenceImages = pgTable(
  'evidence_images',
  {
    subjectId: uuid('subject_id').notNull(),
    position: integer('position').notNull(),
    imageId: uuid('image_id')
      .notNull()
      .references(() => images.id),
  },
  (table) => [
    primaryKey({ columns: [table.subjectId, table.position] }),
    index('evidence_images_by_image').on(table.imageId),
    check(
      'evidence_images_position',
      sql`${table.position} between 1 and ${sql.raw(String(limits.evidencePictures))}`,
    ),
  ],
);

/** What banks have asked the card provider to take back. Each opens a dispute, or joins the one that is open. */
export const chargebacks = pgTable(
  'chargebacks',
  {
    id: primaryId(),
    provider: text('provider').notNull(),
    providerDisputeId: text('provider_dispute_id').notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    state: text('state', { enum: chargebackStates }).notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** What the card provider charges for it, won or lost. */
    feeCents: integer('fee_cents').notNull(),
    openedAt: timestamptz('opened_at').notNull(),
    closedAt: timestamptz('closed_at'),
    /** When the reconciler last asked the provider about it. */
    checkedAt: timestamptz('checked_at').notNull(),
  },
  (table) => [
    uniqueIndex('chargebacks_provider_unique').on(table.provider, table.providerDisputeId),
    index('chargebacks_by_booking').on(table.bookingId),
    index('chargebacks_by_payment').on(table.paymentId),
    index('chargebacks_open').on(table.checkedAt).where(sql`${table.state} = 'open'`),
    check('chargebacks_state_known', isOneOf(table.state, chargebackStates)),
    check('chargebacks_amounts', sql`${table.amountCents} > 0 and ${table.feeCents} >= 0`),
    check(
      'chargebacks_closed_has_a_time',
      sql`(${table.state} = 'open') = (${table.closedAt} is null)`,
    ),
  ],
);

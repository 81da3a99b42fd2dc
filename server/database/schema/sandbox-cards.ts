import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sandboxDisputeStates, sandboxIntentStates } from '#contract/payments/sandbox-cards.ts';
import { testCardOutcomes } from '#contract/payments/test-cards.ts';
import { isOneOf, timestamptz } from './columns.ts';

/*
 * The tables of the sandbox, a card provider that runs inside this server and moves no money. Only its adapter
 * uses them, and they do not refer to the shop's tables. They never contain a card number.
 */

export const sandboxIntents = pgTable(
  'sandbox_intents',
  {
    id: text('id').primaryKey(),
    clientSecret: text('client_secret').notNull(),
    amountCents: integer('amount_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    bookingId: text('booking_id').notNull(),
    description: text('description').notNull(),
    state: text('state', { enum: sandboxIntentStates }).notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** The code with which the last card was refused. */
    lastRefusal: text('last_refusal'),
    /** The secret of the bank's challenge (3-D Secure) before the charge. */
    challenge: text('challenge'),
    /** The outcome of the charge after a successful challenge. It is stored because the card number is not. */
    challengeOutcome: text('challenge_outcome', { enum: testCardOutcomes }),
    createdAt: timestamptz('created_at').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('sandbox_intents_idempotency').on(table.idempotencyKey),
    check('sandbox_intents_state_known', isOneOf(table.state, sandboxIntentStates)),
    check('sandbox_intents_amount', sql`${table.amountCents} > 0`),
    check(
      'sandbox_intents_refund',
      sql`${table.refundedCents} between 0 and ${table.amountCents} and (${table.refundedCents} = 0 or ${table.state} = 'succeeded')`,
    ),
  ],
);

export const sandboxRefunds = pgTable(
  'sandbox_refunds',
  {
    id: text('id').primaryKey(),
    intentId: text('intent_id')
      .notNull()
      .references(() => sandboxIntents.id),
    amountCents: integer('amount_cents').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('sandbox_refunds_idempotency').on(table.idempotencyKey),
    index('sandbox_refunds_by_intent').on(table.intentId),
  ],
);

/** Chargebacks that a tester has made. */
export const sandboxDisputes = pgTable(
  'sandbox_disputes',
  {
    id: text('id').primaryKey(),
    intentId: text('intent_id')
      .notNull()
      .references(() => sandboxIntents.id),
    amountCents: integer('amount_cents').notNull(),
    feeCents: integer('fee_cents').notNull(),
    state: text('state', { enum: sandboxDisputeStates }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('sandbox_disputes_one_per_intent').on(table.intentId),
    check('sandbox_disputes_state_known', isOneOf(table.state, sandboxDisputeStates)),
  ],
);

/** Webhooks that the sandbox has to deliver, inserted in the transaction of the change that they report. */
export const sandboxEvents = pgTable(
  'sandbox_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    intentId: text('intent_id')
      .notNull()
      .references(() => sandboxIntents.id),
    payload: jsonb('payload').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    triedAt: timestamptz('tried_at'),
    attempts: integer('attempts').notNull().default(0),
    deliveredAt: timestamptz('delivered_at'),
  },
  (table) => [
    index('sandbox_events_to_deliver')
      .on(table.triedAt.asc().nullsFirst())
      .where(sql`${table.deliveredAt} is null`),
    index('sandbox_events_by_intent').on(table.intentId),
  ],
);

import { sql } from 'drizzle-orm';
import { bigint, check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { isOneOf, timestamptz } from './columns.ts';

/*
 * The tables of the sandbox for payouts, which moves no money. Only its adapter uses them, and they do not refer to the
 * shop's tables.
 */

/** The behaviour of a sandbox account, as chosen on its page, so that a demo can show each case. */
export const sandboxAccountBehaviours = [
  'undecided',
  'pays',
  'pays-later',
  'fails',
  'documents',
] as const;

export const sandboxAccounts = pgTable(
  'sandbox_accounts',
  {
    id: text('id').primaryKey(),
    /** The seller's. */
    userId: text('user_id').notNull(),
    behaviour: text('behaviour', { enum: sandboxAccountBehaviours }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('sandbox_accounts_user').on(table.userId),
    check('sandbox_accounts_behaviour_known', isOneOf(table.behaviour, sandboxAccountBehaviours)),
  ],
);

const sandboxPayoutStates = ['taken', 'paid', 'failed'] as const;

export const sandboxPayouts = pgTable(
  'sandbox_payouts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => sandboxAccounts.id),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    reversedCents: bigint('reversed_cents', { mode: 'number' }).notNull().default(0),
    state: text('state', { enum: sandboxPayoutStates }).notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('sandbox_payouts_idempotency').on(table.idempotencyKey),
    check('sandbox_payouts_state_known', isOneOf(table.state, sandboxPayoutStates)),
    check('sandbox_payouts_amount', sql`${table.amountCents} > 0`),
    check(
      'sandbox_payouts_reversed',
      sql`${table.reversedCents} between 0 and ${table.amountCents}`,
    ),
  ],
);

/** What the sandbox took back of its payouts. */
export const sandboxReversals = pgTable(
  'sandbox_reversals',
  {
    id: text('id').primaryKey(),
    payoutId: text('payout_id')
      .notNull()
      .references(() => sandboxPayouts.id),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('sandbox_reversals_idempotency').on(table.idempotencyKey),
    check('sandbox_reversals_amount', sql`${table.amountCents} > 0`),
  ],
);

import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { payoutStates } from '#contract/bookings/states.ts';
import { payoutProviders } from '#contract/payouts/earnings.ts';
import {
  differenceExplanations,
  ledgerKinds,
  providerMovementKinds,
} from '#contract/payouts/ledger.ts';
import { payoutAccountStates as listedAccountStates } from '#contract/payouts/payouts.ts';
import { bytea, idempotencyColumns, isOneOf, primaryId, timestamptz } from './columns.ts';
import { bookings } from './sales.ts';
import { users } from './users.ts';

/**
 * Every movement of money, as a bookkeeper writes it: from the account that is debited to the account that is credited
 * (docs/money.md). Rows are inserted in the transaction of their cause and never changed or deleted. Kind and cause are unique
 * together, so nothing is booked twice.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: primaryId(),
    debit: text('debit').notNull(),
    credit: text('credit').notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    kind: text('kind', { enum: ledgerKinds }).notNull(),
    /** The id of the payment, booking, dispute or payout that caused it, and what tells several rows of one cause apart. */
    cause: text('cause').notNull(),
    /** Null for payouts, which belong to several. */
    bookingId: uuid('booking_id').references(() => bookings.id),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('ledger_entries_once').on(table.kind, table.cause),
    index('ledger_entries_by_debit').on(table.debit, table.id),
    index('ledger_entries_by_credit').on(table.credit, table.id),
    index('ledger_entries_by_booking').on(table.bookingId, table.id),
    check('ledger_entries_kind_known', isOneOf(table.kind, ledgerKinds)),
    check('ledger_entries_amount', sql`${table.amountCents} > 0`),
    check('ledger_entries_two_accounts', sql`${table.debit} <> ${table.credit}`),
    check('ledger_entries_currency', sql`${table.currency} ~ '^[A-Z]{3}$'`),
  ],
);

/** Money on its way to a seller. A payout is stored before it is tried, and its id is its key at the payout provider. */
export const payouts = pgTable(
  'payouts',
  {
    id: primaryId(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    provider: text('provider', { enum: payoutProviders }).notNull(),
    state: text('state', { enum: payoutStates }).notNull(),
    /** The provider's id of it. */
    providerPayoutId: text('provider_payout_id'),
    /** By which the admin finds the transfer at the bank. */
    reference: text('reference'),
    /** Why it failed. */
    failure: text('failure'),
    attempts: integer('attempts').notNull().default(0),
    triedAt: timestamptz('tried_at'),
    /** Why the last attempt failed, in words without personal data. */
    lastError: text('last_error'),
    /** The admin; null when a job started it. */
    startedBy: uuid('started_by').references(() => users.id),
    ...idempotencyColumns(),
    createdAt: timestamptz('created_at').notNull(),
    takenAt: timestamptz('taken_at'),
    paidAt: timestamptz('paid_at'),
    failedAt: timestamptz('failed_at'),
  },
  (table) => [
    uniqueIndex('payouts_one_started_per_seller')
      .on(table.sellerId)
      .where(sql`${table.state} = 'started'`),
    uniqueIndex('payouts_provider_unique')
      .on(table.provider, table.providerPayoutId)
      .where(sql`${table.providerPayoutId} is not null`),
    uniqueIndex('payouts_idempotency')
      .on(table.startedBy, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    index('payouts_by_seller').on(table.sellerId, table.id.desc().nullsFirst()),
    index('payouts_by_change').on(
      table.provider,
      sql`greatest(${table.createdAt}, ${table.takenAt}, ${table.paidAt}, ${table.failedAt})`,
    ),
    index('payouts_open')
      .on(table.triedAt.asc().nullsFirst())
      .where(sql`${table.state} in ('started', 'taken')`),
    check('payouts_state_known', isOneOf(table.state, payoutStates)),
    check('payouts_amount', sql`${table.amountCents} > 0`),
    check('payouts_paid_has_a_time', sql`${table.state} <> 'paid' or ${table.paidAt} is not null`),
    check(
      'payouts_failed_has_a_time',
      sql`(${table.state} = 'failed') = (${table.failedAt} is not null)`,
    ),
  ],
);

/** A seller without a row has not said where to pay. */
const storedAccountStates = listedAccountStates.filter((state) => state !== 'missing');

const reversalStates = ['started', 'done', 'refused'] as const;

/** Money that a payout provider takes back of a payout, for a seller below zero. It is stored before it is tried, as a payout is. */
export const payoutReversals = pgTable(
  'payout_reversals',
  {
    id: primaryId(),
    payoutId: uuid('payout_id')
      .notNull()
      .references(() => payouts.id),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    state: text('state', { enum: reversalStates }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    triedAt: timestamptz('tried_at'),
    /** Why the last attempt failed, in words without personal data. */
    lastError: text('last_error'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('payout_reversals_one_started')
      .on(table.payoutId)
      .where(sql`${table.state} = 'started'`),
    index('payout_reversals_by_payout').on(table.payoutId),
    check('payout_reversals_state_known', isOneOf(table.state, reversalStates)),
    check('payout_reversals_amount', sql`${table.amountCents} > 0`),
  ],
);

/** The account to which a seller is paid. */
export const payoutAccounts = pgTable(
  'payout_accounts',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    provider: text('provider', { enum: payoutProviders }).notNull(),
    /** The provider's id of the account, where it has one. */
    providerAccountId: text('provider_account_id'),
    state: text('state', { enum: listedAccountStates }).notNull(),
    /** Bank details for manual payouts, encrypted. */
    sealedDetails: text('sealed_details'),
    changedAt: timestamptz('changed_at').notNull(),
    /** A keyed digest of the account's number, by which the same account of several people is found. */
    numberDigest: bytea('number_digest'),
    /** The `changed_at` of the details that the digest is of: a server of the version before changes them without it. */
    digestOf: timestamptz('digest_of'),
  },
  (table) => [
    index('payout_accounts_by_number')
      .on(table.numberDigest)
      .where(sql`${table.numberDigest} is not null`),
    index('payout_accounts_without_digest')
      .on(table.userId)
      .where(
        sql`${table.sealedDetails} is not null and ${table.digestOf} is distinct from ${table.changedAt}`,
      ),
    uniqueIndex('payout_accounts_provider_unique')
      .on(table.provider, table.providerAccountId)
      .where(sql`${table.providerAccountId} is not null`),
    check('payout_accounts_state_known', isOneOf(table.state, storedAccountStates)),
  ],
);

/**
 * A difference between the ledger and the books of a provider. A row is written when that is found and has an end when
 * it is gone.
 */
export const ledgerDifferences = pgTable(
  'ledger_differences',
  {
    id: primaryId(),
    provider: text('provider').notNull(),
    kind: text('kind', { enum: providerMovementKinds }).notNull(),
    /** The intent's, payout's or movement's id at the provider. */
    reference: text('reference').notNull(),
    bookingId: uuid('booking_id').references(() => bookings.id),
    ledgerCents: bigint('ledger_cents', { mode: 'number' }).notNull(),
    providerCents: bigint('provider_cents', { mode: 'number' }).notNull(),
    explanation: text('explanation', { enum: differenceExplanations }),
    /** When the money moved, at the provider or in the ledger. */
    movedAt: timestamptz('moved_at').notNull(),
    foundAt: timestamptz('found_at').notNull(),
    checkedAt: timestamptz('checked_at').notNull(),
    endedAt: timestamptz('ended_at'),
  },
  (table) => [
    uniqueIndex('ledger_differences_open')
      .on(table.provider, table.kind, table.reference)
      .where(sql`${table.endedAt} is null`),
    check('ledger_differences_kind_known', isOneOf(table.kind, providerMovementKinds)),
    check(
      'ledger_differences_explanation_known',
      isOneOf(table.explanation, differenceExplanations),
    ),
    check('ledger_differences_differ', sql`${table.ledgerCents} <> ${table.providerCents}`),
  ],
);

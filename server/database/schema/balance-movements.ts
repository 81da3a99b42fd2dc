import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { providerMovementKinds } from '#contract/payouts/ledger.ts';
import { isOneOf, timestamptz } from './columns.ts';

/** What the providers list as having moved the shop's money, copied for the comparison with the ledger. Never changed. */
export const balanceMovements = pgTable(
  'balance_movements',
  {
    provider: text('provider').notNull(),
    /** The provider's. */
    id: text('id').notNull(),
    kind: text('kind', { enum: providerMovementKinds }).notNull(),
    /** The intent or payout that it belongs to, or the provider's id of something else. */
    reference: text('reference').notNull(),
    /** The provider's id of what moved it. */
    sourceId: text('source_id'),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    feeCents: bigint('fee_cents', { mode: 'number' }).notNull(),
    movedAt: timestamptz('moved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.id] }),
    index('balance_movements_by_reference').on(table.provider, table.reference),
    index('balance_movements_by_source').on(table.provider, table.sourceId),
    index('balance_movements_by_time').on(table.provider, table.movedAt),
    check('balance_movements_kind_known', isOneOf(table.kind, providerMovementKinds)),
  ],
);

/**
 * The point up to which the list of a provider has been read. A reading that was interrupted goes on where it stopped.
 */
export const balanceReadings = pgTable(
  'balance_readings',
  {
    provider: text('provider').primaryKey(),
    /** From here on everything is stored, up to `completeUntil`. */
    coveredFrom: timestamptz('covered_from').notNull(),
    completeUntil: timestamptz('complete_until').notNull(),
    /** Up to here all of it has been compared with the ledger; null when no comparison was completed. */
    comparedUntil: timestamptz('compared_until'),
    /** The range that is being read; null when none is. */
    rangeFrom: timestamptz('range_from'),
    rangeBefore: timestamptz('range_before'),
    /** After which page to go on; null at the beginning of the range. */
    nextPage: text('next_page'),
  },
  (table) => [
    check(
      'balance_readings_whole_range',
      sql`(${table.rangeFrom} is null) = (${table.rangeBefore} is null)`,
    ),
  ],
);

import { sql } from 'drizzle-orm';
import { check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { limits } from '#contract/constants.ts';
import { traderStatuses } from '#contract/users/traders.ts';
import { isOneOf, timestamptz } from './columns.ts';
import { users } from './users.ts';

const longest = (length: number) => sql.raw(String(length));

/** What sellers say about themselves: whether they are traders, and who. */
export const traders = pgTable(
  'traders',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    /** Null until the seller has answered. */
    status: text('status', { enum: traderStatuses }),
    name: text('name'),
    address: text('address'),
    phone: text('phone'),
    register: text('register'),
    vat: text('vat'),
    /** When the seller first listed without an answer, or answered. */
    askedAt: timestamptz('asked_at').notNull(),
    statedAt: timestamptz('stated_at'),
  },
  (table) => [
    check('traders_status_known', isOneOf(table.status, traderStatuses)),
    check(
      'traders_stated_has_a_time',
      sql`(${table.status} is null) = (${table.statedAt} is null)`,
    ),
    check(
      'traders_have_name_and_address',
      sql`${table.status} <> 'trader' or ${table.name} is not null and ${table.address} is not null`,
    ),
    check(
      'traders_text_lengths',
      sql`char_length(${table.name}) between 1 and ${longest(limits.traderNameLength)} and char_length(${table.address}) between 1 and ${longest(limits.traderAddressLength)} and char_length(${table.phone}) between 1 and ${longest(limits.traderFieldLength)} and char_length(${table.register}) between 1 and ${longest(limits.traderFieldLength)} and char_length(${table.vat}) between 1 and ${longest(limits.traderFieldLength)}`,
    ),
  ],
);

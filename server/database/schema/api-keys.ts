import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { keyLimits, keyScopes } from '#contract/keys/key-scopes.ts';
import { bytea, primaryId, timestamptz } from './columns.ts';
import { users } from './users.ts';

/** Keys with which programs act for a person. A revoked one is deleted. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** SHA-256 of the key, which is stored nowhere. */
    digest: bytea('digest').notNull(),
    hint: text('hint').notNull(),
    scopes: text('scopes', { enum: keyScopes }).array().notNull(),
    /** From which it may be used; empty: from everywhere. */
    addresses: text('addresses').array().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at'),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (table) => [
    uniqueIndex('api_keys_by_digest').on(table.digest),
    index('api_keys_by_user').on(table.userId, table.id),
    check(
      'api_keys_name_length',
      sql`char_length(${table.name}) between 1 and ${sql.raw(String(keyLimits.nameLength))}`,
    ),
  ],
);

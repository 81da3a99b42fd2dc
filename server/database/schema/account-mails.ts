import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, primaryId } from './columns.ts';
import { authUsers } from './identity.ts';

/** Why the embedded identity provider writes to somebody. */
export const accountMailKinds = [
  'verification',
  'reset',
  'password-changed',
  'authenticator-added',
  'authenticator-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-code-used',
  'recovery-codes-renewed',
] as const;
export type AccountMailKind = (typeof accountMailKinds)[number];

/**
 * Mails about accounts that are to be sent, written in the transaction of what they tell. The link of a mail is made when
 * it is sent and is stored nowhere. The columns from `tried_at` on are those of `mails`.
 */
export const accountMails = pgTable(
  'account_mails',
  {
    id: primaryId(),
    kind: text('kind', { enum: accountMailKinds }).notNull(),
    identityId: uuid('identity_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    /** The address of the shop under which the person asked for the mail. */
    origin: text('origin').notNull(),
    createdAt: moment('created_at').notNull(),
    triedAt: moment('tried_at'),
    attempts: integer('attempts').notNull().default(0),
    lastFault: text('last_fault'),
    sentAt: moment('sent_at'),
    droppedAt: moment('dropped_at'),
  },
  (table) => [
    index('account_mails_to_send')
      .on(table.triedAt.asc().nullsFirst())
      .where(sql`${table.sentAt} is null and ${table.droppedAt} is null`),
    index('account_mails_by_identity').on(table.identityId),
  ],
);

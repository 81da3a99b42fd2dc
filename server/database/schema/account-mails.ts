import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accountMailKinds } from '#contract/mail-kinds.ts';
import { outboxColumns, pendingMailIndex, primaryId, undeliverableMailIndex } from './columns.ts';
import { authUsers } from './identity.ts';

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
    /** That the request named, for a person who has chosen none; null is the shop's first. */
    language: text('language'),
    ...outboxColumns(),
  },
  (table) => [
    pendingMailIndex('account_mails_to_send', table),
    undeliverableMailIndex('account_mails_given_up', table),
    index('account_mails_by_identity').on(table.identityId),
  ],
);

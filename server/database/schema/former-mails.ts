import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { limits } from '#contract/constants.ts';
import { alertSubscriptions } from './alerts.ts';
import { cases, reports } from './cases.ts';
import {
  isOneOf,
  isWaiting,
  outboxColumns,
  pendingMailIndex,
  primaryId,
  timestamptz,
  undeliverableMailIndex,
} from './columns.ts';
import { authUsers } from './identity.ts';
import { payouts } from './ledger.ts';
import { offers } from './offers.ts';
import { bookings, products } from './sales.ts';
import { threadSides } from './threads.ts';
import { users } from './users.ts';

/*
 * The eight outboxes of versions up to 0.2. A server of such a version may still queue mails here while the shop is upgraded;
 * `jobs/outbox/take-over-mails.ts` takes them. The version after this one drops these tables.
 */

export const mails = pgTable(
  'mails',
  {
    id: primaryId(),
    key: text('key').notNull(),
    kind: text('kind').notNull(),
    reader: text('reader').notNull(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    readerId: uuid('reader_id').references(() => users.id),
    ...outboxColumns(),
  },
  (table) => [
    uniqueIndex('mails_once').on(table.key),
    pendingMailIndex('mails_to_send', table),
    undeliverableMailIndex('mails_given_up', table),
    index('mails_by_booking').on(table.bookingId),
    check('mails_reader_known', isOneOf(table.reader, ['buyer', 'seller', 'watcher'])),
    check(
      'mails_watcher_has_an_id',
      sql`(${table.reader} = 'watcher') = (${table.readerId} is not null)`,
    ),
  ],
);

export const offerMails = pgTable(
  'offer_mails',
  {
    id: primaryId(),
    offerId: uuid('offer_id')
      .notNull()
      .references(() => offers.id),
    kind: text('kind').notNull(),
    reader: text('reader').notNull(),
    step: integer('step').notNull(),
    ...outboxColumns(),
  },
  (table) => [
    uniqueIndex('offer_mails_once').on(table.offerId, table.kind, table.reader, table.step),
    pendingMailIndex('offer_mails_to_send', table),
    undeliverableMailIndex('offer_mails_given_up', table),
    check('offer_mails_reader_known', isOneOf(table.reader, ['buyer', 'seller'])),
  ],
);

export const messageMails = pgTable(
  'message_mails',
  {
    id: primaryId(),
    threadId: uuid('thread_id').notNull(),
    readerId: uuid('reader_id').notNull(),
    ...outboxColumns(),
  },
  (table) => [
    foreignKey({
      name: 'message_mails_side_fk',
      columns: [table.threadId, table.readerId],
      foreignColumns: [threadSides.threadId, threadSides.userId],
    }).onDelete('cascade'),
    uniqueIndex('message_mails_one_to_send')
      .on(table.threadId, table.readerId)
      .where(isWaiting(table)),
    index('message_mails_by_side').on(table.threadId, table.readerId),
    pendingMailIndex('message_mails_to_send', table),
    undeliverableMailIndex('message_mails_given_up', table),
  ],
);

export const caseMails = pgTable(
  'case_mails',
  {
    id: primaryId(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    reportId: uuid('report_id').references(() => reports.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    ...outboxColumns(),
  },
  (table) => [
    uniqueIndex('case_mails_to_person')
      .on(table.caseId, table.kind)
      .where(sql`${table.reportId} is null`),
    uniqueIndex('case_mails_to_reporters_by_case')
      .on(table.reportId, table.caseId, table.kind)
      .where(sql`${table.reportId} is not null`),
    pendingMailIndex('case_mails_to_send', table),
    undeliverableMailIndex('case_mails_given_up', table),
  ],
);

export const alertMails = pgTable(
  'alert_mails',
  {
    id: primaryId(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => alertSubscriptions.id, { onDelete: 'cascade' }),
    until: timestamptz('until').notNull(),
    ...outboxColumns(),
  },
  (table) => [
    uniqueIndex('alert_mails_one_to_send').on(table.subscriptionId).where(isWaiting(table)),
    pendingMailIndex('alert_mails_to_send', table),
    undeliverableMailIndex('alert_mails_given_up', table),
    index('alert_mails_by_subscription').on(table.subscriptionId),
  ],
);

export const payoutMails = pgTable(
  'payout_mails',
  {
    id: primaryId(),
    payoutId: uuid('payout_id').references(() => payouts.id),
    userId: uuid('user_id').references(() => users.id),
    kind: text('kind').notNull(),
    ...outboxColumns(),
  },
  (table) => [
    uniqueIndex('payout_mails_once').on(table.payoutId, table.kind),
    pendingMailIndex('payout_mails_to_send', table),
    undeliverableMailIndex('payout_mails_given_up', table),
    check(
      'payout_mails_have_a_reader',
      sql`(${table.payoutId} is null) <> (${table.userId} is null)`,
    ),
  ],
);

export const productMails = pgTable(
  'product_mails',
  {
    id: primaryId(),
    productId: uuid('product_id')
      .notNull()
      .unique()
      .references(() => products.id),
    reason: text('reason').notNull(),
    ...outboxColumns(),
  },
  (table) => [
    pendingMailIndex('product_mails_to_send', table),
    undeliverableMailIndex('product_mails_given_up', table),
    check(
      'product_mails_reason_length',
      sql`char_length(${table.reason}) between 1 and ${sql.raw(String(limits.removalReasonLength))}`,
    ),
  ],
);

export const accountMails = pgTable(
  'account_mails',
  {
    id: primaryId(),
    kind: text('kind').notNull(),
    identityId: uuid('identity_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    origin: text('origin').notNull(),
    language: text('language'),
    ...outboxColumns(),
  },
  (table) => [
    pendingMailIndex('account_mails_to_send', table),
    undeliverableMailIndex('account_mails_given_up', table),
    index('account_mails_by_identity').on(table.identityId),
  ],
);

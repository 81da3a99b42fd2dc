import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { afterSaleMailKinds, mailKinds } from '#contract/mail-kinds.ts';
import {
  isOneOf,
  outboxColumns,
  pendingMailIndex,
  primaryId,
  timestamptz,
  undeliverableMailIndex,
} from './columns.ts';
import { bookings } from './sales.ts';
import { users } from './users.ts';

export const mailReaders = ['buyer', 'seller'] as const;

/** The mail that goes to a user who is not part of the booking and asked to be told when its product is free. */
export const availabilityMail = { kind: 'free-again', reader: 'watcher' } as const;

const everyKind = [...mailKinds, ...afterSaleMailKinds, availabilityMail.kind] as const;
const everyReader = [...mailReaders, availabilityMail.reader] as const;

/**
 * The outbox. A mail is inserted in the transaction of the action that it reports, so a rolled back action sends none. Its
 * key is unique, so an action that runs twice sends one.
 */
export const mails = pgTable(
  'mails',
  {
    id: primaryId(),
    key: text('key').notNull(),
    kind: text('kind', { enum: everyKind }).notNull(),
    reader: text('reader', { enum: everyReader }).notNull(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    /** The watcher; null for the parties of the booking. */
    readerId: uuid('reader_id').references(() => users.id),
    ...outboxColumns(),
  },
  (table) => [
    uniqueIndex('mails_once').on(table.key),
    pendingMailIndex('mails_to_send', table),
    undeliverableMailIndex('mails_given_up', table),
    index('mails_by_booking').on(table.bookingId),
    check('mails_kind_known', isOneOf(table.kind, everyKind)),
    check('mails_reader_known', isOneOf(table.reader, everyReader)),
    check(
      'mails_watcher_has_an_id',
      sql`(${table.reader} = 'watcher') = (${table.readerId} is not null)`,
    ),
  ],
);

/** What one person can cause to be mailed to another without paying. */
export const pausedTopics = ['offers', 'bookings', 'statements'] as const;

/** Who was mailed about what another person did, and has not looked at it since: no further mail of the kind is queued. */
export const mailPauses = pgTable(
  'mail_pauses',
  {
    readerId: uuid('reader_id')
      .notNull()
      .references(() => users.id),
    topic: text('topic', { enum: pausedTopics }).notNull(),
    causedBy: uuid('caused_by')
      .notNull()
      .references(() => users.id),
    mailedAt: timestamptz('mailed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.readerId, table.topic, table.causedBy] }),
    index('mail_pauses_by_cause').on(table.causedBy),
    check('mail_pauses_topic_known', isOneOf(table.topic, pausedTopics)),
  ],
);

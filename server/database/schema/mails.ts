import { sql } from 'drizzle-orm';
import {
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { queuedMailKinds } from '#contract/operations/mail-kinds.ts';
import {
  isOneOf,
  isWaiting,
  outboxColumns,
  primaryId,
  timestamptz,
  undeliverableMailIndex,
} from './columns.ts';
import { users } from './users.ts';

export const mailReaders = ['buyer', 'seller'] as const;

/** The mail that goes to a user who is not part of the booking and asked to be told when its product is free. */
export const availabilityMail = { kind: 'free-again', reader: 'watcher' } as const;

const everyReader = [...mailReaders, availabilityMail.reader] as const;
export type AnyMailReader = (typeof everyReader)[number];

/**
 * The outbox. A mail is inserted in the transaction of the action that it reports, so a rolled back action sends none. Its
 * key is unique, so an action that runs twice sends one. What it says is read when it is sent.
 */
export const queuedMails = pgTable(
  'queued_mails',
  {
    id: primaryId(),
    key: text('key').notNull().unique('queued_mails_once'),
    kind: text('kind', { enum: queuedMailKinds }).notNull(),
    reader: text('reader', { enum: everyReader }),
    /** Null for guests, and for mails about an identity. */
    readerId: uuid('reader_id').references(() => users.id),
    /** The booking, offer, product, payout, seller, subscription, thread, case or identity. */
    subjectId: uuid('subject_id').notNull(),
    data: jsonb('data').notNull().default({}),
    /** Mails with a smaller one are sent first: a mail about an account is awaited. */
    rank: smallint('rank').notNull().default(1),
    /** Not before this moment; of a mail that is being sent, when another server may claim it. */
    dueAt: timestamptz('due_at').notNull().defaultNow(),
    ...outboxColumns(),
  },
  (table) => [
    index('queued_mails_to_send').on(table.rank, table.dueAt).where(isWaiting(table)),
    undeliverableMailIndex('queued_mails_given_up', table),
    index('queued_mails_by_subject').on(table.subjectId),
    // Few: they are deleted after a day.
    index('queued_mails_about_accounts').on(table.id).where(sql`${table.rank} = 0`),
    check('queued_mails_reader_known', isOneOf(table.reader, everyReader)),
  ],
);

/** What one person can cause to be mailed to another without paying. */
export const pausedTopics = ['offers', 'bookings', 'statements'] as const;

/**
 * A user who was mailed about what another person did, and has not looked at it since: no further mail of the kind is
 * queued.
 */
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

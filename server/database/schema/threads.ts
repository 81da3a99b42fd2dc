import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { limits } from '#contract/constants.ts';
import { contactKinds } from '#contract/messages/contact-kinds.ts';
import { idempotencyColumns, primaryId, timestamptz } from './columns.ts';
import { products } from './sales.ts';
import { users } from './users.ts';

/** What a buyer and a seller write to each other about a listing. */
export const threads = pgTable(
  'threads',
  {
    id: primaryId(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    buyerId: uuid('buyer_id')
      .notNull()
      .references(() => users.id),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id),
    /** The buyer or the seller: the number of threads that a user begins is limited. */
    startedBy: uuid('started_by')
      .notNull()
      .references(() => users.id),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('threads_once').on(table.productId, table.buyerId),
    index('threads_by_starter').on(table.startedBy, table.createdAt),
    check('threads_two_people', sql`${table.buyerId} <> ${table.sellerId}`),
  ],
);

/** A thread as one of its two people has it: each thread has two. */
export const threadSides = pgTable(
  'thread_sides',
  {
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The newest message of the thread, by which lists are ordered. It may have been deleted with its author. */
    lastMessageId: uuid('last_message_id').notNull(),
    /** How many messages of the other side came after `read_to`. */
    unread: integer('unread').notNull().default(0),
    readTo: uuid('read_to'),
    /** When a mail about unread messages was queued; null again once they are read. */
    mailedAt: timestamptz('mailed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.threadId, table.userId] }),
    index('thread_sides_by_user').on(
      table.userId,
      sql`(${table.unread} > 0) desc`,
      table.lastMessageId.desc().nullsFirst(),
    ),
    check('thread_sides_unread', sql`${table.unread} >= 0`),
  ],
);

export const messages = pgTable(
  'messages',
  {
    id: primaryId(),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    /** A digest of its letters and digits, by which the same text to many people is found. */
    textDigest: text('text_digest').notNull(),
    /** The kinds of contact data that the text has. */
    contact: text('contact', { enum: contactKinds }).array().notNull(),
    ...idempotencyColumns(),
    createdAt: timestamptz('created_at').notNull(),
    /** Set by a decision of the admins: only its author reads it. */
    hiddenAt: timestamptz('hidden_at'),
  },
  (table) => [
    uniqueIndex('messages_idempotency')
      .on(table.authorId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    index('messages_by_thread').on(table.threadId, table.id.desc().nullsFirst()),
    index('messages_by_text').on(table.authorId, table.textDigest, table.createdAt),
    check(
      'messages_length',
      sql`char_length(${table.text}) between 1 and ${sql.raw(String(limits.messageLength))}`,
    ),
  ],
);

/** A block: neither of the two users can write to the other, or make an offer. */
export const blocks = pgTable(
  'blocks',
  {
    id: primaryId(),
    blockerId: uuid('blocker_id')
      .notNull()
      .references(() => users.id),
    blockedId: uuid('blocked_id')
      .notNull()
      .references(() => users.id),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('blocks_once').on(table.blockerId, table.blockedId),
    index('blocks_by_blocked').on(table.blockedId),
    check('blocks_somebody_else', sql`${table.blockerId} <> ${table.blockedId}`),
  ],
);

import { sql } from 'drizzle-orm';
import {
  check,
  index,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { pushLimits, pushTopics } from '#contract/push/push-terms.ts';
import { isOneOf, primaryId, timestamptz } from './columns.ts';
import { users } from './users.ts';

/** Browsers that get notifications: push subscriptions (RFC 8030). One that its push service has forgotten is deleted. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The session in which it was registered last, where the identity provider has such; it ends with it. */
    sessionId: text('session_id'),
    /** The address at the push service. Sending there needs the key of the shop as well. */
    endpoint: text('endpoint').notNull(),
    /** With which notifications are encrypted (RFC 8291). */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    userAgent: text('user_agent'),
    createdAt: timestamptz('created_at').notNull(),
    /** When the push service last accepted a notification. */
    usedAt: timestamptz('used_at'),
    /** The last refusal, until the next one is accepted. */
    refusedAt: timestamptz('refused_at'),
    refusedStatus: smallint('refused_status'),
  },
  (table) => [
    uniqueIndex('push_subscriptions_by_endpoint').on(table.endpoint),
    index('push_subscriptions_by_user').on(table.userId, table.id),
    check(
      'push_subscriptions_endpoint_length',
      sql`char_length(${table.endpoint}) <= ${sql.raw(String(pushLimits.endpointLength))}`,
    ),
  ],
);

/** Notifications on their way. They go when the push service has them, or after a day: the mail has said the same. */
export const queuedPushes = pgTable(
  'queued_pushes',
  {
    id: primaryId(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    /** The mail beside which it is sent. */
    mailId: uuid('mail_id').notNull(),
    topic: text('topic', { enum: pushTopics }).notNull(),
    /** What the device shows, as JSON. It has no words of other people. */
    payload: text('payload').notNull(),
    /** By which a push service replaces one that has not arrived by one about the same. */
    replaces: text('replaces').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Of one that is being sent: when another server may claim it. */
    dueAt: timestamptz('due_at').notNull(),
    attempts: smallint('attempts').notNull().default(0),
  },
  (table) => [
    unique('queued_pushes_once').on(table.mailId, table.subscriptionId),
    index('queued_pushes_to_send').on(table.dueAt),
    index('queued_pushes_by_subscription').on(table.subscriptionId),
    check('queued_pushes_topic_known', isOneOf(table.topic, pushTopics)),
  ],
);

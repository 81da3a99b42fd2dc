import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { alertTopics } from '#contract/constants.ts';
import { isOneOf, primaryId, timestamptz } from './columns.ts';
import { users } from './users.ts';

/** Whether, and when, a user gets mails about a topic. The links that end these mails are derived from its id. */
export const alertSubscriptions = pgTable(
  'alert_subscriptions',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    topic: text('topic', { enum: alertTopics }).notNull(),
    isOn: boolean('is_on').notNull().default(true),
    /** When a job looks for news the next time; null while there is nothing to look for. */
    dueAt: timestamptz('due_at'),
    /** When the last mail was sent. */
    mailedAt: timestamptz('mailed_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('alert_subscriptions_once').on(table.userId, table.topic),
    index('alert_subscriptions_due')
      .on(table.topic, table.dueAt)
      .where(sql`${table.isOn} and ${table.dueAt} is not null`),
    check('alert_subscriptions_topic_known', isOneOf(table.topic, alertTopics)),
  ],
);

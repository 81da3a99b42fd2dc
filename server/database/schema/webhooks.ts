import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  disabledReasons,
  webhookEvents,
  webhookFaults,
  webhookLimits,
  webhookTypes,
} from '#contract/webhooks/webhook-events.ts';
import { isOneOf, primaryId, timestamptz } from './columns.ts';
import { users } from './users.ts';

/** The addresses that the shop calls when something happens to what belongs to a person. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    url: text('url').notNull(),
    events: text('events', { enum: webhookEvents }).array().notNull(),
    /** The key of the signatures, encrypted (`server/core/seal.ts`). */
    sealedSecret: text('sealed_secret').notNull(),
    /** The one before, which signs too until `former_until`. */
    formerSecret: text('former_secret'),
    formerUntil: timestamptz('former_until'),
    createdAt: timestamptz('created_at').notNull(),
    /** The first failure since the last success; null after a success. */
    failingSince: timestamptz('failing_since'),
    disabledFor: text('disabled_for', { enum: disabledReasons }),
  },
  (table) => [
    index('webhook_endpoints_by_user').on(table.userId, table.id),
    check(
      'webhook_endpoints_url_length',
      sql`char_length(${table.url}) <= ${sql.raw(String(webhookLimits.urlLength))}`,
    ),
    check('webhook_endpoints_disabled_known', isOneOf(table.disabledFor, disabledReasons)),
  ],
);

/**
 * What has happened, for each endpoint that is told. A row is inserted in the transaction of what has happened, so a rolled
 * back action tells nobody, and is deleted after 30 days.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** The same for all endpoints of a person: the id of the webhook. */
    eventId: uuid('event_id').notNull(),
    endpointId: uuid('endpoint_id').notNull(),
    type: text('type', { enum: webhookTypes }).notNull(),
    /** The listing, booking, thread, offer, review, payout or case. */
    subjectId: uuid('subject_id').notNull(),
    /** The listing that it is about. */
    productId: uuid('product_id'),
    /** Of that listing, when it happened; null without an external id. */
    version: integer('version'),
    createdAt: timestamptz('created_at').notNull(),
    /** When it is sent; during an attempt, when another server may make one. Null when it is done or on hold. */
    dueAt: timestamptz('due_at'),
    attempts: smallint('attempts').notNull().default(0),
    triedAt: timestamptz('tried_at'),
    status: smallint('status'),
    fault: text('fault', { enum: webhookFaults }),
    deliveredAt: timestamptz('delivered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.endpointId] }),
    foreignKey({
      name: 'webhook_deliveries_endpoint',
      columns: [table.endpointId],
      foreignColumns: [webhookEndpoints.id],
    }).onDelete('cascade'),
    index('webhook_deliveries_to_send').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('webhook_deliveries_by_endpoint').on(table.endpointId, table.eventId),
  ],
);

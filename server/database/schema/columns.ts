import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  type CheckBuilder,
  check,
  customType,
  type ExtraConfigColumn,
  type IndexBuilder,
  index,
  integer,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { highestMinorUnits } from '#contract/money/currency.ts';

/** Ids are UUIDv7 made by the application (`server/core/ids.ts`): their order is the order of creation. */
export const primaryId = () => uuid('id').primaryKey();

/** A point in time. The database stores microseconds; we write milliseconds only, as JavaScript has them. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** The number of a transaction of the database, which is never reused (xid8): a decimal number too long for JavaScript. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/** `column in ('a', 'b')` for a check constraint, from the same closed set that the code uses. */
export function isOneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
}

/** What each table of queued mails has, for `server/jobs/outbox`. */
export const outboxColumns = () => ({
  createdAt: timestamptz('created_at').notNull(),
  /** When a server began to send it; for a while no other server does. */
  triedAt: timestamptz('tried_at'),
  attempts: integer('attempts').notNull().default(0),
  lastFault: text('last_fault'),
  sentAt: timestamptz('sent_at'),
  /** When it was dropped: its reader was removed, or sending failed too often. */
  droppedAt: timestamptz('dropped_at'),
  /** The id of the request that queued it; null when a job did. */
  requestId: text('request_id'),
});

/** By which a request that is sent again is recognised: the same key from the same person means the same row. */
export const idempotencyColumns = () => ({
  /** Given by the client. */
  idempotencyKey: text('idempotency_key'),
  /** The digest of all that was sent with it (`server/core/idempotency.ts`); null for rows of earlier versions. */
  idempotencyDigest: text('idempotency_digest'),
});

export const deliveryMethods = ['pickup', 'shipping'] as const;

/** What a buyer has chosen of what the seller offered, as it was called and what it cost then. */
export const chosenDelivery = () => ({
  /** Null when nothing was said, as in the specification. */
  deliveryMethod: text('delivery_method', { enum: deliveryMethods }),
  zoneId: text('zone_id'),
  zoneName: text('zone_name'),
  shippingCents: integer('shipping_cents').notNull().default(0),
});

type ChosenDelivery = Record<
  'deliveryMethod' | 'zoneId' | 'zoneName' | 'shippingCents',
  AnyPgColumn
>;

/** Only what is sent has a zone, and costs something. */
export function chosenDeliveryChecks(prefix: string, table: ChosenDelivery): CheckBuilder[] {
  const isShipping = sql`coalesce(${table.deliveryMethod}, '') = 'shipping'`;
  return [
    check(`${prefix}_delivery_known`, isOneOf(table.deliveryMethod, deliveryMethods)),
    check(
      `${prefix}_shipping_has_a_zone`,
      sql`(${isShipping}) = (${table.zoneId} is not null) and (${isShipping}) = (${table.zoneName} is not null)`,
    ),
    check(
      `${prefix}_shipping_price`,
      sql`${table.shippingCents} = 0 or ${isShipping} and ${table.shippingCents} between 1 and ${sql.raw(String(highestMinorUnits))}`,
    ),
  ];
}

interface Outbox {
  id: ExtraConfigColumn;
  lastFault: AnyPgColumn;
  triedAt: ExtraConfigColumn;
  sentAt: AnyPgColumn;
  droppedAt: AnyPgColumn;
}

/** A condition on a row of a table with `outboxColumns`: the mail is to be sent. */
export function isWaiting({ sentAt, droppedAt }: Pick<Outbox, 'sentAt' | 'droppedAt'>): SQL {
  return sql`${sentAt} is null and ${droppedAt} is null`;
}

/** The mails that are to be sent, those that have waited longest first. */
export function pendingMailIndex(name: string, table: Outbox): IndexBuilder {
  return index(name).on(table.triedAt.asc().nullsFirst()).where(isWaiting(table));
}

/** The mails that were given up after too many attempts, newest first. What was dropped for another reason has no fault. */
export function undeliverableMailIndex(name: string, table: Outbox): IndexBuilder {
  return index(name)
    .on(table.id.desc().nullsFirst())
    .where(sql`${table.droppedAt} is not null and ${table.lastFault} is not null`);
}

import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  customType,
  type ExtraConfigColumn,
  type IndexBuilder,
  index,
  integer,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

/** Ids are UUIDv7 made by the application (`server/core/ids.ts`): their order is the order of creation. */
export const primaryId = () => uuid('id').primaryKey();

/** A point in time. The database stores microseconds; we write milliseconds only, as JavaScript has them. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

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

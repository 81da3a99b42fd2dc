import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, customType, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Ids are UUIDv7 made by the application (`server/core/ids.ts`): their order is the order of creation. */
export const primaryId = () => uuid('id').primaryKey();

/** A moment in time. The database stores microseconds; we write milliseconds only, as JavaScript has them. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The number of a transaction of the database, which is never reused (xid8): a decimal number too long for JavaScript. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/** `column in ('a', 'b')` for a check constraint, from the same closed set that the code uses. */
export function isOneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
}

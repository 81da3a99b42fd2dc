import type { DeliveryAddress } from '#contract/delivery/delivery.ts';
import type { deliveryAddresses } from '../../database/schema/delivery.ts';
import { rawSql, type Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { lockUser } from '../users/lock-user.ts';

/** What an address is made of, in both tables that have one. */
export const addressColumns = rawSql('name, lines, postcode, city, region, country');
export type AddressColumns = Omit<typeof deliveryAddresses.$inferSelect, 'userId' | 'changedAt'>;

export function addressFrom(row: AddressColumns): DeliveryAddress {
  return {
    name: row.name,
    lines: row.lines,
    postcode: row.postcode ?? undefined,
    city: row.city,
    region: row.region ?? undefined,
    country: row.country,
  };
}

/**
 * The address to which a user's purchases are shipped; undefined when none is remembered. No one else reads it, not
 * even admins.
 */
export async function readDeliveryAddress(
  sql: Sql,
  userId: string,
): Promise<DeliveryAddress | undefined> {
  const [row] = await sql<AddressColumns[]>`
    select ${addressColumns} from delivery_addresses where user_id = ${userId}`;
  return row && addressFrom(row);
}

/**
 * Remembers where a user's next purchases are sent. Bookings that were made keep their address.
 * @returns how many changed: 0 when it was the same before
 * @throws Problem not-signed-in when the user was removed
 */
export async function rememberDeliveryAddress(
  tx: Tx,
  userId: string,
  address: DeliveryAddress,
  at: Date,
): Promise<0 | 1> {
  await lockUser(tx, userId);
  const { name, lines, postcode = null, city, region = null, country } = address;
  const changed = await tx.sql`
    insert into delivery_addresses as known (user_id, ${addressColumns}, changed_at)
    values (${userId}, ${name}, ${lines}::text[], ${postcode}, ${city}, ${region}, ${country}, ${at})
    on conflict (user_id) do update set name = excluded.name, lines = excluded.lines,
      postcode = excluded.postcode, city = excluded.city, region = excluded.region,
      country = excluded.country, changed_at = excluded.changed_at
    where (known.name, known.lines, known.postcode, known.city, known.region, known.country)
      is distinct from (excluded.name, excluded.lines, excluded.postcode, excluded.city,
        excluded.region, excluded.country)
    returning user_id`;
  return changed.length === 0 ? 0 : 1;
}

/** @returns how many were forgotten */
export async function forgetDeliveryAddress(tx: Tx, userId: string): Promise<number> {
  const forgotten = await tx.sql`
    delete from delivery_addresses where user_id = ${userId} returning user_id`;
  return forgotten.length;
}

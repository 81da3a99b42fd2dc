import { liveBookingStates } from '#contract/bookings/states.ts';
import { msg } from '#contract/text.ts';
import { rawSql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { type LockedProduct, productColumns } from '../products/lock-own-product.ts';
import { listingId } from './parse-row.ts';

export const isSold = msg`It is sold, so its listing stays as it is`;
export const isOnHold = msg`It is booked. Import the row again when the booking has ended.`;

/** The seller's listings with these external ids. A listing that has none is found by its own id, as the export writes it. */
export async function findKnown(
  tx: Tx,
  sellerId: string,
  ids: readonly string[],
  locks: boolean,
): Promise<Map<string, LockedProduct>> {
  const named = await tx.sql<{ externalId: string; productId: string }[]>`
    select external_id as "externalId", product_id as "productId" from external_ids
    where seller_id = ${sellerId} and external_id = any(${ids})`;
  const byName = new Map(named.map(({ externalId, productId }) => [externalId, productId]));
  const idOf = (externalId: string) =>
    byName.get(externalId) ?? (listingId.test(externalId) ? externalId : undefined);
  const wanted = ids.flatMap((externalId) => idOf(externalId) ?? []);
  if (wanted.length === 0) return new Map();
  const selected = await tx.sql<LockedProduct[]>`
    select ${productColumns} from products
    where seller_id = ${sellerId} and id = any(${wanted}::uuid[])
    order by id ${rawSql(locks ? 'for update' : '')}`;
  const found = new Map(selected.map((product) => [product.id, product]));
  return new Map(
    ids.flatMap((externalId) => {
      const product = found.get(idOf(externalId) ?? '');
      return product ? [[externalId, product] as const] : [];
    }),
  );
}

/** Which of these products somebody has booked, or bought. */
export async function findBooked(
  tx: Tx,
  productIds: string[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<{ id: string }[]>`
    select product_id as id from bookings
    where product_id = any(${productIds}::uuid[]) and state = any(${[...liveBookingStates]}::text[])
      and (state <> 'held' or hold_expires_at > ${at})`;
  return new Set(rows.map(({ id }) => id));
}

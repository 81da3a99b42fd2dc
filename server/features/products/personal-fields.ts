import { numberAfterMinutes, type Role } from '#contract/constants.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { type AdminArea, mayActIn } from '#contract/users/admin-areas.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';

export interface Viewer {
  id: string;
  role: Role;
  areas?: readonly AdminArea[] | undefined;
}

/** What a viewer sees of a listed product and others do not. These fields replace those that everyone sees. */
export type PersonalFields = {
  -readonly [Field in PersonalField]?: Exclude<ListedProduct[Field], undefined>;
};
type PersonalField =
  | 'number'
  | 'wishlist'
  | 'bookingId'
  | 'bookedPrice'
  | 'heldUntil'
  | 'sellerEmail';

/** The columns that depend on the viewer, as `personalColumns` selects them. */
export interface PersonalRow {
  id: string;
  /** Null when the viewer may not see it. */
  phone: string | null;
  isWishlisted: boolean;
  /** The viewer's own live booking of it. */
  bookingId: string | null;
  /** The amount of that booking; null when it is the price of the product. */
  bookedCents: number | null;
  /** When anyone's live hold of it ends. */
  heldUntil: Date | null;
  /** Null when the viewer is neither the seller nor an admin; others do not see it before it is proven. */
  sellersEmail: string | null;
}

/** No user has this id. It represents a guest, so that guests and users share one prepared statement. */
export const guestId = '00000000-0000-0000-0000-000000000000';

/**
 * The columns for a select list from `products p`, `users s` and `liveBookingJoin`. The phone is for the seller, admins
 * and the buyer who has paid, or has held it for some minutes; an email that is not proven may be another user's, so it
 * is for the seller and admins.
 */
export function personalColumns(sql: Sql, viewer: Viewer | null): Fragment {
  const viewerId = viewer?.id ?? guestId;
  const isAdmin = viewer !== null && mayActIn('listings', viewer);
  return sql`
    case when ${isAdmin} or p.seller_id = ${viewerId} or live.buyer_id = ${viewerId} and (
        live.state = 'paid'
        or live.created_at <= now() - make_interval(mins => ${numberAfterMinutes}::int))
      then p.phone end as phone,
    case when live.buyer_id = ${viewerId} then live.id end as "bookingId",
    case when live.buyer_id = ${viewerId} then nullif(live.price_cents, p.price_cents) end
      as "bookedCents",
    exists (
      select from wishlist_items w where w.user_id = ${viewerId} and w.product_id = p.id
    ) as "isWishlisted",
    case when ${isAdmin} or p.seller_id = ${viewerId} then s.email end as "sellersEmail"`;
}

/** The columns for a select list with `liveBookingJoin`. */
export const heldUntilColumn = rawSql(
  `case when live.state = 'held' then live.hold_expires_at end as "heldUntil"`,
);

/** A booking is live while it is paid, or a hold that has not expired. A product has one at most. */
export const liveBookingJoin = rawSql(`
    left join bookings live on live.product_id = p.id and live.state in ('held', 'paid')
      and (live.state = 'paid' or live.hold_expires_at > now())`);

/**
 * The fields that this viewer sees differently, of those of these products that are on their wishlist or that they hold, have
 * paid for or sell.
 * Reads through the indexes of their own entries, so it costs little for a page without products of theirs. Not
 * for admins, who see more of every product.
 * @returns the fields by the product's id; nothing for the other products
 */
export async function readPersonalFields(
  sql: Sql,
  viewer: Viewer,
  productIds: readonly string[],
): Promise<Map<string, PersonalFields>> {
  const rows = await sql<PersonalRow[]>`
    select p.id, ${heldUntilColumn}, ${personalColumns(sql, viewer)}
    from products p join users s on s.id = p.seller_id ${liveBookingJoin}
    where p.id in (
      select product_id from wishlist_items
      where user_id = ${viewer.id} and product_id = any(${productIds})
      union
      select product_id from bookings
      where buyer_id = ${viewer.id} and state in ('held', 'paid') and product_id = any(${productIds})
      union
      select id from products where seller_id = ${viewer.id} and id = any(${productIds})
    )`;
  return personalFieldsOf(rows);
}

/** The fields of the rows that have any, by the product's id. */
export function personalFieldsOf(rows: readonly PersonalRow[]): Map<string, PersonalFields> {
  const fieldsById = new Map<string, PersonalFields>();
  for (const row of rows) {
    const fields = personalFieldsFrom(row);
    if (fields) fieldsById.set(row.id, fields);
  }
  return fieldsById;
}

/** Undefined when the viewer sees what everyone sees. */
export function personalFieldsFrom(row: PersonalRow): PersonalFields | undefined {
  const { phone, isWishlisted, bookingId, bookedCents, heldUntil, sellersEmail } = row;
  if (phone === null && !isWishlisted && bookingId === null && sellersEmail === null) return;
  const fields: PersonalFields = {};
  if (phone !== null) fields.number = phone;
  if (isWishlisted) fields.wishlist = 'added';
  if (bookingId !== null) {
    fields.bookingId = bookingId;
    if (bookedCents !== null) fields.bookedPrice = toMajorUnits(bookedCents);
    // Read together with the booking, so that the two agree when the shared fields were read a moment earlier.
    fields.heldUntil = heldUntil?.toISOString() ?? null;
  }
  if (sellersEmail !== null) fields.sellerEmail = { email: sellersEmail };
  return fields;
}

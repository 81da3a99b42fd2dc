import type { CallReply } from '#contract/calls.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import {
  type ImageColumns,
  imageColumns,
  imageFrom,
  type PictureOf,
} from '../../database/image-columns.ts';
import type { Sql } from '../../database/sql.ts';

type WishlistItem = CallReply<'listWishlist'>[number];

interface ItemRow extends ImageColumns {
  id: string;
  productId: string;
  name: string;
  priceCents: number;
  isPaid: boolean;
  isSold: boolean;
  bookingId: string | null;
  heldUntil: Date | null;
  createdAt: Date;
}

interface Filter {
  /** The owner's email. Case does not matter. */
  email: string;
  /** The caller: `bookingId` is the caller's own live booking of the product. */
  viewer: { id: string };
  at: Date;
  /** How many to read at most. */
  count: number;
  /** Only items with a smaller id, that is, added earlier. */
  before: string;
}

/**
 * The wishlist of the user with this email, newest first, with the current names and prices; what the viewer has booked has
 * the price of the booking. Withdrawn products are left out. Empty for an unknown email.
 */
export async function listWishlist(
  { sql, pictureOf }: { sql: Sql; pictureOf: PictureOf },
  { email, viewer, at, count, before }: Filter,
): Promise<WishlistItem[]> {
  const rows = await sql<ItemRow[]>`
    select w.id, w.product_id as "productId", p.name,
      case when b.buyer_id = ${viewer.id} then b.price_cents else p.price_cents end as "priceCents",
      w.paid_at is not null as "isPaid", p.status = 'sold' as "isSold", case when b.buyer_id = ${viewer.id} then b.id end as "bookingId",
      case when b.state = 'held' then b.hold_expires_at end as "heldUntil",
      w.created_at as "createdAt",
      ${imageColumns}
    from wishlist_items w
    join products p on p.id = w.product_id
    join images i on i.id = p.image_id
    left join bookings b on b.product_id = p.id and b.state in ('held', 'paid')
      and (b.state = 'paid' or b.state = 'held' and b.hold_expires_at > ${at})
    where w.user_id = (select id from users where lower(email) = lower(${email}) and removed_at is null)
      and p.withdrawn_at is null and p.hidden_for is null and w.id < ${before}
    order by w.id desc limit ${count}`;
  return rows.map((row) => itemFrom(row, pictureOf));
}

function itemFrom(row: ItemRow, pictureOf: PictureOf): WishlistItem {
  const { url: image, picture } = pictureOf(imageFrom(row));
  return {
    _id: row.id,
    name: row.name,
    price: toMajorUnits(row.priceCents),
    paid: row.isPaid,
    productId: row.productId,
    image,
    picture,
    bookingId: row.bookingId ?? undefined,
    sold: row.isSold,
    heldUntil: row.heldUntil?.toISOString() ?? null,
    time: row.createdAt.toISOString(),
  };
}

import type { CallReply } from '#contract/calls.ts';
import { dollarsFromCents } from '#contract/fields.ts';
import type { Sql } from '../../database/sql.ts';
import type { PictureOf } from '../products/product-row.ts';

type WishlistItem = CallReply<'listWishlist'>[number];

interface WishRow {
  id: string;
  productId: string;
  name: string;
  priceCents: number;
  isPaid: boolean;
  isSold: boolean;
  bookingId: string | null;
  createdAt: Date;
  imageId: string;
  imageExternalUrl: string | null;
  imageWidths: number[];
  imageWidth: number;
  imageHeight: number;
  imagePlaceholder: string;
  imageAvif: boolean;
}

interface Wanted {
  /** Whose wishlist. */
  email: string;
  /** Whoever asks: only their own live booking of a product is told. */
  viewer: { id: string };
  at: Date;
  /** How many to read. */
  count: number;
  /** Only items with a smaller id, that is, added before. */
  before: string;
}

/**
 * What the user with this address remembers, newest first, with names and prices as they are now; nothing for an unknown
 * address. A withdrawn product is left out: nobody can have it any more.
 */
export async function listWishlist(
  { sql, pictureOf }: { sql: Sql; pictureOf: PictureOf },
  { email, viewer, at, count, before }: Wanted,
): Promise<WishlistItem[]> {
  const rows = await sql<WishRow[]>`
    select w.id, w.product_id as "productId", p.name, p.price_cents as "priceCents",
      w.paid_at is not null as "isPaid", p.status = 'sold' as "isSold", b.id as "bookingId",
      w.created_at as "createdAt",
      i.id as "imageId", i.external_url as "imageExternalUrl", i.widths as "imageWidths",
      i.width as "imageWidth", i.height as "imageHeight", i.placeholder as "imagePlaceholder",
      i.avif as "imageAvif"
    from wishlist_items w
    join products p on p.id = w.product_id
    join images i on i.id = p.image_id
    left join bookings b on b.product_id = p.id and b.buyer_id = ${viewer.id}
      and (b.state = 'paid' or b.state = 'held' and b.hold_expires_at > ${at})
    where w.user_id = (select id from users where lower(email) = lower(${email}) and removed_at is null)
      and p.withdrawn_at is null and w.id < ${before}
    order by w.id desc limit ${count}`;
  return rows.map((row) => itemFrom(row, pictureOf));
}

function itemFrom(row: WishRow, pictureOf: PictureOf): WishlistItem {
  const { url } = pictureOf({
    id: row.imageId,
    externalUrl: row.imageExternalUrl,
    widths: row.imageWidths,
    width: row.imageWidth,
    height: row.imageHeight,
    placeholder: row.imagePlaceholder,
    avif: row.imageAvif,
  });
  return {
    _id: row.id,
    name: row.name,
    price: dollarsFromCents(row.priceCents),
    paid: row.isPaid,
    productId: row.productId,
    image: url,
    bookingId: row.bookingId ?? undefined,
    sold: row.isSold,
    time: row.createdAt.toISOString(),
  };
}

import { hash } from 'node:crypto';
import {
  type ImageColumns,
  imageColumns,
  imageFrom,
  type JoinedImage,
} from '../../database/image-columns.ts';
import { selected } from '../../database/row-sql.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import { type DeliveryColumns, deliveryColumns } from '../delivery/listing-delivery.ts';
import { type ListedColumns, listedColumns } from '../products/listing-columns.ts';
import { liveBookingJoin } from '../products/personal-fields.ts';
import { isShown } from '../products/product-row.ts';

/** A listing as feeds for merchants read it. */
export interface FeedRow extends ListedColumns, DeliveryColumns {
  id: string;
  sellerId: string;
  /** Whether it can be bought now. */
  isInStock: boolean;
  images: JoinedImage[];
}

/** What is sold stays in the feeds as out of stock for so long, so that advertisements of it end. */
const soldDays = 14;
const rowsPerPage = 200;

/** What is on sale, or was sold a short time ago. With `isShown`: what admins hide, and what was withdrawn, is in no feed. */
const isInFeed = rawSql(`(p.status <> 'sold'
  or (select b.paid_at from bookings b where b.id = p.sold_booking_id) > now() - interval '${soldDays} days')`);
const isInStock = rawSql(`(p.status <> 'sold' and live.id is null)`);

/** All listings of the feeds, newest first, some at a time, so that any number of them takes the same memory. */
export async function* readFeedRows(sql: Sql): AsyncGenerator<FeedRow> {
  let before = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  while (true) {
    const rows = await sql<(FeedRow & ImageColumns & { further: JoinedImage[] | null })[]>`
      select p.id, p.seller_id as "sellerId", ${selected(listedColumns, 'p')}, ${deliveryColumns},
        ${imageColumns}, ${isInStock} as "isInStock", ${furtherImages(sql)} as further
      from products p join images i on i.id = p.image_id ${liveBookingJoin}
      where ${isShown} and ${isInFeed} and p.id < ${before}
      order by p.id desc limit ${rowsPerPage}`;
    for (const row of rows) yield { ...row, images: [imageFrom(row), ...(row.further ?? [])] };
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerPage) return;
    before = last.id;
  }
}

function furtherImages(sql: Sql): Fragment {
  return sql`(
    select json_agg(json_build_object(
      'id', m.id, 'externalUrl', m.external_url, 'widths', m.widths, 'width', m.width,
      'height', m.height, 'placeholder', m.placeholder, 'avif', m.avif
    ) order by f.position)
    from product_images f join images m on m.id = f.image_id where f.product_id = p.id
  )`;
}

/** A digest of all that the feeds say of listings: another one, when anything in them has changed. */
export async function digestFeed(sql: Sql): Promise<string> {
  const [row] = await sql<{ digest: string | null }[]>`
    select md5(string_agg(md5(concat_ws('|', p::text, ${isInStock}::text, (
        select string_agg(d.zone_id || ':' || d.price_cents, ',' order by d.zone_id)
        from shipping_prices d where d.product_id = p.id
      ), (
        select string_agg(f.image_id::text, ',' order by f.position)
        from product_images f where f.product_id = p.id
      ), i.widths::text)), '' order by p.id)) as digest
    from products p join images i on i.id = p.image_id ${liveBookingJoin}
    where ${isShown} and ${isInFeed}`;
  return hash('sha1', row?.digest ?? '', 'base64url');
}

import { limits } from '#contract/constants.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import type { LateSale } from '#contract/products/sellers.ts';
import { type ImageColumns, imageColumns, imageFrom } from '../../database/image-columns.ts';
import type { Sql } from '../../database/sql.ts';
import { isShown, type ProductReader } from './product-row.ts';

/** So many are read: some are no sale any more. */
const readSales = 60;

/**
 * What was sold last of what has a page, or of a seller. Sales that were cancelled, returned or disputed are left out.
 */
export async function listLateSales(
  { sql, pictureOf }: ProductReader,
  sellerId?: string,
): Promise<LateSale[]> {
  const rows = await findLateSales(sql, sellerId);
  return rows.map((row) => {
    const { url, picture } = pictureOf(imageFrom(row));
    return {
      _id: row.id,
      name: row.name,
      price: toMajorUnits(row.priceCents),
      image: url,
      picture,
      soldAt: row.soldAt.toISOString(),
      daysOnSale: row.daysOnSale,
    };
  });
}

interface LateSaleRow extends ImageColumns {
  id: string;
  name: string;
  priceCents: number;
  soldAt: Date;
  daysOnSale: number;
}

/** `payments` is in the order of time by its ids; those of a seller are found by an index of the products. */
function findLateSales(sql: Sql, sellerId: string | undefined): Promise<LateSaleRow[]> {
  const sales =
    sellerId === undefined
      ? sql`select booking_id from payments order by id desc limit ${readSales}`
      : sql`
          select sold_booking_id as booking_id from products
          where seller_id = ${sellerId} and status = 'sold' order by id desc limit ${readSales}`;
  return sql<LateSaleRow[]>`
    select p.id, p.name, p.price_cents as "priceCents", b.paid_at as "soldAt",
      greatest(0, floor(extract(epoch from b.paid_at - p.created_at) / 86400))::integer as "daysOnSale",
      ${imageColumns}
    from (${sales}) paid
    join bookings b on b.id = paid.booking_id and b.state = 'paid'
    join products p on p.sold_booking_id = b.id and p.status = 'sold' and ${isShown}
    join users s on s.id = p.seller_id and s.removed_at is null and s.suspended_at is null
    join images i on i.id = p.image_id
    where not exists (select from disputes d where d.booking_id = b.id)
      and not exists (select from returns r where r.booking_id = b.id)
    order by b.paid_at desc, p.id desc
    limit ${limits.lateSales}`;
}

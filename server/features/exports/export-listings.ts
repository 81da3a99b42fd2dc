import { toMajorUnits } from '#contract/currency.ts';
import type { UserExport } from '#contract/user-export.ts';
import {
  type ImageColumns,
  imageColumns,
  imageFrom,
  type PictureOf,
} from '../../database/image-columns.ts';
import type { products } from '../../database/schema/sales.ts';
import type { Sql } from '../../database/sql.ts';

type ListedProduct = Omit<
  typeof products.$inferSelect,
  'sellerId' | 'imageId' | 'soldBookingId' | 'idempotencyKey'
> &
  ImageColumns & { externalId: string | null };

/** All that a seller has listed, withdrawn products too, newest first, for `exportUser`. */
export async function exportListings(
  sql: Sql,
  sellerId: string,
  pictureOf: PictureOf,
): Promise<UserExport['products']> {
  const rows = await sql<ListedProduct[]>`
    select p.id, p.name, p.price_cents as "priceCents",
      p.original_price_cents as "originalPriceCents", p.category, p.condition, p.phone, p.location,
      p.description, p.purchase_year as "purchaseYear", p.status, p.created_at as "createdAt",
      p.withdrawn_at as "withdrawnAt", e.external_id as "externalId", ${imageColumns}
    from products p join images i on i.id = p.image_id
      left join external_ids e on e.product_id = p.id
    where p.seller_id = ${sellerId} order by p.id desc`;
  const further = await furtherPicturesOf(sql, sellerId, pictureOf);
  return rows.map((product) => ({
    _id: product.id,
    externalId: product.externalId ?? undefined,
    name: product.name,
    price: toMajorUnits(product.priceCents),
    originalPrice:
      product.originalPriceCents === null ? undefined : toMajorUnits(product.originalPriceCents),
    category: product.category ?? undefined,
    condition: product.condition,
    number: product.phone,
    location: product.location,
    description: product.description,
    year: product.purchaseYear,
    image: pictureOf(imageFrom(product)).url,
    images: [pictureOf(imageFrom(product)).url, ...(further.get(product.id) ?? [])],
    status: product.status,
    time: product.createdAt.toISOString(),
    withdrawnAt: product.withdrawnAt?.toISOString(),
  }));
}

/** The addresses of all pictures but the first, by product id. */
async function furtherPicturesOf(sql: Sql, sellerId: string, pictureOf: PictureOf) {
  const rows = await sql<(ImageColumns & { productId: string })[]>`
    select f.product_id as "productId", ${imageColumns}
    from product_images f join products p on p.id = f.product_id join images i on i.id = f.image_id
    where p.seller_id = ${sellerId} order by f.product_id, f.position`;
  const addresses = new Map<string, string[]>();
  for (const { productId, ...row } of rows) {
    const { url } = pictureOf(imageFrom(row));
    addresses.set(productId, [...(addresses.get(productId) ?? []), url]);
  }
  return addresses;
}

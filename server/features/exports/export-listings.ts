import { desc, eq } from 'drizzle-orm';
import { toMajorUnits } from '#contract/currency.ts';
import type { UserExport } from '#contract/user-export.ts';
import type { Database } from '../../database/connection.ts';
import type { PictureOf } from '../../database/image-columns.ts';
import { images } from '../../database/schema/images.ts';
import { externalIds } from '../../database/schema/listing-imports.ts';
import { productImages } from '../../database/schema/product-images.ts';
import { products } from '../../database/schema/sales.ts';

type Orm = Database['orm'];

/** All that a seller has listed, withdrawn products too, newest first, for `exportUser`. */
export async function exportListings(
  orm: Orm,
  sellerId: string,
  pictureOf: PictureOf,
): Promise<UserExport['products']> {
  const rows = await orm
    .select({ product: products, image: images, externalId: externalIds.externalId })
    .from(products)
    .innerJoin(images, eq(images.id, products.imageId))
    .leftJoin(externalIds, eq(externalIds.productId, products.id))
    .where(eq(products.sellerId, sellerId))
    .orderBy(desc(products.id));
  const further = await furtherPicturesOf(orm, sellerId, pictureOf);
  return rows.map(({ product, image, externalId }) => ({
    _id: product.id,
    externalId: externalId ?? undefined,
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
    image: pictureOf(image).url,
    images: [pictureOf(image).url, ...(further.get(product.id) ?? [])],
    status: product.status,
    time: product.createdAt.toISOString(),
    withdrawnAt: product.withdrawnAt?.toISOString(),
  }));
}

/** The addresses of all pictures but the first, by product id. */
async function furtherPicturesOf(orm: Orm, sellerId: string, pictureOf: PictureOf) {
  const rows = await orm
    .select({ productId: productImages.productId, image: images })
    .from(productImages)
    .innerJoin(products, eq(products.id, productImages.productId))
    .innerJoin(images, eq(images.id, productImages.imageId))
    .where(eq(products.sellerId, sellerId))
    .orderBy(productImages.productId, productImages.position);
  const addresses = new Map<string, string[]>();
  for (const { productId, image } of rows) {
    addresses.set(productId, [...(addresses.get(productId) ?? []), pictureOf(image).url]);
  }
  return addresses;
}

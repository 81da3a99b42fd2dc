import { toMajorUnits } from '#contract/currency.ts';
import type { UserExport } from '#contract/user-export.ts';
import {
  type ImageColumns,
  imageColumns,
  imageFrom,
  type JoinedImage,
  type PictureOf,
} from '../../database/image-columns.ts';
import type { products } from '../../database/schema/sales.ts';
import type { Sql } from '../../database/sql.ts';
import {
  type DeliveryColumns,
  deliveryColumns,
  deliveryFrom,
} from '../products/listing-delivery.ts';
import { pagesOf } from './json-stream.ts';

type ListedProduct = Omit<
  typeof products.$inferSelect,
  'sellerId' | 'imageId' | 'soldBookingId' | 'idempotencyKey' | 'idempotencyDigest' | 'ships'
> &
  ImageColumns &
  DeliveryColumns & { externalId: string | null; further: JoinedImage[] };

/** All that a seller has listed, withdrawn products too, newest first, for `exportUser`. */
export function exportListings(
  sql: Sql,
  sellerId: string,
  pictureOf: PictureOf,
): AsyncIterable<UserExport['products']> {
  return pagesOf(
    ({ cursor, count }) => sql<ListedProduct[]>`
      select p.id, p.name, p.price_cents as "priceCents",
        p.original_price_cents as "originalPriceCents", p.category, p.condition, p.phone,
        p.location, p.description, p.purchase_year as "purchaseYear", p.status,
        ${deliveryColumns}, p.takes_offers as "takesOffers", p.least_offer_cents as "leastOfferCents",
        p.created_at as "createdAt", p.withdrawn_at as "withdrawnAt",
        e.external_id as "externalId", ${imageColumns},
        (
          select coalesce(json_agg(json_build_object('id', m.id, 'externalUrl', m.external_url,
            'widths', m.widths, 'width', m.width, 'height', m.height,
            'placeholder', m.placeholder, 'avif', m.avif) order by f.position), '[]')
          from product_images f join images m on m.id = f.image_id where f.product_id = p.id
        ) as further
      from products p join images i on i.id = p.image_id
        left join external_ids e on e.product_id = p.id and not e.is_generated
      where p.seller_id = ${sellerId} and p.id < ${cursor} order by p.id desc limit ${count}`,
    (product) => listingFrom(product, pictureOf),
  );
}

function listingFrom(product: ListedProduct, pictureOf: PictureOf): UserExport['products'][number] {
  const image = pictureOf(imageFrom(product)).url;
  return {
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
    takesOffers: product.takesOffers,
    leastOffer:
      product.leastOfferCents === null ? undefined : toMajorUnits(product.leastOfferCents),
    delivery: deliveryFrom(product),
    image,
    images: [image, ...product.further.map((further) => pictureOf(further).url)],
    status: product.status,
    time: product.createdAt.toISOString(),
    withdrawnAt: product.withdrawnAt?.toISOString(),
  };
}

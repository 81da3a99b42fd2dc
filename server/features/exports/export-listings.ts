import type { UserExport } from '#contract/users/user-export.ts';
import {
  type ImageColumns,
  imageColumns,
  imageFrom,
  type JoinedImage,
  type PictureOf,
} from '../../database/image-columns.ts';
import { selected } from '../../database/row-sql.ts';
import type { products } from '../../database/schema/sales.ts';
import type { Sql } from '../../database/sql.ts';
import { listedClips } from '../clips/clip-address.ts';
import { type ClipColumns, selectClips } from '../clips/clip-row.ts';
import {
  type DeliveryColumns,
  deliveryColumns,
  deliveryFrom,
} from '../delivery/listing-delivery.ts';
import {
  type ListingColumns,
  listingColumns,
  listingFieldsFrom,
} from '../products/listing-columns.ts';
import { pagesOf } from './json-stream.ts';

type ListedProduct = ListingColumns &
  Pick<typeof products.$inferSelect, 'id' | 'status' | 'createdAt' | 'withdrawnAt'> &
  ImageColumns &
  DeliveryColumns & { externalId: string | null; further: JoinedImage[]; clips: ClipColumns[] };

/** All that a seller has listed, withdrawn products too, newest first, for `exportUser`. */
export function exportListings(
  sql: Sql,
  sellerId: string,
  { pictureOf, origin }: ListingAddresses,
): AsyncIterable<UserExport['products']> {
  return pagesOf(
    ({ cursor, count }) => sql<ListedProduct[]>`
      select ${selected(['id', 'status', 'createdAt', 'withdrawnAt', ...listingColumns], 'p')},
        ${deliveryColumns},
        e.external_id as "externalId", ${imageColumns},
        (
          select coalesce(json_agg(json_build_object('id', m.id, 'externalUrl', m.external_url,
            'widths', m.widths, 'width', m.width, 'height', m.height,
            'placeholder', m.placeholder, 'avif', m.avif) order by f.position), '[]')
          from product_images f join images m on m.id = f.image_id where f.product_id = p.id
        ) as further, ${selectClips(sql, 'p.id')} as clips
      from products p join images i on i.id = p.image_id
        left join external_ids e on e.product_id = p.id and not e.is_generated
      where p.seller_id = ${sellerId} and p.id < ${cursor} order by p.id desc limit ${count}`,
    (product) => listingFrom(product, { pictureOf, origin }),
  );
}

interface ListingAddresses {
  pictureOf: PictureOf;
  origin: () => string;
}

function listingFrom(
  product: ListedProduct,
  { pictureOf, origin }: ListingAddresses,
): UserExport['products'][number] {
  const image = pictureOf(imageFrom(product)).url;
  return {
    _id: product.id,
    externalId: product.externalId ?? undefined,
    ...listingFieldsFrom(product),
    number: product.phone,
    takesOffers: product.takesOffers,
    delivery: deliveryFrom(product),
    image,
    images: [image, ...product.further.map((further) => pictureOf(further).url)],
    clips: listedClips(product.clips, origin),
    status: product.status,
    time: product.createdAt.toISOString(),
    withdrawnAt: product.withdrawnAt?.toISOString(),
  };
}

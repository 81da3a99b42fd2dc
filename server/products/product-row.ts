import { dollarsFromCents } from '#contract/fields.ts';
import type { ListedProduct, SingleProduct } from '#contract/products.ts';
import type { pictureOf } from '../images/images.ts';

/** A product joined with its seller and its picture, as the statements in `products.ts` read it. */
export interface ProductRow {
  id: string;
  name: string;
  priceCents: number;
  originalPriceCents: number | null;
  category: ListedProduct['category'] | null;
  condition: ListedProduct['condition'];
  location: string;
  description: string;
  year: number;
  status: ListedProduct['status'];
  createdAt: Date;
  /** Null for callers who may not see it. */
  phone: string | null;
  wished: boolean;
  sellerName: string;
  sellerEmail: string;
  sellerVerified: boolean;
  sellerSince: Date;
  imageId: string;
  imageExternalUrl: string | null;
  imageWidths: number[];
  imageHeight: number;
  imageWidth: number;
  imagePlaceholder: string;
  imageAvif: boolean;
}

/** Where pictures are reached: `pictureOf` of the images room, bound to the host in use and the shop's address. */
export type PictureOf = ReturnType<typeof pictureOf>;

export function listedFrom(row: ProductRow, pictureOf: PictureOf): ListedProduct {
  return { ...sharedFrom(row, pictureOf), sellerEmail: { email: row.sellerEmail } };
}

export function singleFrom(row: ProductRow, pictureOf: PictureOf): SingleProduct {
  return {
    ...sharedFrom(row, pictureOf),
    sellerEmail: row.sellerEmail,
    sellerSince: row.sellerSince.toISOString(),
  };
}

/** Absent values stay `undefined`: the serialiser leaves them out. */
function sharedFrom(row: ProductRow, pictureOf: PictureOf) {
  const { url, picture } = pictureOf({
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
    sellerName: row.sellerName,
    name: row.name,
    price: dollarsFromCents(row.priceCents),
    originalPrice:
      row.originalPriceCents === null ? undefined : dollarsFromCents(row.originalPriceCents),
    category: row.category ?? undefined,
    condition: row.condition,
    number: row.phone ?? undefined,
    location: row.location,
    description: row.description,
    year: row.year,
    image: url,
    time: row.createdAt.toISOString(),
    status: row.status,
    wishlist: row.wished ? ('added' as const) : undefined,
    userRole: row.sellerVerified ? ('verified' as const) : undefined,
    picture,
  };
}

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
  imageId: string;
  imageExternalUrl: string | null;
  imageWidths: number[];
  imageHeight: number;
  imageWidth: number;
  imagePlaceholder: string;
  imageAvif: boolean;
}

export interface SingleProductRow extends ProductRow {
  sellerSince: Date;
  /** The pictures after the main one, in their order; null when there are none. */
  further: Parameters<PictureOf>[0][] | null;
}

export interface OwnProductRow extends ProductRow {
  /** Whether a buyer holds it. */
  booked: boolean;
}

/** Where pictures are reached: `pictureOf` of the images room, bound to the host in use and the shop's address. */
export type PictureOf = ReturnType<typeof pictureOf>;

export function listedFrom(row: ProductRow, pictureOf: PictureOf): ListedProduct {
  return productFrom(row, pictureOf, { email: row.sellerEmail });
}

export function ownFrom(row: OwnProductRow, pictureOf: PictureOf): ListedProduct {
  return { ...listedFrom(row, pictureOf), booked: row.booked };
}

export function singleFrom(row: SingleProductRow, pictureOf: PictureOf): SingleProduct {
  const product = productFrom(row, pictureOf, row.sellerEmail);
  const further = (row.further ?? []).map(pictureOf);
  const pictures = [product, ...further].flatMap(({ picture }) => picture ?? []);
  const images = [product.image, ...further.map(({ url }) => url)];
  return {
    ...product,
    images,
    // Only whole: a picture at a foreign host has an address and nothing more.
    pictures: pictures.length === images.length ? pictures : undefined,
    sellerSince: row.sellerSince.toISOString(),
  };
}

/** One literal, because lists make many. Absent values stay `undefined`: the serialiser leaves them out. */
function productFrom<Email>(row: ProductRow, pictureOf: PictureOf, sellerEmail: Email) {
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
    sellerEmail,
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

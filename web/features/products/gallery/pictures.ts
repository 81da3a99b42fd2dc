import type { Picture } from '#contract/images.ts';
import type { SingleProduct } from '#contract/products.ts';

/** One picture of a product. `source` is missing where another host keeps it, in one size. */
export interface GalleryPicture {
  address: string;
  source: Picture | undefined;
}

/** At least one: nothing is listed without. */
export type GalleryPictures = readonly [GalleryPicture, ...GalleryPicture[]];

/** A product's pictures in the seller's order; the first is its main one. */
export function picturesOf({
  image,
  images,
  picture,
  pictures,
}: Pick<SingleProduct, 'image' | 'images' | 'picture' | 'pictures'>): GalleryPictures {
  const further = images.map((address, index) => ({ address, source: pictures?.[index] })).slice(1);
  return [{ address: image, source: picture }, ...further];
}

/** How a picture is told from its neighbours. */
export function altOf(name: string, index: number, count: number): string {
  return count === 1 ? name : `${name}, picture ${index + 1} of ${count}`;
}

/** Where a key leads from one picture; undefined when it does not lead to another. */
export function pictureByKey(key: string, index: number, count: number): number | undefined {
  const to = new Map([
    ['ArrowLeft', index - 1],
    ['ArrowRight', index + 1],
    ['Home', 0],
    ['End', count - 1],
  ]).get(key);
  return to === undefined || to === index || to < 0 || to >= count ? undefined : to;
}

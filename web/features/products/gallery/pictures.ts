import type { Picture } from '#contract/images/images.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';

/** One picture of a product. `source` is missing for pictures at an external host, which have one size. */
export interface GalleryPicture {
  address: string;
  source: Picture | undefined;
}

/** At least one: every listing has a picture. */
export type GalleryPictures = readonly [GalleryPicture, ...GalleryPicture[]];

/** A product's pictures in the seller's order; the first is the main one. */
export function picturesOf({
  image,
  images,
  picture,
  pictures,
}: Pick<SingleProduct, 'image' | 'images' | 'picture' | 'pictures'>): GalleryPictures {
  const further = images.map((address, index) => ({ address, source: pictures?.[index] })).slice(1);
  return [{ address: image, source: picture }, ...further];
}

/** The alternative text of a picture among others. */
export function altOf(name: string, index: number, count: number): string {
  const place = index + 1;
  return count === 1 ? name : t`${name}, picture ${place} of ${count}`;
}

/** The picture that a key leads to in a page of this direction; undefined when it leads nowhere. */
export function pictureByKey(
  key: string,
  { index, count, isRightToLeft }: { index: number; count: number; isRightToLeft: boolean },
): number | undefined {
  const forwards = isRightToLeft ? -1 : 1;
  const to = new Map([
    ['ArrowLeft', index - forwards],
    ['ArrowRight', index + forwards],
    ['Home', 0],
    ['End', count - 1],
  ]).get(key);
  return to === undefined || to === index || to < 0 || to >= count ? undefined : to;
}

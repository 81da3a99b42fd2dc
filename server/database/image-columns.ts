import type { Picture } from '#contract/images/images.ts';
import { rawSql } from './sql.ts';

/** The image that a row refers to, as `imageColumns` selects it. */
export interface ImageColumns {
  imageId: string;
  imageExternalUrl: string | null;
  imageWidths: number[];
  imageWidth: number;
  imageHeight: number;
  imagePlaceholder: string;
  imageAvif: boolean;
}

/** The columns of `images i`, for the select list of a statement that joins it. */
export const imageColumns = rawSql(`
    i.id as "imageId", i.external_url as "imageExternalUrl", i.widths as "imageWidths",
    i.width as "imageWidth", i.height as "imageHeight", i.placeholder as "imagePlaceholder",
    i.avif as "imageAvif"`);

/** The fields of an image that its address and its picture are made of. */
export interface JoinedImage {
  id: string;
  externalUrl: string | null;
  widths: number[];
  width: number;
  height: number;
  placeholder: string;
  avif: boolean;
}

/** Describes an image for the API. An image at an external address has no `picture`. */
export type PictureOf = (image: JoinedImage) => { url: string; picture: Picture | undefined };

export function imageFrom(row: ImageColumns): JoinedImage {
  return {
    id: row.imageId,
    externalUrl: row.imageExternalUrl,
    widths: row.imageWidths,
    width: row.imageWidth,
    height: row.imageHeight,
    placeholder: row.imagePlaceholder,
    avif: row.imageAvif,
  };
}

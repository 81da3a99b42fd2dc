import sharp, { type Sharp } from 'sharp';
import { limits } from '#contract/constants.ts';

/**
 * Configures sharp for untrusted files: only the four accepted formats can be decoded, nothing is cached between
 * pictures, and a picture uses one thread, so that the queue alone controls concurrency. This configuration applies to
 * the whole process, so nothing else in the server may import sharp.
 */
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

/** Time limit of one processing step. */
const timeoutSeconds = 30;

/** Reads the size from the header, after applying the orientation; the pixels are not decoded. */
export async function readSize(content: Buffer): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(content, { limitInputPixels: false, pages: 1 }).metadata();
  return autoOrient;
}

/** Opens the first frame of an untrusted picture; fails when it is damaged, incomplete or too large. */
export function openPicture(content: Buffer): Sharp {
  return sharp(content, {
    failOn: 'error',
    limitInputPixels: limits.imagePixels,
    sequentialRead: true,
    pages: 1,
  }).timeout({ seconds: timeoutSeconds });
}

/** Raw sRGB pixels without transparency, between two processing steps. */
export interface Pixels {
  content: Buffer;
  width: number;
  height: number;
}

/** Decodes a picture to exactly this size, upright, with transparency replaced by white. */
export async function toPixels(picture: Sharp, width: number, height: number): Promise<Pixels> {
  const content = await picture
    .autoOrient()
    .resize(width, height, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return { content, width, height };
}

export function openPixels({ content, width, height }: Pixels): Sharp {
  return sharp(content, { raw: { width, height, channels: 3 } }).timeout({
    seconds: timeoutSeconds,
  });
}

import sharp, { type Sharp } from 'sharp';
import { limits } from '#contract/constants.ts';

/**
 * The picture library, set up for strangers' files: only the four accepted formats can be decoded at all, nothing is
 * kept between pictures, and one picture uses one thread, so that the queue alone decides how much happens at once.
 * This holds for the whole process: nothing else in the server may open pictures.
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

/** Longest time that one step of work may take before it is broken off. */
const timeoutSeconds = 30;

/** The upright size of a picture of any size: only its header is read. */
export async function readSize(content: Buffer): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(content, { limitInputPixels: false, pages: 1 }).metadata();
  return autoOrient;
}

/** Opens a picture of unknown intentions: its first frame, refused when it is damaged, incomplete or too large. */
export function openPicture(content: Buffer): Sharp {
  return sharp(content, {
    failOn: 'error',
    limitInputPixels: limits.imagePixels,
    sequentialRead: true,
    pages: 1,
  }).timeout({ seconds: timeoutSeconds });
}

/** Plain pixels in sRGB without transparency, as they lie between the steps of our own work. */
export interface Pixels {
  content: Buffer;
  width: number;
  height: number;
}

/** The pixels of a picture in exactly this size, upright, on white where it was transparent. */
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

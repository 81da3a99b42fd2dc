import { fileName, type StoredPicture } from '../port.ts';
import { openPicture, openPixels, type Pixels, toPixels } from './decoder.ts';
import type { InspectedPicture } from './inspect-picture.ts';
import { damagedPictureProblem } from './picture-problem.ts';

/** The widths that pages ask for: a card on a phone, a card or page at double density, a large page. */
const steps = [480, 960, 1600] as const;

/** Nothing is kept beyond this; the height keeps a strip of paper from becoming larger than WebP can be. */
const largest = { width: 1600, height: 2400 };

const webp = { quality: 78, effort: 4, smartSubsample: true } as const;

/**
 * Quality and effort give files a fifth to a third smaller than our WebP at the same look; the library's default
 * effort takes twenty times as long (docs/decisions/0005-pictures.md).
 */
const avif = { quality: 52, effort: 2 } as const;

/** All that is made of an upload at once. */
interface Renditions {
  picture: StoredPicture;
  /** By name: every width as WebP. */
  files: ReadonlyMap<string, Buffer>;
}

/**
 * Decodes a picture once and makes every size from the largest. Nothing of the upload but its looks gets into them:
 * metadata is not copied, colours are converted to sRGB, and the orientation is carried out.
 * @throws Problem cannot-process when it cannot be decoded to its end
 */
export async function makeRenditions(inspected: InspectedPicture): Promise<Renditions> {
  const { width, height, widths } = sizesOf(inspected);
  const pixels = await decoded(inspected, width, height);
  const files = new Map<string, Buffer>();
  let bytes = 0;
  for (const step of widths) {
    const content = await resized(pixels, step).webp(webp).toBuffer();
    files.set(fileName({ width: step, format: 'webp' }), content);
    bytes = content.length;
  }
  const placeholder = await makePlaceholder(pixels);
  return { files, picture: { widths, width, height, bytes, placeholder } };
}

/**
 * What is known of a picture that stays where it is, as it is: only its placeholder is made.
 * @throws Problem cannot-process when it cannot be decoded to its end
 */
export async function describePicture(inspected: InspectedPicture): Promise<StoredPicture> {
  const { width, height, content } = inspected;
  const scale = Math.min(1, steps[0] / Math.max(width, height));
  const pixels = await decoded(inspected, atLeastOne(width * scale), atLeastOne(height * scale));
  const placeholder = await makePlaceholder(pixels);
  return { widths: [width], width, height, bytes: content.length, placeholder };
}

/** One width as AVIF, from the largest size that is kept. */
export async function makeAvifFile(kept: Buffer, width: number): Promise<Buffer> {
  return openPicture(kept).resize({ width, withoutEnlargement: true }).avif(avif).toBuffer();
}

async function decoded({ content }: InspectedPicture, width: number, height: number) {
  return toPixels(openPicture(content), width, height).catch((cause: unknown) => {
    throw damagedPictureProblem(cause);
  });
}

function sizesOf(original: { width: number; height: number }) {
  const scale = Math.min(1, largest.width / original.width, largest.height / original.height);
  const width = atLeastOne(original.width * scale);
  const height = atLeastOne(original.height * scale);
  return { width, height, widths: [...steps.filter((step) => step < width), width] };
}

function resized(pixels: Pixels, width: number) {
  const height = atLeastOne((pixels.height * width) / pixels.width);
  return openPixels(pixels).resize(width, height, { fit: 'fill' });
}

const longestPlaceholder = 400;

/**
 * Small enough to stand in every list (about 210 characters), blurred so that the browser's enlarging shows no squares.
 * Few pixels of high quality: at a lower one the colours are lost first.
 */
async function makePlaceholder(pixels: Pixels): Promise<string> {
  for (let side = 16; side >= 1; side -= 3) {
    const scale = side / Math.max(pixels.width, pixels.height);
    const tiny = await openPixels(pixels)
      .resize(atLeastOne(pixels.width * scale), atLeastOne(pixels.height * scale), { fit: 'fill' })
      .blur(0.6)
      .webp({ quality: 88, effort: 6, smartSubsample: true })
      .toBuffer();
    const address = `data:image/webp;base64,${tiny.toString('base64')}`;
    if (address.length <= longestPlaceholder) return address;
  }
  throw new Error('Not even one pixel fits into a placeholder');
}

function atLeastOne(length: number): number {
  return Math.max(1, Math.round(length));
}

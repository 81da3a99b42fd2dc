import { fileName, type StoredPicture } from '../port.ts';
import { openPicture, openPixels, type Pixels, toPixels } from './decoder.ts';
import type { InspectedPicture } from './inspect-picture.ts';
import { damagedPictureProblem } from './picture-problem.ts';

/** The widths that pages request: a card on a phone, a card or page at double density, a large page. */
const targetWidths = [480, 960, 1600] as const;

/** Larger pictures are scaled down. The height limit keeps long strips within WebP's maximum. */
const maxSize = { width: 1600, height: 2400 };

const webp = { quality: 78, effort: 4, smartSubsample: true } as const;

/**
 * Files are a fifth to a third smaller than our WebP at the same visual quality; the library's default
 * effort takes twenty times as long (docs/decisions/0005-pictures.md).
 */
const avif = { quality: 52, effort: 2 } as const;

/** Everything that is made of an upload immediately. */
interface Renditions {
  picture: StoredPicture;
  /** By name: every width as WebP. */
  files: ReadonlyMap<string, Buffer>;
}

/**
 * Decodes a picture once and makes every size from the largest. Metadata is not copied, colours are converted to sRGB,
 * and the orientation is applied.
 * @throws Problem cannot-process when it cannot be decoded completely
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
 * Describes a picture that remains unchanged at a hosting service; only a placeholder is made.
 * @throws Problem cannot-process when it cannot be decoded completely
 */
export async function describePicture(inspected: InspectedPicture): Promise<StoredPicture> {
  const { width, height, content } = inspected;
  const scale = Math.min(1, targetWidths[0] / Math.max(width, height));
  const pixels = await decoded(inspected, atLeastOne(width * scale), atLeastOne(height * scale));
  const placeholder = await makePlaceholder(pixels);
  return { widths: [width], width, height, bytes: content.length, placeholder };
}

/** Encodes one width as AVIF from the largest WebP. */
export async function makeAvifFile(largest: Buffer, width: number): Promise<Buffer> {
  return openPicture(largest).resize({ width, withoutEnlargement: true }).avif(avif).toBuffer();
}

async function decoded({ content }: InspectedPicture, width: number, height: number) {
  return toPixels(openPicture(content), width, height).catch((cause: unknown) => {
    throw damagedPictureProblem(cause);
  });
}

function sizesOf(original: { width: number; height: number }) {
  const scale = Math.min(1, maxSize.width / original.width, maxSize.height / original.height);
  const width = atLeastOne(original.width * scale);
  const height = atLeastOne(original.height * scale);
  return { width, height, widths: [...targetWidths.filter((step) => step < width), width] };
}

function resized(pixels: Pixels, width: number) {
  const height = atLeastOne((pixels.height * width) / pixels.width);
  return openPixels(pixels).resize(width, height, { fit: 'fill' });
}

const maxPlaceholderLength = 400;

/**
 * Small enough for lists (about 210 characters), and blurred so that enlarging shows no squares. Few pixels of high
 * quality, because lower quality loses the colours first.
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
    if (address.length <= maxPlaceholderLength) return address;
  }
  throw new Error('A placeholder of one pixel exceeds the length limit');
}

function atLeastOne(length: number): number {
  return Math.max(1, Math.round(length));
}

import { limits } from '#contract/constants.ts';
import { longestEdge, pictureTypes, sizeWithin } from './picture-kinds.ts';

const quality = 0.85;

/**
 * The picture as uploaded: unchanged where the server accepts it, otherwise redrawn upright and at most
 * `longestEdge` pixels long. A picture that this browser cannot decode is returned unchanged for the server to
 * judge. Runs in workers and pages.
 */
export async function scalePicture(file: File): Promise<File> {
  const bitmap = await readBitmap(file);
  if (bitmap === undefined) return file;
  try {
    const size = sizeWithin(bitmap, longestEdge);
    if (size.width === bitmap.width && size.height === bitmap.height && isTaken(file)) return file;
    return await drawn(bitmap, size, file.name);
  } finally {
    bitmap.close();
  }
}

function isTaken({ type, size }: File): boolean {
  return pictureTypes.includes(type) && size <= limits.imageBytes;
}

/** Upright, according to the EXIF orientation. */
async function readBitmap(file: File): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return undefined;
  }
}

async function drawn(
  bitmap: ImageBitmap,
  { width, height }: { width: number; height: number },
  name: string,
): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser gives no canvas to draw on');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality });
  // Some browsers cannot encode WebP and return a PNG, which is huge for a photograph.
  if (webp.type === 'image/webp') return new File([webp], name, { type: webp.type });
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return new File([jpeg], name, { type: jpeg.type });
}

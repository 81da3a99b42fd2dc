import { limits } from '#contract/constants.ts';
import { readSize } from './decoder.ts';
import { type AcceptedFormat, detectFormat } from './detect-format.ts';
import { hasMoreScansThan } from './jpeg-scans.ts';
import { damagedPictureProblem, pictureProblem } from './picture-problem.ts';
import { stripPngChunks } from './strip-png-chunks.ts';

/** A file that was found to be a picture of an accepted kind and size; its pixels are not decoded yet. */
export interface InspectedPicture {
  /** What may be given to the decoder. */
  content: Buffer;
  /** Upright, in pixels. */
  width: number;
  height: number;
  /** What decoding it takes at its peak. */
  memoryBytes: number;
}

/** The memory that work on pictures may take in one process, all pictures together. */
export const workMemoryBytes = 500_000_000;

/**
 * Peak memory of decoding, measured with the worst variant of each format at 22 to 49 megapixels: progressive JPEG,
 * interlaced PNG with 16 bits, animated WebP. AVIF cannot be decoded in pieces, so it may have fewer pixels.
 */
const bytesPerPixel: Record<AcceptedFormat, number> = { jpeg: 9, png: 10, webp: 6, avif: 20 };

/** Cameras and editors write about ten. */
const mostJpegScans = 100;

/**
 * Checks a file by its real content: first bytes, structure, and the size in the header.
 * @throws Problem wrong-content, too-large, cannot-process
 */
export async function inspectPicture(upload: Buffer): Promise<InspectedPicture> {
  const format = detectFormat(upload);
  if (!format) {
    throw pictureProblem('wrong-content', 'Send a picture as JPEG, PNG, WebP or AVIF');
  }
  const content = soundContent(upload, format);
  const { width, height } = await readSize(content).catch((cause: unknown) => {
    throw damagedPictureProblem(cause);
  });
  const mostPixels = Math.min(limits.imagePixels, workMemoryBytes / bytesPerPixel[format]);
  if (width * height > mostPixels) {
    throw pictureProblem(
      'too-large',
      `This picture has ${width} × ${height} pixels; ${Math.floor(mostPixels / 1_000_000)} million are accepted`,
    );
  }
  return { content, width, height, memoryBytes: width * height * bytesPerPixel[format] };
}

function soundContent(upload: Buffer, format: AcceptedFormat): Buffer {
  if (format === 'png') {
    const png = stripPngChunks(upload);
    if (!png) throw damagedPictureProblem();
    return png;
  }
  if (format === 'jpeg' && hasMoreScansThan(upload, mostJpegScans)) throw damagedPictureProblem();
  return upload;
}

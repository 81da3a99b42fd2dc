import { limits } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { readSize } from './decoder.ts';
import { type AcceptedFormat, detectFormat } from './detect-format.ts';
import { damagedPictureProblem, pictureProblem } from './picture-problem.ts';
import { stripPngChunks } from './strip-png-chunks.ts';

/** A picture of an accepted format and size; its pixels are not decoded yet. */
export interface InspectedPicture {
  /** The content that is safe to decode. */
  content: Buffer;
  /** In pixels, after applying the orientation. */
  width: number;
  height: number;
  /** Peak memory of decoding. */
  memoryBytes: number;
}

/** Memory limit of picture processing per process. */
export const workMemoryBytes = 500_000_000;

/**
 * Peak memory of decoding, measured with the worst variant of each format at 22 to 49 megapixels: progressive JPEG,
 * interlaced PNG with 16 bits, animated WebP. AVIF cannot be decoded in parts, so fewer pixels are accepted.
 */
const bytesPerPixel: Record<AcceptedFormat, number> = { jpeg: 9, png: 10, webp: 6, avif: 20 };

/** Cameras and editors write about ten. */
const maxJpegScans = 100;

/**
 * Checks a file by its content: signature, structure, and the size in the header.
 * @throws Problem wrong-content, too-large, cannot-process
 */
export async function inspectPicture(upload: Buffer): Promise<InspectedPicture> {
  const format = detectFormat(upload);
  if (!format) {
    throw pictureProblem('wrong-content', msg`Send a picture as JPEG, PNG, WebP or AVIF`);
  }
  const content = sanitize(upload, format);
  const { width, height } = await readSize(content).catch((cause: unknown) => {
    throw damagedPictureProblem(cause);
  });
  const maxPixels = Math.min(limits.imagePixels, workMemoryBytes / bytesPerPixel[format]);
  if (width * height > maxPixels) {
    const millions = Math.floor(maxPixels / 1_000_000);
    throw pictureProblem(
      'too-large',
      msg`This picture has ${width} × ${height} pixels; ${millions} million are accepted`,
    );
  }
  return { content, width, height, memoryBytes: width * height * bytesPerPixel[format] };
}

function sanitize(upload: Buffer, format: AcceptedFormat): Buffer {
  if (format === 'png') {
    const png = stripPngChunks(upload);
    if (!png) throw damagedPictureProblem();
    return png;
  }
  if (format === 'jpeg' && hasMoreScansThan(upload, maxJpegScans)) throw damagedPictureProblem();
  return upload;
}

/**
 * Whether a JPEG has more than this many scans. Each scan of a progressive picture covers all of its pixels again, so a
 * small file can occupy a decoder for minutes. Data after the end marker (phones append short videos) is ignored.
 */
function hasMoreScansThan(jpeg: Buffer, maxScans: number): boolean {
  let scans = 0;
  let at = jpeg.indexOf(0xff, 2);
  while (at !== -1 && at + 4 <= jpeg.length) {
    const kind = jpeg.readUInt8(at + 1);
    if (kind === marker.end) return false;
    if (kind === marker.scan) scans += 1;
    if (scans > maxScans) return true;
    at = jpeg.indexOf(0xff, at + segmentLength(jpeg, at, kind));
  }
  return false;
}

const marker = { end: 0xd9, scan: 0xda, fill: 0xff } as const;

/** Markers are followed by a segment with its length (ITU T.81, B.1.1), except restarts and 0xff bytes within pixel data. */
function segmentLength(jpeg: Buffer, at: number, kind: number): number {
  if (kind === marker.fill) return 1;
  const isAlone = kind <= 0x01 || (kind >= 0xd0 && kind <= 0xd8);
  return isAlone ? 2 : 2 + jpeg.readUInt16BE(at + 2);
}

import { inflateSync } from 'node:zlib';
import { pngSignature } from './detect-format.ts';

/** Chunks that affect how the picture looks: header, palette, transparency, colour space, orientation. */
const requiredChunks = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'eXIf',
]);

/**
 * Limits that genuine files do not reach: compressed chunks other than pixels, the unpacked size of one, and all chunks.
 * Encoders write pixel chunks of several kilobytes; 870,000 empty ones fit into 10 MB and blocked the event loop for half a
 * second.
 */
const max = { packedChunks: 16, unpackedBytes: 4 * 1024 * 1024, chunks: 20_000 };

/** The maximum, RGBA with 16 bits per channel. Each row has one more byte. */
const maxBytesPerPixel = 8;

/**
 * Removes all chunks that do not affect how the picture looks. Decoders unpack compressed texts while reading the header:
 * a 7 MB file with 900 of them took 3.8 GB of memory (measured with sharp 0.35), whatever the picture's size.
 * @returns null when the chunks are malformed or exceed the limits
 */
export function stripPngChunks(png: Buffer): Buffer | null {
  const chunksToKeep: Buffer[] = [pngSignature];
  const seen = new Set<string>();
  let chunks = 0;
  let packedChunks = 0;
  let pixelBytes = 0;
  for (let at = pngSignature.length; at + 12 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    chunks += 1;
    if (end > png.length || chunks > max.chunks) return null;
    const kind = png.toString('latin1', at + 4, at + 8);
    const packed = findCompressedPart(kind, png.subarray(at + 8, end - 4));
    if (packed) packedChunks += 1;
    if (packedChunks > max.packedChunks || (packed && isBomb(packed))) return null;
    if (kind === 'IDAT') pixelBytes += end - at;
    const chunk = png.subarray(at, end);
    if (kind === 'IDAT' || (requiredChunks.has(kind) && !seen.has(kind))) chunksToKeep.push(chunk);
    seen.add(kind);
    if (kind === 'IEND') {
      return pixelBytes > maxPixelBytes(png) ? null : Buffer.concat([...chunksToKeep, chunk]);
    }
    at = end;
  }
  return null;
}

/** Twice the uncompressed size: with more, the decoder would unpack data without any pixels. */
function maxPixelBytes(png: Buffer): number {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  return 2 * height * (1 + width * maxBytesPerPixel) + 64 * 1024;
}

/** The compressed bytes of a text or colour profile, which follow its name, a zero byte and the compression method. */
function findCompressedPart(kind: string, content: Buffer): Buffer | null {
  const afterName = content.indexOf(0) + 1;
  if (afterName === 0) return null;
  if (kind === 'zTXt' || kind === 'iCCP') return content.subarray(afterName + 1);
  const isPackedText = kind === 'iTXt' && content[afterName] === 1;
  if (!isPackedText) return null;
  const afterLanguage = content.indexOf(0, afterName + 2) + 1;
  return content.subarray(content.indexOf(0, afterLanguage) + 1);
}

function isBomb(packed: Buffer): boolean {
  try {
    inflateSync(packed, { maxOutputLength: max.unpackedBytes });
    return false;
  } catch (error) {
    // Other errors mean a damaged chunk, which is removed anyway.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
  }
}

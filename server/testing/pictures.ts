import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Pictures for tests, made when they are needed: honest ones by the library, hostile ones by hand. */

/** A photograph as far as a codec can tell: smooth shapes with grain. */
export function photo(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#8a5a2b',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  });
}

/** Left half red, right half blue, as stored: to see which way a picture was turned. */
export async function redAndBlue(width: number, height: number) {
  const left = Math.floor(width / 2);
  const red = await sharp({ create: { width: left, height, channels: 3, background: '#e01010' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#1010e0' } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}

interface PngDeps {
  width: number;
  height: number;
  bitDepth?: 8 | 16;
  /** 2 is colour, 6 is colour with transparency. */
  colourType?: 2 | 6;
  interlaced?: boolean;
  /** Chunks between header and pixels. */
  before?: Buffer[];
  pixels: Buffer;
}

/** A PNG made chunk by chunk, right or wrong. */
export function pngOf(deps: PngDeps): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(deps.width, 0);
  header.writeUInt32BE(deps.height, 4);
  header.writeUInt8(deps.bitDepth ?? 8, 8);
  header.writeUInt8(deps.colourType ?? 2, 9);
  header.writeUInt8(deps.interlaced ? 1 : 0, 12);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...(deps.before ?? []),
    pngChunk('IDAT', deps.pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** A compressed text of PNG that unpacks to this many zeros. */
export function bombText(keyword: string, bytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes), { level: 9 });
  return pngChunk('zTXt', Buffer.concat([Buffer.from(`${keyword}\0\0`, 'latin1'), packed]));
}

/** Zeros as PNG pixels: a thousand times smaller than what they unpack to. */
export function blankPixels(bytes: number): Buffer {
  return deflateSync(Buffer.alloc(bytes), { level: 9 });
}

/** An upload as it comes from the network, in pieces. */
export async function* inPieces(content: Buffer, size = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

/** What a pixel looks like: `red`, `blue`, or its bytes when it is neither. */
export async function colourAt(content: Buffer, left: number, top: number): Promise<string> {
  const pixel = await sharp(content).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  const [red = 0, , blue = 0] = pixel;
  return red > blue + 60 ? 'red' : blue > red + 60 ? 'blue' : pixel.toString('hex');
}

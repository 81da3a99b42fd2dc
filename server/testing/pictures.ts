import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture that compresses like a photograph: noise on a plain background. */
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

/** Left half red, right half blue: shows how a picture was rotated. */
export async function redAndBlue(width: number, height: number) {
  const left = Math.floor(width / 2);
  const red = await sharp({ create: { width: left, height, channels: 3, background: '#e01010' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#1010e0' } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}

interface PngOptions {
  width: number;
  height: number;
  bitDepth?: 8 | 16;
  /** 2 is RGB, 6 is RGBA. */
  colourType?: 2 | 6;
  interlaced?: boolean;
  /** Chunks between header and pixel data. */
  before?: Buffer[];
  pixels: Buffer;
}

/** A PNG built chunk by chunk, valid or not. */
export function pngOf(options: PngOptions): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(options.width, 0);
  header.writeUInt32BE(options.height, 4);
  header.writeUInt8(options.bitDepth ?? 8, 8);
  header.writeUInt8(options.colourType ?? 2, 9);
  header.writeUInt8(options.interlaced ? 1 : 0, 12);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...(options.before ?? []),
    pngChunk('IDAT', options.pixels),
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

/** A compressed text chunk that inflates to this many zeros. */
export function bombText(keyword: string, bytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes), { level: 9 });
  return pngChunk('zTXt', Buffer.concat([Buffer.from(`${keyword}\0\0`, 'latin1'), packed]));
}

/** Compressed pixel data of zeros, about a thousandth of its inflated size. */
export function blankPixels(bytes: number): Buffer {
  return deflateSync(Buffer.alloc(bytes), { level: 9 });
}

/** An upload as it arrives from the network, in pieces. */
export async function* inPieces(content: Buffer, size = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

/** The colour of a pixel: `red`, `blue`, or its bytes in hex when it is neither. */
export async function colourAt(content: Buffer, left: number, top: number): Promise<string> {
  const pixel = await sharp(content).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  const [red = 0, , blue = 0] = pixel;
  return red > blue + 60 ? 'red' : blue > red + 60 ? 'blue' : pixel.toString('hex');
}

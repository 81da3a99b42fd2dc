import { blankPixels, bombText, photo, pngChunk, pngOf } from './pictures.ts';

interface HostileUpload {
  what: string;
  content: Buffer | string;
  fileName: string;
  /** The status of the refusal. */
  status: 400 | 413 | 415 | 422;
}

type Row = [
  what: string,
  content: Buffer | string,
  fileName: string,
  status: HostileUpload['status'],
];

/** Files that people upload by mistake, and files made to do harm. */
export async function hostileUploads(): Promise<HostileUpload[]> {
  const jpeg = await photo(1200, 900).jpeg().toBuffer();
  const png = await photo(300, 200).png().toBuffer();
  const webp = await photo(1200, 900).webp().toBuffer();
  const avif = await photo(600, 400).avif({ effort: 0 }).toBuffer();
  const gif = await photo(20, 20).gif().toBuffer();
  const rows = [
    ...notPictures(jpeg, gif),
    ...tooLarge(jpeg),
    ...damaged({ jpeg, png, webp, avif }),
    ...bombs(jpeg),
  ];
  return rows.map(([what, content, fileName, status]) => ({ what, content, fileName, status }));
}

const onePixel = blankPixels(4);
const half = (content: Buffer) => content.subarray(0, content.length / 2);
const pngWith = (before: Buffer[]) => pngOf({ width: 1, height: 1, before, pixels: onePixel });

function notPictures(jpeg: Buffer, gif: Buffer): Row[] {
  return [
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'a.svg', 415],
    ['an SVG named as PNG', '<?xml version="1.0"?><svg><script/></svg>', 'a.png', 415],
    ['HTML named as PNG', '<!doctype html><script>alert(1)</script>', 'a.png', 415],
    ['a PDF', '%PDF-1.7\n1 0 obj', 'a.pdf', 415],
    ['a GIF', gif, 'a.gif', 415],
    ['a GIF that is a script too', 'GIF89a/*\x01\x00*/=alert(1)//', 'a.js', 415],
    ['HTML in front of a JPEG', Buffer.concat([Buffer.from('<html>'), jpeg]), 'a.jpg', 415],
    ['noise', Buffer.alloc(5_000, 'reprise'), 'a.jpg', 415],
    ['nothing', '', 'a.png', 400],
  ];
}

function tooLarge(jpeg: Buffer): Row[] {
  const blank = (side: number) => pngOf({ width: side, height: side, pixels: onePixel });
  return [
    ['a PNG of 50,000 x 50,000 pixels', blank(50_000), 'a.png', 413],
    ['a PNG of 8,000 x 8,000 pixels', blank(8_000), 'a.png', 413],
    ['a JPEG of 65,000 x 65,000 pixels', enlargedHeader(jpeg, 65_000), 'a.jpg', 413],
    ['a JPEG of 11 MB', Buffer.concat([jpeg, Buffer.alloc(11 * 1024 * 1024)]), 'a.jpg', 413],
    ['one byte more than 10 MB', Buffer.alloc(10 * 1024 * 1024 + 1, jpeg), 'a.jpg', 413],
  ];
}

function damaged({
  jpeg,
  png,
  webp,
  avif,
}: Record<'jpeg' | 'png' | 'webp' | 'avif', Buffer>): Row[] {
  const overlong = pngChunk('gAMA', Buffer.alloc(4)).fill(0x7f, 0, 4);
  return [
    ['half a JPEG', half(jpeg), 'a.jpg', 422],
    ['half a PNG', half(png), 'a.png', 422],
    ['half a WebP', half(webp), 'a.webp', 422],
    ['half an AVIF', half(avif), 'a.avif', 422],
    ['the first bytes of a JPEG', jpeg.subarray(0, 20), 'a.jpg', 422],
    [
      'a PNG with too few pixels',
      pngOf({ width: 900, height: 900, pixels: onePixel }),
      'a.png',
      422,
    ],
    ['a PNG chunk that is longer than the file', pngWith([overlong]), 'a.png', 422],
  ];
}

function bombs(jpeg: Buffer): Row[] {
  const texts = Array<Buffer>(900).fill(bombText('Comment', 8_000_000));
  const chunks = Array<Buffer>(850_000).fill(pngChunk('tEXt', Buffer.alloc(0)));
  const manyPixels = pngOf({ width: 1, height: 1, pixels: blankPixels(100_000_000) });
  return [
    ['a PNG of 850,000 empty chunks', pngWith(chunks), 'a.png', 422],
    ['a text that unpacks to 60 MB', pngWith([bombText('Comment', 60_000_000)]), 'a.png', 422],
    ['900 texts that unpack to 8 MB each', pngWith(texts), 'a.png', 422],
    ['pixels that unpack to 100 MB for a picture of one', manyPixels, 'a.png', 422],
    ['a JPEG with a thousand scans', withScans(jpeg, 1_000), 'a.jpg', 422],
  ];
}

/** The same JPEG with a larger size in its frame header (ITU T.81, B.2.2). */
function enlargedHeader(content: Buffer, side: number): Buffer {
  const changed = Buffer.from(content);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(side, frame + 5);
  changed.writeUInt16BE(side, frame + 7);
  return changed;
}

/** Adds scans of the first colour component before the end of the image. */
function withScans(jpeg: Buffer, count: number): Buffer {
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]);
  const end = jpeg.length - 2;
  return Buffer.concat([jpeg.subarray(0, end), ...Array(count).fill(scan), jpeg.subarray(end)]);
}

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { colourAt, photo, redAndBlue } from '../../../testing/pictures.ts';
import { inspectPicture } from './inspect-picture.ts';
import { makeRenditions } from './renditions.ts';

/** The renditions of a picture, and a function that reads one of them. */
async function render(picture: { toBuffer(): Promise<Buffer> }) {
  const { picture: stored, files } = await makeRenditions(
    await inspectPicture(await picture.toBuffer()),
  );
  const read = async (width: number) => {
    const content = files.get(`${width}.webp`) ?? Buffer.alloc(0);
    return { content, ...(await sharp(content).metadata()) };
  };
  return { stored, read };
}

test('the orientation of the camera is applied', async () => {
  const sideways = await redAndBlue(400, 200);
  const { stored, read } = await render(sideways.jpeg().withMetadata({ orientation: 6 }));
  expect(stored).toMatchObject({ width: 200, height: 400 });
  const { content } = await read(200);
  expect(await colourAt(content, 100, 50)).toBe('red');
  expect(await colourAt(content, 100, 350)).toBe('blue');
});

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s is accepted', async (format) => {
  const { stored } = await render((await redAndBlue(64, 48)).toFormat(format));
  expect(stored).toMatchObject({ width: 64, height: 48 });
});

test('colours for print (CMYK) become colours for screens', async () => {
  const { read } = await render((await redAndBlue(64, 48)).toColourspace('cmyk').jpeg());
  const { content, space } = await read(64);
  expect(space).toBe('srgb');
  expect(await colourAt(content, 10, 20)).toBe('red');
});

test('16 bits for each colour become 8', async () => {
  const { read } = await render((await redAndBlue(64, 48)).toColourspace('rgb16').png());
  const { content, depth } = await read(64);
  expect(depth).toBe('uchar');
  expect(await colourAt(content, 50, 20)).toBe('blue');
});

test('shades of grey stay grey', async () => {
  const { read } = await render(photo(64, 48).greyscale().jpeg());
  const { content } = await read(64);
  const { channels } = await sharp(content).stats();
  expect(Math.abs((channels[0]?.mean ?? 0) - (channels[2]?.mean ?? 99))).toBeLessThan(2);
});

test('a wide colour space is converted, not just cut off', async () => {
  const wide = await (await redAndBlue(64, 48)).withIccProfile('p3').png().toBuffer();
  const { read } = await render(sharp(wide).keepIccProfile());
  const { content } = await read(64);
  // The red of `redAndBlue` is 224; written in the wide space it's a smaller number.
  const [red = 0] = await sharp(content)
    .extract({ left: 10, top: 20, width: 1, height: 1 })
    .raw()
    .toBuffer();
  expect(Math.abs(red - 224)).toBeLessThan(8);
});

test('transparency becomes white', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const { read } = await render(
    sharp({ create: { width: 8, height: 8, channels: 4, background: clear } }).png(),
  );
  const { content } = await read(8);
  expect((await sharp(content).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
});

test('the placeholder is a picture in at most 400 characters, with the same proportions', async () => {
  const { stored } = await render(photo(1200, 900).jpeg());
  expect(stored.placeholder.length).toBeLessThanOrEqual(400);
  const [head, base64] = stored.placeholder.split(',');
  expect(head).toBe('data:image/webp;base64');
  const tiny = await sharp(Buffer.from(base64 ?? '', 'base64')).metadata();
  expect(tiny.width / tiny.height).toBeCloseTo(4 / 3, 1);
});

test('the placeholder has the colours of the picture', async () => {
  const { stored } = await render((await redAndBlue(800, 600)).jpeg());
  const tiny = Buffer.from(stored.placeholder.split(',')[1] ?? '', 'base64');
  expect(await colourAt(tiny, 2, 6)).toBe('red');
  expect(await colourAt(tiny, 13, 6)).toBe('blue');
});

test('a placeholder of noise fits too', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 120 } as const;
  const { stored } = await render(
    sharp({ create: { width: 16, height: 16, channels: 3, background: '#888', noise } }).png(),
  );
  expect(stored.placeholder.length).toBeLessThanOrEqual(400);
});

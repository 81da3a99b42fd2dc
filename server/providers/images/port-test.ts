import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import type { ImageHost } from './port.ts';
import { inPieces, photo, redAndBlue } from './test-pictures.ts';

/** What every image host promises, whatever keeps the bytes. */
export function testImageHost(makeHost: () => Promise<ImageHost>): void {
  async function stored(picture: { toBuffer(): Promise<Buffer> }) {
    const host = await makeHost();
    const id = newId(new Date());
    const kept = await host.store(id, inPieces(await picture.toBuffer()));
    const read = async (width: number, format: 'webp' | 'avif' = 'webp') => {
      const content = await host.read(id, { width, format });
      if (!content) throw new Error(`There is no ${width}.${format}`);
      return { content, ...(await sharp(content).metadata()) };
    };
    return { host, id, kept, read };
  }

  describe('sizes', () => {
    test('a large picture is kept in three widths', async () => {
      const { kept, read } = await stored(photo(2400, 1800).jpeg());
      expect(kept).toMatchObject({ widths: [480, 960, 1600], width: 1600, height: 1200 });
      const small = await read(480);
      expect([small.format, small.width, small.height]).toEqual(['webp', 480, 360]);
      const large = await read(1600);
      expect([large.width, large.height, large.content.length]).toEqual([1600, 1200, kept.bytes]);
    });

    test('a small picture is never enlarged', async () => {
      const { kept, read } = await stored(photo(300, 200).png());
      expect(kept).toMatchObject({ widths: [300], width: 300, height: 200 });
      expect(await read(300)).toMatchObject({ width: 300, height: 200 });
    });

    test('one between two steps is kept as wide as it came', async () => {
      const { kept } = await stored(photo(700, 500).jpeg());
      expect(kept).toMatchObject({ widths: [480, 700], width: 700, height: 500 });
    });

    test('an upright picture keeps its proportions', async () => {
      const { kept, read } = await stored(photo(1500, 3000).jpeg());
      expect(kept).toMatchObject({ widths: [480, 960, 1200], width: 1200, height: 2400 });
      expect(await read(480)).toMatchObject({ width: 480, height: 960 });
    });

    test('a strip longer than WebP can be is made shorter', async () => {
      const { kept } = await stored(photo(20, 20_000).jpeg());
      expect(kept).toMatchObject({ widths: [2], width: 2, height: 2400 });
    });

    test('a single pixel is a picture', async () => {
      const { kept } = await stored(photo(1, 1).png());
      expect(kept).toMatchObject({ widths: [1], width: 1, height: 1 });
    });
  });

  describe('looks', () => {
    test('the camera was held sideways: the picture is upright', async () => {
      const sideways = await redAndBlue(400, 200);
      const { kept, read } = await stored(sideways.jpeg().withMetadata({ orientation: 6 }));
      expect(kept).toMatchObject({ width: 200, height: 400 });
      const { content } = await read(200);
      expect(await colourAt(content, 100, 50)).toBe('red');
      expect(await colourAt(content, 100, 350)).toBe('blue');
    });

    test.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s is accepted', async (format) => {
      const { kept } = await stored((await redAndBlue(64, 48)).toFormat(format));
      expect(kept).toMatchObject({ width: 64, height: 48 });
    });

    test('colours for print (CMYK) become colours for screens', async () => {
      const { read } = await stored((await redAndBlue(64, 48)).toColourspace('cmyk').jpeg());
      const { content, space } = await read(64);
      expect(space).toBe('srgb');
      expect(await colourAt(content, 10, 20)).toBe('red');
    });

    test('16 bits for each colour become 8', async () => {
      const { read } = await stored((await redAndBlue(64, 48)).toColourspace('rgb16').png());
      const { content, depth } = await read(64);
      expect(depth).toBe('uchar');
      expect(await colourAt(content, 50, 20)).toBe('blue');
    });

    test('shades of grey stay grey', async () => {
      const { read } = await stored(photo(64, 48).greyscale().jpeg());
      const { content } = await read(64);
      const { channels } = await sharp(content).stats();
      expect(Math.abs((channels[0]?.mean ?? 0) - (channels[2]?.mean ?? 99))).toBeLessThan(2);
    });

    test('a wide colour space is converted, not just cut off', async () => {
      const wide = (await redAndBlue(64, 48)).withIccProfile('p3').png();
      const { read } = await stored(wide);
      const { content } = await read(64);
      expect(await colourAt(content, 10, 20)).toBe('red');
    });

    test('what is transparent becomes white', async () => {
      const clear = { r: 0, g: 0, b: 0, alpha: 0 };
      const { read } = await stored(
        sharp({ create: { width: 8, height: 8, channels: 4, background: clear } }).png(),
      );
      const { content } = await read(8);
      expect((await sharp(content).stats()).channels.map(({ min }) => min)).toEqual([
        255, 255, 255,
      ]);
    });

    test('the placeholder is a picture in at most 400 characters, with the same proportions', async () => {
      const { kept } = await stored(photo(1200, 900).jpeg());
      expect(kept.placeholder.length).toBeLessThanOrEqual(400);
      const [head, base64] = kept.placeholder.split(',');
      expect(head).toBe('data:image/webp;base64');
      const tiny = await sharp(Buffer.from(base64 ?? '', 'base64')).metadata();
      expect(tiny.width / tiny.height).toBeCloseTo(4 / 3, 1);
    });

    test('the placeholder has the colours of the picture', async () => {
      const { kept } = await stored((await redAndBlue(800, 600)).jpeg());
      const tiny = Buffer.from(kept.placeholder.split(',')[1] ?? '', 'base64');
      expect(await colourAt(tiny, 2, 6)).toBe('red');
      expect(await colourAt(tiny, 13, 6)).toBe('blue');
    });

    test('a placeholder of noise fits too', async () => {
      const noise = { type: 'gaussian', mean: 128, sigma: 120 } as const;
      const { kept } = await stored(
        sharp({ create: { width: 16, height: 16, channels: 3, background: '#888', noise } }).png(),
      );
      expect(kept.placeholder.length).toBeLessThanOrEqual(400);
    });
  });

  test('where it was taken, with what, and by whom is not kept', async () => {
    const camera = photo(640, 480)
      .jpeg()
      .withExif({
        IFD0: { Artist: 'Somebody', Make: 'Camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .withIccProfile('p3', { attach: true });
    const before = await sharp(await camera.toBuffer()).metadata();
    expect(before.exif && before.xmp && before.icc).toBeTruthy();
    const { host, id, kept, read } = await stored(camera);
    await host.makeAvif(id, kept.widths);
    for (const format of ['webp', 'avif'] as const) {
      for (const width of kept.widths) {
        const { exif, xmp, icc, iptc, content } = await read(width, format);
        expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
        expect(content.includes('Somebody')).toBe(false);
      }
    }
  });

  describe('AVIF', () => {
    test('every width is made, and asking again is no harm', async () => {
      const { host, id, kept, read } = await stored(photo(1000, 700).jpeg());
      expect(await host.read(id, { width: 480, format: 'avif' })).toBeNull();
      await host.makeAvif(id, kept.widths);
      const first = await read(480, 'avif');
      expect([first.format, first.compression, first.height]).toEqual(['heif', 'av1', 336]);
      expect(await read(960, 'avif')).toMatchObject({ width: 960 });
      await host.makeAvif(id, kept.widths);
      expect((await read(480, 'avif')).content.equals(first.content)).toBe(true);
    });

    test('of a picture that is not there it fails', async () => {
      const host = await makeHost();
      await expect(host.makeAvif(newId(new Date()), [480])).rejects.toThrow();
    });
  });

  test('a removed picture is gone, and removing it again is no error', async () => {
    const { host, id, kept } = await stored(photo(500, 400).jpeg());
    await host.makeAvif(id, kept.widths);
    await host.remove(id);
    await host.remove(id);
    expect(await host.read(id, { width: 480, format: 'webp' })).toBeNull();
    expect(await host.read(id, { width: 480, format: 'avif' })).toBeNull();
  });

  test('an upload that breaks off leaves nothing behind', async () => {
    const host = await makeHost();
    const id = newId(new Date());
    const content = await photo(500, 400).jpeg().toBuffer();
    async function* breakingOff() {
      yield content.subarray(0, 2_000);
      throw new Error('The line was cut');
    }
    await expect(host.store(id, breakingOff())).rejects.toThrow('The line was cut');
    expect(await host.read(id, { width: 480, format: 'webp' })).toBeNull();
    // The same id can be used again: nothing of the first attempt is in the way.
    await host.store(id, inPieces(content));
  });

  test('what nobody knows of is swept, what is known or new stays', async () => {
    const { host, id: known, kept } = await stored(photo(500, 400).jpeg());
    const unknown = newId(new Date());
    await host.store(unknown, inPieces(await photo(500, 400).jpeg().toBuffer()));
    const later = new Date(Date.now() + 60_000);
    const findKept = async (ids: string[]) => new Set(ids.filter((id) => id === known));

    expect(await host.sweep(new Date(Date.now() - 60_000), findKept)).toBe(0);
    expect(await host.sweep(later, findKept)).toBe(1);
    expect(await host.read(unknown, { width: 480, format: 'webp' })).toBeNull();
    expect(await host.read(known, { width: kept.width, format: 'webp' })).not.toBeNull();
  });
}

async function colourAt(content: Buffer, left: number, top: number): Promise<string> {
  const pixel = await sharp(content).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  const [red = 0, , blue = 0] = pixel;
  return red > blue + 60 ? 'red' : blue > red + 60 ? 'blue' : pixel.toString('hex');
}

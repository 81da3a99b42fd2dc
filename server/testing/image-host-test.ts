import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import type { ImageHost } from '../providers/images/port.ts';
import { inPieces, photo } from './pictures.ts';

/** The tests that every adapter of the port `ImageHost` must pass. */
export function testImageHost(makeHost: () => Promise<ImageHost>): void {
  async function stored(picture: { toBuffer(): Promise<Buffer> }) {
    const host = await makeHost();
    const id = newId(new Date());
    const saved = await host.store(id, inPieces(await picture.toBuffer()));
    const read = async (width: number, format: 'webp' | 'avif' = 'webp') => {
      const content = await host.read(id, { width, format });
      if (!content) throw new Error(`There is no ${width}.${format}`);
      return { content, ...(await sharp(content).metadata()) };
    };
    return { host, id, saved, read };
  }

  describe('sizes', () => {
    test('a large picture is stored in three widths', async () => {
      const { saved, read } = await stored(photo(2400, 1800).jpeg());
      expect(saved).toMatchObject({ widths: [480, 960, 1600], width: 1600, height: 1200 });
      const small = await read(480);
      expect([small.format, small.width, small.height]).toEqual(['webp', 480, 360]);
      const large = await read(1600);
      expect([large.width, large.height, large.content.length]).toEqual([1600, 1200, saved.bytes]);
    });

    test('a small picture is never enlarged', async () => {
      const { saved, read } = await stored(photo(300, 200).png());
      expect(saved).toMatchObject({ widths: [300], width: 300, height: 200 });
      expect(await read(300)).toMatchObject({ width: 300, height: 200 });
    });

    test('a picture between two steps is stored with its own width', async () => {
      const { saved } = await stored(photo(700, 500).jpeg());
      expect(saved).toMatchObject({ widths: [480, 700], width: 700, height: 500 });
    });

    test('an upright picture keeps its proportions', async () => {
      const { saved, read } = await stored(photo(1500, 3000).jpeg());
      expect(saved).toMatchObject({ widths: [480, 960, 1200], width: 1200, height: 2400 });
      expect(await read(480)).toMatchObject({ width: 480, height: 960 });
    });

    test('a strip longer than WebP allows is scaled down', async () => {
      const { saved } = await stored(photo(20, 20_000).jpeg());
      expect(saved).toMatchObject({ widths: [2], width: 2, height: 2400 });
    });

    test('a single pixel is a picture', async () => {
      const { saved } = await stored(photo(1, 1).png());
      expect(saved).toMatchObject({ widths: [1], width: 1, height: 1 });
    });
  });

  test('EXIF, XMP and ICC metadata (place, camera, author) are not stored', async () => {
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
    const { host, id, saved, read } = await stored(camera);
    await host.makeAvif(id, saved.widths);
    for (const format of ['webp', 'avif'] as const) {
      for (const width of saved.widths) {
        const { exif, xmp, icc, iptc, content } = await read(width, format);
        expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
        expect(content.includes('Somebody')).toBe(false);
      }
    }
  });

  describe('AVIF', () => {
    test('every width is encoded, and a second call changes nothing', async () => {
      const { host, id, saved, read } = await stored(photo(1000, 700).jpeg());
      expect(await host.read(id, { width: 480, format: 'avif' })).toBeNull();
      await host.makeAvif(id, saved.widths);
      const first = await read(480, 'avif');
      expect([first.format, first.compression, first.height]).toEqual(['heif', 'av1', 336]);
      expect(await read(960, 'avif')).toMatchObject({ width: 960 });
      await host.makeAvif(id, saved.widths);
      expect((await read(480, 'avif')).content.equals(first.content)).toBe(true);
    });

    test('AVIF fails for an unknown picture', async () => {
      const host = await makeHost();
      await expect(host.makeAvif(newId(new Date()), [480])).rejects.toThrow();
    });
  });

  test('a removed picture is gone, and removing it again succeeds', async () => {
    const { host, id, saved } = await stored(photo(500, 400).jpeg());
    await host.makeAvif(id, saved.widths);
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
      throw new Error('The connection was lost');
    }
    await expect(host.store(id, breakingOff())).rejects.toThrow('The connection was lost');
    expect(await host.read(id, { width: 480, format: 'webp' })).toBeNull();
    // The same id can be used again: the first attempt left nothing behind.
    await host.store(id, inPieces(content));
  });

  test('the sweep removes unknown pictures, and no known or new ones', async () => {
    const { host, id: known, saved } = await stored(photo(500, 400).jpeg());
    const unknown = newId(new Date());
    await host.store(unknown, inPieces(await photo(500, 400).jpeg().toBuffer()));
    const later = new Date(Date.now() + 60_000);
    const findKnown = async (ids: string[]) => new Set(ids.filter((id) => id === known));

    expect(await host.sweep(new Date(Date.now() - 60_000), findKnown)).toBe(0);
    expect(await host.sweep(later, findKnown)).toBe(1);
    expect(await host.read(unknown, { width: 480, format: 'webp' })).toBeNull();
    expect(await host.read(known, { width: saved.width, format: 'webp' })).not.toBeNull();
  });
}

import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';

const folder = fileURLToPath(new URL('../../../../demo/pictures', import.meta.url));
const names = (await readdir(folder))
  .filter((name) => name.endsWith('.webp'))
  .sort()
  .slice(0, 12);
const photos = await Promise.all(names.map((name) => readFile(`${folder}/${name}`)));
const [photo = Buffer.alloc(0)] = photos;
const webp = (image: Sharp) => image.webp({ quality: 60 }).toBuffer();

async function distance(one: Buffer, other: Buffer, side: 'bits' | 'mirrored' = 'bits') {
  const [a, b] = [await fingerprintOf(one), await fingerprintOf(other)];
  if (a === undefined || b === undefined) throw new Error('A flat picture');
  return BigInt.asUintN(64, a.bits ^ b[side])
    .toString(2)
    .replaceAll('0', '').length;
}

describe('the fingerprint of a picture', () => {
  it('a picture that is scaled, compressed again or lightened differs in at most three bits', async () => {
    for (const changed of [
      sharp(photo).resize(480),
      sharp(photo).resize(700, 500, { fit: 'fill' }),
      sharp(photo).modulate({ brightness: 1.08 }),
      sharp(photo).jpeg({ quality: 25 }),
    ]) {
      expect(await distance(photo, await webp(changed))).toBeLessThanOrEqual(3);
    }
  });

  it('the mirrored fingerprint finds the mirrored picture', async () => {
    for (const one of photos) {
      const mirrored = await webp(sharp(one).flop());
      expect(await distance(one, mirrored, 'mirrored')).toBeLessThanOrEqual(3);
    }
  });

  it('different pictures of the demo are more than three bits apart', async () => {
    for (const [place, one] of photos.entries()) {
      for (const other of photos.slice(place + 1)) {
        expect(await distance(one, other)).toBeGreaterThan(3);
      }
    }
  });

  it.each(['#000', '#fff', '#8a6'])(
    'a flat picture of the colour %s has none',
    async (background) => {
      const flat = sharp({ create: { width: 400, height: 300, channels: 3, background } });
      expect(await fingerprintOf(await webp(flat))).toBeUndefined();
    },
  );
});

import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createDiskImages } from '../../providers/images/disk/disk-images.ts';
import { addImage } from '../../testing/builders.ts';
import { createModerating } from '../../testing/moderating.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { addressOf, selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { makeFingerprints } from '../images/make-fingerprints.ts';
import { findNearPictures } from '../images/near-pictures.ts';
import { uploadImage } from '../images/upload-image.ts';
import type { KnownUser } from '../users/find-user.ts';
import { compareListings } from './compare-listings.ts';

const clock = manualClock();
const imageHost = createDiskImages({ folder: await mkdtemp(join(tmpdir(), 'reprise-same-')) });
const shop: TestShop = await createTestShop({ clock, imageHost });
afterAll(() => shop.close());
const { database } = shop;
const { sql } = database;
const people = createPeople(database);
const { caseIdOf, read } = createModerating(
  () => shop,
  () => people,
);
const { list, read: readListing } = selling(() => shop);
const [one, two, admin] = [await people.seller(), await people.seller(), await people.admin()];

const demo = (name: string) =>
  readFile(fileURLToPath(new URL(`../../../demo/pictures/${name}.webp`, import.meta.url)));
const [trumpet, guitar] = [await demo('trumpet'), await demo('post-horn')];

/** Lists an instrument with this picture, makes its fingerprint and compares it. */
async function listWith(seller: KnownUser, content: Buffer) {
  clock.forward(1);
  async function* upload() {
    yield content;
  }
  const deps = { database, clock, imageHost, origin: () => 'https://shop.test' };
  const { id } = await uploadImage(deps, upload(), seller.id);
  const listed = await list(seller, { image: addressOf(id) });
  await makeFingerprints({ database, imageHost, clock });
  await compareListings({ database, clock });
  return listed.body.insertedId;
}
const countCases = async (id: string) =>
  (await sql`select from cases where subject_id = ${id}`).length;

describe('the comparison of pictures', () => {
  it('another seller’s listing with the same picture opens a case about the newer one that shows both, and hides nothing', async () => {
    const older = await listWith(one, trumpet);
    const own = await listWith(one, trumpet);
    expect(await countCases(own)).toBe(0);
    const newer = await listWith(
      two,
      await sharp(trumpet).resize(700).jpeg({ quality: 40 }).toBuffer(),
    );
    expect([await countCases(older), await countCases(newer)]).toEqual([0, 1]);
    const found = await read(admin, await caseIdOf(newer));
    expect(found).toMatchObject({ state: 'open', reports: 0, hints: ['same-picture'] });
    const hint = found.foundHints.find(({ other }) => other?.productId === older);
    expect(hint?.pictures?.distance).toBeLessThanOrEqual(3);
    expect(hint?.pictures?.own).toBe(found.current?.images[0]);
    for (const address of [hint?.pictures?.own, hint?.pictures?.other]) {
      const url = new URL(address ?? '').pathname;
      expect((await shop.app.inject({ url })).statusCode).toBe(200);
    }
    expect((await readListing(newer)).status).toBe('available');
  });

  it('the mirrored picture is found, and another instrument is not', async () => {
    const older = await listWith(one, guitar);
    expect(await countCases(older)).toBe(0);
    const newer = await listWith(two, await sharp(guitar).flop().webp().toBuffer());
    const found = await read(admin, await caseIdOf(newer));
    expect(found.foundHints.map(({ other }) => other?.productId)).toEqual([older]);
  });

  it('a flat picture has no fingerprint and is found nowhere', async () => {
    const flat = await sharp({
      create: { width: 640, height: 480, channels: 3, background: '#543' },
    })
      .png()
      .toBuffer();
    await listWith(one, flat);
    expect(await countCases(await listWith(two, flat))).toBe(0);
    expect(await makeFingerprints({ database, imageHost, clock })).toBe(0);
  });

  it('a picture whose file is missing is tried once', async () => {
    await addImage(database);
    expect(await makeFingerprints({ database, imageHost, clock })).toBe(1);
    expect(await makeFingerprints({ database, imageHost, clock })).toBe(0);
  });
});

it('a lookup finds the fingerprints that differ in few bits, also those of the mirror image, and no others', async () => {
  const bits = 0x0f1e_2d3c_4b5a_6978n;
  const flipped = (...places: number[]) =>
    BigInt.asIntN(
      64,
      places.reduce((all, place) => all ^ (1n << BigInt(place)), bits),
    );
  const spread = [0, 17, 34, 51, 5, 22, 39, 56, 63];
  const mirrored = 0x1122_3344_5566_7788n;
  const ids: string[] = [];
  for (const value of [
    bits,
    flipped(...spread.slice(0, 7)),
    flipped(...spread),
    flipped(48, 49, 50, 51, 52, 53, 54, 55),
    mirrored ^ 8n,
    -1n,
  ]) {
    const id = await addImage(database);
    ids.push(id);
    await sql`
      update images set fingerprint = ${String(value)}::text::bigint, fingerprinted_at = now()
      where id = ${id}`;
  }
  const found = await findNearPictures(sql, { bits, mirrored });
  expect(found.filter(({ id }) => ids.includes(id))).toEqual([
    { id: ids[0], distance: 0 },
    { id: ids[4], distance: 1 },
    { id: ids[1], distance: 7 },
    { id: ids[3], distance: 8 },
  ]);
});

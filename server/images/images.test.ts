import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { transaction } from '../database/transaction.ts';
import { newId } from '../ids.ts';
import { diskImages } from '../providers/images/disk.ts';
import type { ImageHost, StoredPicture } from '../providers/images/port.ts';
import { inPieces, photo } from '../providers/images/test-pictures.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { removeStrayPictures, removeUnreferencedImages } from './clean-up.ts';
import { imageIdOf, pictureOf, saveImage, uploadImage } from './images.ts';
import { makePendingAvif } from './make-avif.ts';

const database = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'reprise-images-'));
const imageHost = diskImages({ folder });
const origin = () => 'https://reprise.example';
const parts = { database, clock: systemClock, imageHost, origin };

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const file = await photo(600, 400).jpeg().toBuffer();
const hour = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour);

/** An uploaded picture of that age, in the database and on disk. */
async function picture(at = new Date()): Promise<{ id: string; url: string }> {
  return uploadImage({ ...parts, clock: { now: () => at } }, inPieces(file));
}

/** Only a row, where the bytes do not matter. */
async function row(at: Date, host = 'disk'): Promise<string> {
  const id = newId(at);
  const stored: StoredPicture = { widths: [9], width: 9, height: 9, bytes: 9, placeholder: '' };
  await transaction(database, (tx) => saveImage(tx, { name: host }, { id, ...stored }, at));
  return id;
}

async function user(imageId: string | null = null): Promise<string> {
  const id = newId(new Date());
  await database.sql`
    insert into users (id, name, email, role, image_id, created_at)
    values (${id}, 'Ada', ${`${id}@reprise.test`}, 'seller', ${imageId}, now())`;
  return id;
}

async function product(imageId: string): Promise<string> {
  const id = newId(new Date());
  await database.sql`
    insert into products (id, seller_id, name, price_cents, condition, phone, location, description,
      purchase_year, image_id, status, created_at)
    values (${id}, ${await user()}, 'Viola', 100, 'Fair', '1', 'Bern', 'Old', 2001, ${imageId}, 'available', now())`;
  return id;
}

async function booking(imageId: string, productId: string): Promise<void> {
  await database.sql`
    insert into bookings (id, product_id, buyer_id, buyer_name, buyer_email, product_name, price_cents,
      image_id, phone, location, state, hold_expires_at, created_at)
    values (${newId(new Date())}, ${productId}, ${await user()}, 'B', 'b@reprise.test', 'Viola', 100,
      ${imageId}, '1', 'Bern', 'held', now(), now())`;
}

async function exists(id: string): Promise<boolean> {
  return (await database.sql`select from images where id = ${id}`).length === 1;
}

const webp480 = { width: 480, format: 'webp' } as const;

describe('addresses', () => {
  const known = {
    id: newId(new Date()),
    externalUrl: null,
    widths: [480, 600],
    width: 600,
    height: 400,
    placeholder: 'data:,',
    avif: true,
  };

  test('a picture has one address for everybody and a base for our pages', () => {
    const shown = pictureOf(imageHost, origin)(known);
    const { externalUrl: _, id, ...rest } = known;
    expect(shown.url).toBe(`https://reprise.example/pictures/${id}/600.webp`);
    expect(shown.picture).toEqual({ base: `/pictures/${id}`, ...rest });
  });

  test('a picture elsewhere has its address and no sizes', () => {
    const externalUrl = 'https://pictures.example/1.jpg';
    expect(pictureOf(imageHost, origin)({ ...known, externalUrl })).toEqual({ url: externalUrl });
  });

  test('every size of a picture means the picture', async () => {
    const { id, url } = await picture();
    const find = (address: string) => transaction(database, (tx) => imageIdOf(tx, parts, address));
    const ways = [url, `/pictures/${id}/480.avif`, `/pictures/${id}`, `${origin()}/pictures/${id}`];
    for (const address of ways) expect(await find(address)).toBe(id);
  });

  test('what our host did not give out is refused, naming the field', async () => {
    const { id } = await picture();
    const foreign = await row(new Date(), 's3');
    for (const address of [
      `https://elsewhere.example/pictures/${id}/600.webp`,
      `https://reprise.example.evil.example/pictures/${id}/600.webp`,
      `https://reprise.example@evil.example/pictures/${id}/600.webp`,
      `//evil.example/pictures/${id}/600.webp`,
      `https://reprise.example/elsewhere/${id}/600.webp`,
      `https://reprise.example/pictures/${id}/600.svg`,
      `https://reprise.example/pictures/${id}/600.webp?to=evil`,
      `https://reprise.example/pictures/${id}/../${id}.html`,
      `https://reprise.example/pictures/${newId(new Date())}/600.webp`,
      `https://reprise.example/pictures/${foreign}/600.webp`,
      `javascript:alert('${id}')`,
      'https://',
      'cat.png',
    ]) {
      const finding = transaction(database, (tx) => imageIdOf(tx, parts, address));
      await expect(finding, address).rejects.toMatchObject({
        code: 'bad-input',
        errors: [{ field: 'image' }],
      });
    }
  });
});

test('an upload whose row cannot be saved leaves no files', async () => {
  const remove = vi.fn(imageHost.remove);
  const broken = { orm: { transaction: () => Promise.reject(new Error('The database is away')) } };
  const uploading = uploadImage(
    // Only what the function uses; a whole broken pool would say no more.
    {
      ...parts,
      database: broken as unknown as typeof database,
      imageHost: { ...imageHost, remove },
    },
    inPieces(file),
  );
  await expect(uploading).rejects.toThrow('The database is away');
  const [id = ''] = remove.mock.calls[0] ?? [];
  expect(await imageHost.read(id, webp480)).toBeNull();
});

describe('clean-up', () => {
  test('after 24 hours a picture that nothing refers to goes, with its files', async () => {
    const [old, young] = [await picture(hoursAgo(25)), await picture(hoursAgo(23))];
    expect(await removeUnreferencedImages(database, imageHost, new Date())).toBe(1);
    expect([await exists(old.id), await exists(young.id)]).toEqual([false, true]);
    expect(await imageHost.read(old.id, webp480)).toBeNull();
    expect(await imageHost.read(young.id, webp480)).not.toBeNull();
  });

  test('what a person, a product or a booking shows stays', async () => {
    const at = hoursAgo(48);
    const [ofUser, ofProduct, further, ofBooking] = [
      await row(at),
      await row(at),
      await row(at),
      await row(at),
    ];
    await user(ofUser);
    const productId = await product(ofProduct);
    await database.sql`insert into product_images values (${productId}, 1, ${further})`;
    await booking(ofBooking, productId);
    expect(await removeUnreferencedImages(database, imageHost, new Date())).toBe(0);
    for (const id of [ofUser, ofProduct, further, ofBooking]) expect(await exists(id)).toBe(true);
  });

  test('every column that refers to a picture is asked about', async () => {
    const columns = await database.sql<{ column: string }[]>`
      select conrelid::regclass || '.' || attname as column from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where confrelid = 'images'::regclass order by 1`;
    expect(columns.map(({ column }) => column)).toEqual([
      'bookings.image_id',
      'product_images.image_id',
      'products.image_id',
      'users.image_id',
    ]);
  });

  test('pictures of another host are left to it', async () => {
    const id = await row(hoursAgo(48), 's3');
    expect(await removeUnreferencedImages(database, imageHost, new Date())).toBe(0);
    expect(await exists(id)).toBe(true);
  });

  test('more than one batch is removed at once, by two servers together, each row once', async () => {
    for (let count = 0; count < 230; count += 1) await row(hoursAgo(30));
    const removed = await Promise.all([
      removeUnreferencedImages(database, imageHost, new Date()),
      removeUnreferencedImages(database, imageHost, new Date()),
    ]);
    expect(removed.reduce((sum, count) => sum + count)).toBe(230);
  });

  test('one that somebody is about to use is passed over, and stays', async () => {
    const { id, url } = await picture(hoursAgo(30));
    await transaction(database, async (tx) => {
      const imageId = await imageIdOf(tx, parts, url);
      expect(await removeUnreferencedImages(database, imageHost, new Date())).toBe(0);
      await tx.execute(`insert into users (id, name, email, role, image_id, created_at)
        values ('${newId(new Date())}', 'Eve', 'eve@reprise.test', 'buyer', '${imageId}', now())`);
    });
    expect(await removeUnreferencedImages(database, imageHost, new Date())).toBe(0);
    expect([await exists(id), await imageHost.read(id, webp480)]).not.toContain(null);
    expect(await exists(id)).toBe(true);
  });

  test('whoever uses it while it is being removed keeps it or is refused, never half', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { id, url } = await picture(hoursAgo(30));
        const [use] = await Promise.allSettled([
          transaction(database, async (tx) => {
            const imageId = await imageIdOf(tx, parts, url);
            await tx.execute(`insert into users (id, name, email, role, image_id, created_at)
              values ('${newId(new Date())}', 'Eve', '${id}@reprise.test', 'buyer', '${imageId}', now())`);
          }),
          removeUnreferencedImages(database, imageHost, new Date()),
        ]);
        const isThere = (await exists(id)) && (await imageHost.read(id, webp480)) !== null;
        if (use.status === 'rejected') expect(use.reason).toMatchObject({ code: 'bad-input' });
        return (use.status === 'fulfilled') === isThere;
      }),
    );
    expect(outcomes).toEqual(Array(12).fill(true));
  });

  test('files without a row are found a day later', async () => {
    const stray = newId(new Date());
    await imageHost.store(stray, inPieces(file));
    const { id } = await picture();
    expect(await removeStrayPictures(database, imageHost, new Date())).toBe(0);
    const tomorrow = new Date(Date.now() + 25 * hour);
    expect(await removeStrayPictures(database, imageHost, tomorrow)).toBe(1);
    expect(await imageHost.read(stray, webp480)).toBeNull();
    expect(await imageHost.read(id, webp480)).not.toBeNull();
  });
});

describe('AVIF', () => {
  test('is made for pictures that have none, newest first, up to the limit', async () => {
    await database.sql`update images set avif = true`;
    const [first, second, third] = [await picture(), await picture(), await picture()];
    expect(await makePendingAvif(database, imageHost, 2)).toEqual({ made: 2, failures: [] });
    const avifOf = async (id: string) =>
      (await database.sql`select avif from images where id = ${id}`)[0];
    expect(await Promise.all([first, second, third].map(({ id }) => avifOf(id)))).toEqual([
      { avif: false },
      { avif: true },
      { avif: true },
    ]);
    expect(await imageHost.read(third.id, { width: 600, format: 'avif' })).not.toBeNull();
    expect(await makePendingAvif(database, imageHost, 9)).toEqual({ made: 1, failures: [] });
  });

  test('two servers never work on the same picture', async () => {
    await Promise.all([picture(), picture(), picture(), picture()]);
    const makeAvif = vi.fn(imageHost.makeAvif);
    const host: ImageHost = { ...imageHost, makeAvif };
    const outcomes = await Promise.all([
      makePendingAvif(database, host, 9),
      makePendingAvif(database, host, 9),
    ]);
    expect(outcomes.reduce((sum, { made }) => sum + made, 0)).toBe(4);
    expect(new Set(makeAvif.mock.calls.map(([id]) => id)).size).toBe(makeAvif.mock.calls.length);
  });

  test('one that fails does not keep the others from it', async () => {
    const good = await picture();
    const lost = await row(new Date());
    const outcome = await makePendingAvif(database, imageHost, 9);
    expect([outcome.made, outcome.failures.length]).toEqual([1, 1]);
    const rows = await database.sql`select id from images where not avif`;
    expect(rows).toEqual([{ id: lost }]);
    expect(await imageHost.read(good.id, { width: 480, format: 'avif' })).not.toBeNull();
  });

  test('a picture can be used while its AVIF is made', async () => {
    const { url } = await picture();
    let isUsed = false;
    const host: ImageHost = {
      ...imageHost,
      async makeAvif() {
        await transaction(database, (tx) => imageIdOf(tx, parts, url));
        isUsed = true;
      },
    };
    await makePendingAvif(database, host, 1);
    expect(isUsed).toBe(true);
  });
});

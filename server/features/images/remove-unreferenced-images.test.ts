import { afterAll, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { createPictureQueue } from '../../providers/images/processing/process-upload.ts';
import { createS3Images } from '../../providers/images/s3/s3-images.ts';
import { addBooking, addImage, addProduct, addUser } from '../../testing/builders.ts';
import { openImageFixture } from '../../testing/image-fixture.ts';
import { startLocalS3 } from '../../testing/local-s3.ts';
import { inPieces } from '../../testing/pictures.ts';
import { insertUser } from '../users/insert-user.ts';
import { saveEvidence } from './evidence-images.ts';
import { findImageId } from './find-image-id.ts';
import { removeStrayImageFiles, removeUnreferencedImages } from './remove-unreferenced-images.ts';
import { uploadImage } from './upload-image.ts';

const fixture = await openImageFixture();
const ownerId = newId(new Date());
const { database, imageHost, deps } = fixture;
afterAll(fixture.close);

const hoursMs = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hoursMs);
const oldRow = (host = 'disk') => addImage(database, { host, createdAt: hoursAgo(30) });
const cleanUp = () => removeUnreferencedImages(database, imageHost, new Date());

/** Saves a person with this picture, as a registration does. */
async function register(tx: Tx, address: string): Promise<void> {
  const imageId = await findImageId(tx, deps, address, { ownerId });
  const email = `${imageId}@reprise.test`;
  await insertUser(tx, { name: 'Eve', email, role: 'buyer', imageId }, new Date());
}

test('an unreferenced image is removed with its files after 24 hours', async () => {
  const old = await fixture.picture(hoursAgo(25));
  const young = await fixture.picture(hoursAgo(23));
  expect(await cleanUp()).toBe(1);
  expect([await fixture.hasRow(old.id), await fixture.hasFile(old.id)]).toEqual([false, false]);
  expect([await fixture.hasRow(young.id), await fixture.hasFile(young.id)]).toEqual([true, true]);
});

test('an image of a user, a product, a booking or a dispute stays', async () => {
  const [ofUser, ofProduct, further, ofBooking, ofDispute] = [
    await oldRow(),
    await oldRow(),
    await oldRow(),
    await oldRow(),
    await oldRow(),
  ];
  await addUser(database, { imageId: ofUser });
  const productId = await addProduct(database, { imageId: ofProduct });
  await database.sql`
    insert into product_images (product_id, position, image_id) values (${productId}, 1, ${further})`;
  await addBooking(database, { productId, imageId: ofBooking });
  const subjectId = newId(new Date());
  await transaction(database, (tx) => saveEvidence(tx, subjectId, [ofDispute]));
  expect(await cleanUp()).toBe(0);
  for (const id of [ofUser, ofProduct, further, ofBooking, ofDispute]) {
    expect(await fixture.hasRow(id)).toBe(true);
  }
});

test('every column that refers to images is checked, but for those that go with the image', async () => {
  const columns = await database.sql<{ column: string }[]>`
    select conrelid::regclass || '.' || attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where confrelid = 'images'::regclass and confdeltype <> 'c' order by 1`;
  expect(columns.map(({ column }) => column)).toEqual([
    'bookings.image_id',
    'evidence_images.image_id',
    'product_images.image_id',
    'products.image_id',
    'users.image_id',
  ]);
});

test('an image that a file of listings named is removed when nothing shows it', async () => {
  const id = await oldRow('disk');
  const sellerId = await addUser(database, { role: 'seller' });
  await database.sql`
    insert into imported_pictures (seller_id, source, image_id) values (${sellerId}, 'digest', ${id})`;
  expect(await cleanUp()).toBe(1);
  expect(await database.sql`select from imported_pictures`).toHaveLength(0);
});

test('images of another host are not removed', async () => {
  const id = await oldRow('s3');
  expect(await cleanUp()).toBe(0);
  expect(await fixture.hasRow(id)).toBe(true);
});

test('files in a bucket are removed', async () => {
  const store = await startLocalS3();
  try {
    const queue = createPictureQueue();
    const bucketHost = await createS3Images({
      bucket: store.bucket,
      publicUrl: 'https://pictures.example',
      queue,
      folder: `${fixture.folder}/uploads`,
    });
    const inBucket = { ...deps, imageHost: bucketHost, clock: { now: () => hoursAgo(25) } };
    const [unused, used] = [
      await uploadImage(inBucket, inPieces(fixture.file)),
      await uploadImage(inBucket, inPieces(fixture.file)),
    ];
    await transaction(database, async (tx) => {
      await addUser(database, { imageId: await findImageId(tx, inBucket, used.url, { ownerId }) });
    });
    await removeUnreferencedImages(database, bucketHost, new Date());
    const small = { width: 480, format: 'webp' } as const;
    expect(await bucketHost.read(unused.id, small)).toBeNull();
    expect(await bucketHost.read(used.id, small)).not.toBeNull();
  } finally {
    await store.close();
  }
});

test('two servers remove more than one batch concurrently, each row once', async () => {
  for (let count = 0; count < 230; count += 1) await oldRow();
  const [one, other] = await Promise.all([cleanUp(), cleanUp()]);
  expect(one + other).toBe(230);
});

test('an image that a transaction is about to refer to is skipped', async () => {
  const { id, url } = await fixture.picture(hoursAgo(30));
  await transaction(database, async (tx) => {
    await register(tx, url);
    expect(await cleanUp()).toBe(0);
  });
  expect(await cleanUp()).toBe(0);
  expect([await fixture.hasRow(id), await fixture.hasFile(id)]).toEqual([true, true]);
});

test('a concurrent reference either keeps the image or is refused', async () => {
  const rounds = Array.from({ length: 12 }, async () => {
    const { id, url } = await fixture.picture(hoursAgo(30));
    const [use] = await Promise.allSettled([
      transaction(database, (tx) => register(tx, url)),
      cleanUp(),
    ]);
    if (use.status === 'rejected') expect(use.reason).toMatchObject({ code: 'bad-input' });
    const isThere = (await fixture.hasRow(id)) && (await fixture.hasFile(id));
    return (use.status === 'fulfilled') === isThere;
  });
  expect(await Promise.all(rounds)).toEqual(Array(12).fill(true));
});

test('files without a row are removed a day later', async () => {
  const stray = newId(new Date());
  await imageHost.store(stray, inPieces(fixture.file));
  const { id } = await fixture.picture();
  expect(await removeStrayImageFiles(database, imageHost, new Date())).toBe(0);
  const tomorrow = new Date(Date.now() + 25 * hoursMs);
  expect(await removeStrayImageFiles(database, imageHost, tomorrow)).toBe(1);
  expect([await fixture.hasFile(stray), await fixture.hasFile(id)]).toEqual([false, true]);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createImgbbHosting } from '../../providers/images/imgbb/imgbb-hosting.ts';
import { createPictureQueue } from '../../providers/images/processing/process-upload.ts';
import { startFakeImgbb } from '../../testing/fake-imgbb.ts';
import { photo } from '../../testing/pictures.ts';
import { createTestShop } from '../../testing/test-shop.ts';

const service = await startFakeImgbb();
const folder = await mkdtemp(join(tmpdir(), 'reprise-hosting-'));
const { key, uploadUrl, origin } = service;
const hosting = createImgbbHosting({
  key,
  uploadUrl,
  folder,
  pictureOrigins: [origin],
  queue: createPictureQueue(),
});
const shop = await createTestShop({ hosting, pictureOrigins: [origin] });
const plain = await createTestShop();
const seller = await shop.make.user({ role: 'seller' });
afterAll(async () => {
  await Promise.all([shop.close(), plain.close()]);
  await service.close();
  await rm(folder, { recursive: true });
});

const jpeg = await photo(320, 240).jpeg().toBuffer();
const listing = {
  name: 'Horn',
  price: 90,
  number: '555-0101',
  location: 'Leith',
  year: 2015,
  description: 'Long, and loud.',
};
const request = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
  shop.app.inject({ method, url, headers: await shop.as(seller), ...(payload ? { payload } : {}) });

test('readImageUpload returns where to upload', async () => {
  const here = await plain.app.inject('/api/images/upload');
  expect(here.json()).toEqual({ url: 'https://shop.test/api/images', direct: false });
  const there = await shop.app.inject('/api/images/upload');
  expect(there.json()).toEqual({ url: `${uploadUrl}?key=${key}`, direct: true });
});

test('the Content-Security-Policy allows the hosting service only where it is in use', async () => {
  const policy = async (app: typeof shop.app) =>
    String((await app.inject('/')).headers['content-security-policy']);
  expect(await policy(plain.app)).not.toContain(origin);
  expect(await policy(shop.app)).toMatch(new RegExp(`connect-src 'self' ${origin}(;|$)`));
  expect(await policy(shop.app)).toMatch(new RegExp(`img-src [^;]* ${origin}(;|$)`));
});

test('a listing has pictures of the service by their addresses', async () => {
  const [image, further] = [service.addPicture('a.jpg', jpeg), service.addPicture('b.jpg', jpeg)];
  const listed = await request('POST', '/api/products', {
    ...listing,
    image,
    images: [image, further],
  });
  expect(listed.statusCode, listed.body).toBe(201);
  const { insertedId } = listed.json();
  const shown = (await shop.app.inject(`/api/products/${insertedId}`)).json();
  expect(shown).toMatchObject({ image, images: [image, further] });
  expect(shown.picture).toBeUndefined();
  expect(shown.pictures).toBeUndefined();

  const other = service.addPicture('c.jpg', jpeg);
  const replaced = await request('PATCH', `/api/products/${insertedId}`, {
    images: [other, image],
  });
  expect(replaced.statusCode, replaced.body).toBe(200);
  const after = (await shop.app.inject(`/api/products/${insertedId}`)).json();
  expect(after).toMatchObject({ image: other, images: [other, image] });
});

test('a user can have a picture there', async () => {
  const image = service.addPicture('me.jpg', jpeg);
  const changed = await request('PATCH', `/api/users/${seller.id}`, { image });
  expect(changed.json()).toMatchObject({ image });
});

test('a picture elsewhere is refused, naming the field', async () => {
  for (const image of ['https://evil.example/a.jpg', `${origin}/none.jpg`]) {
    const refused = await request('POST', '/api/products', { ...listing, image });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ acknowledged: false, errors: [{ field: 'image' }] });
  }
});

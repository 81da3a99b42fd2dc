import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../core/ids.ts';
import { transaction } from '../../database/transaction.ts';
import { createImgbbHosting } from '../../providers/images/imgbb/imgbb-hosting.ts';
import { createPictureQueue } from '../../providers/images/processing/process-upload.ts';
import { addUser } from '../../testing/builders.ts';
import { startFakeImgbb } from '../../testing/fake-imgbb.ts';
import { openImageFixture } from '../../testing/image-fixture.ts';
import { photo } from '../../testing/pictures.ts';
import { findImageId } from './find-image-id.ts';
import { registerHostedPictures } from './register-hosted-pictures.ts';
import { removeUnreferencedImages } from './remove-unreferenced-images.ts';

const fixture = await openImageFixture();
const ownerId = newId(new Date());
const { database, imageHost } = fixture;
const service = await startFakeImgbb();
const hosting = createImgbbHosting({
  key: service.key,
  uploadUrl: service.uploadUrl,
  pictureOrigins: [service.origin],
  folder: `${fixture.folder}/fetched`,
  queue: createPictureQueue(),
});
const deps = { ...fixture.deps, hosting };
const jpeg = await photo(640, 480).jpeg().toBuffer();
afterAll(async () => {
  await service.close();
  await fixture.close();
});
beforeEach(() => {
  service.requests.length = 0;
});

const addPicture = () => service.addPicture(`${newId(new Date())}.jpg`, jpeg);
const find = (address: string, field?: string) =>
  transaction(database, (tx) =>
    findImageId(tx, deps, address, { ownerId, ...(field && { field }) }),
  );
const rowOf = async (id: string) =>
  (
    await database.sql`select host, external_url, width, height, widths, bytes, avif from images where id = ${id}`
  )[0];

test('a picture is registered when a request first refers to it', async () => {
  const image = addPicture();
  await expect(find(image)).rejects.toMatchObject({ code: 'bad-input' });
  await registerHostedPictures(deps, { image });
  expect(await rowOf(await find(image))).toEqual({
    host: 'imgbb',
    external_url: image,
    width: 640,
    height: 480,
    widths: [640],
    bytes: jpeg.length,
    avif: false,
  });
});

test('each picture is fetched once, no matter how often it is referred to', async () => {
  const [one, other] = [addPicture(), addPicture()];
  await registerHostedPictures(deps, { image: one, images: [one, other, `${other}#top`] });
  await registerHostedPictures(deps, { images: [other, one] });
  expect(service.requests).toHaveLength(2);
  expect(await find(`${other}#top`)).toBe(await find(other));
});

test('concurrent requests register one picture', async () => {
  const image = addPicture();
  await Promise.all(Array.from({ length: 6 }, () => registerHostedPictures(deps, { image })));
  const rows = await database.sql`select from images where external_url = ${image}`;
  expect(rows).toHaveLength(1);
});

test('our own addresses and those of other sites are not fetched', async () => {
  const { url } = await fixture.picture();
  const inspect = vi.fn(hosting.inspect);
  const watched = { ...deps, hosting: { ...hosting, inspect } };
  await registerHostedPictures(watched, {
    image: url,
    images: ['https://evil.example/x.jpg', 'x', '/y'],
  });
  expect(inspect).not.toHaveBeenCalled();
  expect(await find(url)).not.toBeNull();
  await expect(find('https://evil.example/x.jpg', 'images.1')).rejects.toMatchObject({
    code: 'bad-input',
    errors: [{ field: 'images.1' }],
  });
});

test('a file that is not a picture is refused by its field, and nothing is stored', async () => {
  const good = addPicture();
  const page = service.addPicture('page.jpg', Buffer.from('<html></html>'.repeat(9)));
  await expect(
    registerHostedPictures(deps, { image: good, images: [good, page] }),
  ).rejects.toMatchObject({ code: 'bad-input', errors: [{ field: 'images.1' }] });
  await expect(
    registerHostedPictures(deps, { image: `${service.origin}/none` }),
  ).rejects.toMatchObject({ code: 'bad-input', errors: [{ field: 'image' }] });
  await expect(find(good)).rejects.toThrow();
});

test('a shop that has moved to another image host still finds them', async () => {
  const image = addPicture();
  await registerHostedPictures(deps, { image });
  const moved = { imageHost, origin: fixture.origin };
  expect(await transaction(database, (tx) => findImageId(tx, moved, image, { ownerId }))).toBe(
    await find(image),
  );
});

test('the row of an unreferenced hosted picture is removed after 24 hours, its file is kept', async () => {
  const [unused, used] = [addPicture(), addPicture()];
  const old = { ...deps, clock: { now: () => new Date(Date.now() - 30 * 3_600_000) } };
  await registerHostedPictures(old, { image: unused, images: [used] });
  await addUser(database, { imageId: await find(used) });
  const remove = vi.fn(imageHost.remove);
  const removed = await removeUnreferencedImages(database, { ...imageHost, remove }, new Date());
  expect([removed, remove.mock.calls.length]).toEqual([1, 0]);
  await expect(find(unused)).rejects.toThrow();
  expect(await find(used)).toBeTruthy();
});

test('a picture that is used while the clean-up runs is not removed', async () => {
  const old = { ...deps, clock: { now: () => new Date(Date.now() - 30 * 3_600_000) } };
  const rounds = Array.from({ length: 12 }, async () => {
    const image = addPicture();
    await registerHostedPictures(old, { image });
    const use = async () => {
      await registerHostedPictures(deps, { image });
      return addUser(database, { imageId: await find(image) });
    };
    await Promise.all([use(), removeUnreferencedImages(database, imageHost, new Date())]);
    return find(image);
  });
  expect(await Promise.all(rounds)).toHaveLength(12);
});

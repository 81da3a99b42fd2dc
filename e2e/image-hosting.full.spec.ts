import sharp from 'sharp';
import { accessToken } from '../server/testing/access-tokens.ts';
import { startFakeImgbb } from '../server/testing/fake-imgbb.ts';
import { photo } from '../server/testing/pictures.ts';
import type { ImageFile } from './support/images.ts';
import { expectSignedIn } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import {
  fillInRegistration,
  submitRegistration,
  uniqueEmail,
} from './support/registration-form.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { tokenSecret } from './support/server.ts';
import { expect, test } from './support/test.ts';

// A server whose images are at an image hosting service: browsers upload to the service directly.

let service: Awaited<ReturnType<typeof startFakeImgbb>>;
let server: SeparateServer;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  service = await startFakeImgbb();
  server = await startSeparateServer({
    IMAGE_HOST: 'imgbb',
    IMGBB_KEY: service.key,
    IMGBB_UPLOAD_URL: service.uploadUrl,
    IMGBB_PICTURE_ORIGINS: service.origin,
  });
});
test.afterAll(async () => {
  await server.close();
  await service.close();
});
test.beforeEach(() => {
  service.requests.length = 0;
});

test('the image of a registration is uploaded to the service alone, without its metadata', async ({
  page,
}) => {
  const email = uniqueEmail();
  await openPage(page, `${server.url}/register`);
  await fillInRegistration(page, email, { image: await rotatedPhoto() });
  await submitRegistration(page);
  await expectSignedIn(page);

  const uploads = service.requests.filter(({ method }) => method === 'POST');
  expect(uploads.map(({ path }) => path)).toEqual([`/1/upload?key=${service.key}`]);
  expect(uploads[0]?.headers).not.toHaveProperty('authorization');
  expect(uploads[0]?.headers).not.toHaveProperty('cookie');
  const [[path, { content } = { content: Buffer.alloc(0) }] = ['']] = service.pictures;
  const { width, height, exif, format } = await sharp(content).metadata();
  // The photo's metadata said that the camera was turned.
  expect({ width, height, exif, format }).toEqual({
    width: 300,
    height: 400,
    exif: undefined,
    format: 'jpeg',
  });
  // The server has fetched it once, to check it.
  const fetched = service.requests.filter((request) => {
    return request.method === 'GET' && request.path === path;
  });
  expect(fetched).toHaveLength(1);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  const shown = page.getByRole('img', { name: 'Your profile photo' });
  await expect(shown).toHaveAttribute('src', service.origin + path);
  const isLoaded = await shown.evaluate((image: HTMLImageElement) =>
    image.decode().then(() => image.naturalWidth > 0),
  );
  expect(isLoaded).toBe(true);
});

test('an error of the service is shown in its own words, and the form can be submitted again', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\)/);
  await page.route('**/1/upload*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          headers: { 'access-control-allow-origin': '*' },
          json: {
            status_code: 400,
            error: { message: 'You have reached your upload limit.', code: 100 },
            status_txt: 'Bad Request',
          },
        })
      : route.continue(),
  );
  await openPage(page, `${server.url}/register`);
  await fillInRegistration(page, uniqueEmail(), { image: await rotatedPhoto() });
  await submitRegistration(page);
  await expect(page.getByText('You have reached your upload limit.')).toBeVisible();
  await page.unroute('**/1/upload*');
  await submitRegistration(page);
  await expectSignedIn(page);
});

test('a service that refuses preflight requests gets the image without upload progress', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/CORS policy/);
  expectConsole(/ERR_FAILED/);
  service.refusePreflight(true);
  await openPage(page, `${server.url}/register`);
  await fillInRegistration(page, uniqueEmail(), { image: await rotatedPhoto() });
  await submitRegistration(page);
  await expectSignedIn(page);
  service.refusePreflight(false);
});

test('a product shows an image of the service in the usual frame, and enlarged in its own proportions', async ({
  page,
}) => {
  const seller = await server.make.user({ role: 'seller' });
  const imageUrl = service.addPicture('tall.jpg', await photo(300, 900).jpeg().toBuffer());
  const token = await accessToken({ secret: tokenSecret, userId: seller.id });
  const response = await page.request.post(`${server.url}/api/products`, {
    headers: { authorization: `Bearer ${token}` },
    data: {
      name: 'Tall Horn',
      price: 90,
      number: '555-0101',
      location: 'Leith',
      year: 2015,
      description: 'Long, and loud.',
      image: imageUrl,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { insertedId } = await response.json();
  await openPage(page, `${server.url}/products/${insertedId}`);
  const image = page.locator(`img[src="${imageUrl}"]`).first();
  await expect(image).toBeVisible();
  const box = await image.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(4 / 3, 1);

  await page.getByRole('link', { name: 'Enlarge picture' }).click();
  const enlarged = page.getByRole('dialog').getByRole('img', { name: 'Tall Horn' });
  await expect(enlarged).toBeVisible();
  const aspectRatio = () =>
    enlarged.boundingBox().then((shown) => (shown?.width ?? 0) / (shown?.height ?? 1));
  // The database has no size for images of a service.
  await expect.poll(aspectRatio).toBeCloseTo(300 / 900, 1);
});

/** A photo whose metadata says that the camera was turned, and where. */
async function rotatedPhoto(): Promise<ImageFile> {
  const buffer = await photo(400, 300)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
  return { name: 'IMG_20260814.jpg', mimeType: 'image/jpeg', buffer };
}

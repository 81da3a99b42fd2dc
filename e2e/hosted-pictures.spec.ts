import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { accessToken } from '../server/testing/access-tokens.ts';
import { startFakeImgbb } from '../server/testing/fake-imgbb.ts';
import { photo } from '../server/testing/pictures.ts';
import { expectMember } from './support/log-in.ts';
import { openPage } from './support/open-page.ts';
import { type OwnShop, openOwnShop } from './support/own-shop.ts';
import { tokenSecret } from './support/shop.ts';
import { expect, test } from './support/test.ts';

/** A shop whose pictures a hosting service keeps: browsers upload there by themselves. */

const password = 'seven-quiet-violas';
let service: Awaited<ReturnType<typeof startFakeImgbb>>;
let shop: OwnShop;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  service = await startFakeImgbb();
  shop = await openOwnShop({
    IMAGE_HOST: 'imgbb',
    IMGBB_KEY: service.key,
    IMGBB_UPLOAD_URL: service.uploadUrl,
    IMGBB_PICTURE_ORIGINS: service.origin,
  });
});
test.afterAll(async () => {
  await shop.close();
  await service.close();
});
test.beforeEach(() => {
  service.asked.length = 0;
});

test('somebody registers with a picture that goes to the service alone, and without where it was taken', async ({
  page,
}) => {
  const email = newEmail();
  await openPage(page, `${shop.url}/register`);
  await fillIn(page, email);
  await press(page);
  await expectMember(page);

  const uploads = service.asked.filter(({ method }) => method === 'POST');
  expect(uploads.map(({ path }) => path)).toEqual([`/1/upload?key=${service.key}`]);
  expect(uploads[0]?.headers).not.toHaveProperty('authorization');
  expect(uploads[0]?.headers).not.toHaveProperty('cookie');
  const [[path, { content } = { content: Buffer.alloc(0) }] = ['']] = service.pictures;
  const { width, height, exif, format } = await sharp(content).metadata();
  // It lay on its side, and the camera said so.
  expect({ width, height, exif, format }).toEqual({
    ...{ width: 300, height: 400, exif: undefined, format: 'jpeg' },
  });
  // The shop has looked at it, once.
  expect(service.asked.filter((one) => one.method === 'GET' && one.path === path)).toHaveLength(1);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  const shown = page.getByRole('img', { name: 'Your profile photo' });
  await expect(shown).toHaveAttribute('src', service.origin + path);
  expect(await isShown(page)).toBe(true);
});

test('a refusal of the service is told in its words, and the same form goes through afterwards', async ({
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
  await openPage(page, `${shop.url}/register`);
  await fillIn(page, newEmail());
  await press(page);
  await expect(page.getByText('You have reached your upload limit.')).toBeVisible();
  await page.unroute('**/1/upload*');
  await press(page);
  await expectMember(page);
});

test('a service that browsers may not ask for its progress gets the picture all the same', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/CORS policy/);
  expectConsole(/ERR_FAILED/);
  service.refusePreflight(true);
  await openPage(page, `${shop.url}/register`);
  await fillIn(page, newEmail());
  await press(page);
  await expectMember(page);
  service.refusePreflight(false);
});

test('an upload there can be called off', async ({ page }) => {
  await page.route('**/1/upload*', () => new Promise(() => {}));
  await openPage(page, `${shop.url}/register`);
  await fillIn(page, newEmail());
  await press(page);
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await press(page);
  await expectMember(page);
});

test('a product shows a picture of the service in the same frame', async ({ page }) => {
  const seller = await shop.make.user({ role: 'seller' });
  const address = service.place('tall.jpg', await photo(300, 900).jpeg().toBuffer());
  const token = await accessToken({ secret: tokenSecret, userId: seller.id });
  const listed = await page.request.post(`${shop.url}/api/products`, {
    headers: { authorization: `Bearer ${token}` },
    data: {
      ...{ name: 'Tall Horn', price: 90, number: '555-0101', location: 'Leith', year: 2015 },
      ...{ description: 'Long, and loud.', image: address },
    },
  });
  expect(listed.status(), await listed.text()).toBe(201);
  const { insertedId } = await listed.json();
  await openPage(page, `${shop.url}/products/${insertedId}`);
  const picture = page.locator(`img[src="${address}"]`).first();
  await expect(picture).toBeVisible();
  const box = await picture.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(4 / 3, 1);

  await page.getByRole('link', { name: 'Enlarge picture' }).click();
  const large = page.getByRole('dialog').getByRole('img', { name: 'Tall Horn' });
  await expect(large).toBeVisible();
  const ratio = () =>
    large.boundingBox().then((shown) => (shown?.width ?? 0) / (shown?.height ?? 1));
  // Nobody has stored its size.
  await expect.poll(ratio).toBeCloseTo(300 / 900, 1);
});

function newEmail(): string {
  return `new-${randomBytes(6).toString('hex')}@reprise.test`;
}

async function fillIn(page: Page, email: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Name').fill('Ann New');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(password);
  const camera = photo(400, 300)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } });
  const buffer = await camera.jpeg().toBuffer();
  const file = { name: 'IMG_20260814.jpg', mimeType: 'image/jpeg', buffer };
  await main.getByLabel('Profile picture').setInputFiles(file);
}

async function press(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
}

function isShown(page: Page): Promise<boolean> {
  const photoOfMine = page.getByRole('img', { name: 'Your profile photo' });
  return photoOfMine.evaluate((image: HTMLImageElement) =>
    image.decode().then(() => image.naturalWidth > 0),
  );
}

import { readFile } from 'node:fs/promises';
import { seed, uniqueName } from './support/database.ts';
import {
  chooseImages,
  createSeller,
  expectUploaded,
  fillInListing,
  submitListing,
} from './support/listing-form.ts';
import { openPage } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

test('a seller who has listed something sees that it is on sale, and shares it by link, QR code and picture', async ({
  page,
  context,
  signInAs,
}) => {
  const seller = await createSeller();
  await signInAs(seller.email);
  await openPage(page, '/dashboard/addproduct');
  const name = uniqueName('Trumpet to share');
  await chooseImages(page, 'trumpet');
  await fillInListing(page, name);
  await expectUploaded(page, 1);
  await submitListing(page);
  await expect(page).toHaveURL('/dashboard/myproduct');
  const shared = page.getByRole('region', { name: 'It is on sale. See it, share it.' });
  await expect(shared).toContainText(name);
  await expect(shared.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText(name);
  await expect(page.getByRole('row').nth(1)).toContainText('0 views in 30 days');
  await expectAccessible(page);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await shared.getByRole('button', { name: 'Copy the link' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const path = await shared.getByRole('link', { name: 'See it' }).getAttribute('href');
  expect(copied).toBe(new URL(String(path), testServer().url).href);

  const download = page.waitForEvent('download');
  await shared.getByRole('button', { name: 'Picture for a story' }).click();
  const bytes = await readFile(await (await download).path());
  const size = await page.evaluate(async (base64) => {
    const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([content], { type: 'image/jpeg' }));
    return [picture.width, picture.height];
  }, bytes.toString('base64'));
  expect(size).toEqual([1080, 1920]);

  await page.reload();
  await expect(shared).toBeVisible();
  await shared.getByRole('button', { name: 'Close' }).click();
  await expect(shared).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('row').nth(1)).toContainText(name);
  await expect(shared).toHaveCount(0);
});

test('a look at a product is counted once it has lasted two seconds', async ({ page }) => {
  const id = await seed(async (make) => {
    const { id: sellerId } = await make.user({ role: 'seller' });
    return make.product(sellerId, { imageId: testServer().imageId });
  });
  const counted = page.waitForRequest((request) => request.url().endsWith(`/products/${id}/view`));
  await openPage(page, `/products/${id}`);
  const request = await counted;
  expect(request.method()).toBe('POST');
  expect((await request.response())?.status()).toBe(200);
  expect(await request.headerValue('cookie')).toBeNull();
});

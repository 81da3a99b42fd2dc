import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { defaultShop } from '#contract/shop/default-shop.ts';
import { cardsOn } from './support/cards.ts';
import { uniqueName } from './support/database.ts';
import {
  chooseImages,
  expectUploaded,
  fillInListing,
  submitListing,
} from './support/listing-form.ts';
import { openPage } from './support/open-page.ts';
import { expectReceipt, pay } from './support/payment-page.ts';
import { bookNowButton, submitBooking } from './support/sales.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { signIn } from './support/sign-in.ts';
import { test as base, expect, expectAccessible } from './support/test.ts';

// One worker runs all tests of this file, so that it starts one server: of a shop that sells in yen, which have no
// smaller unit.
base.describe.configure({ mode: 'default' });

const test = base.extend<object, { server: SeparateServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'shop-in-yen-'));
      const shop = { name: defaultShop.name, currency: 'JPY' };
      await writeFile(join(folder, 'shop.json'), JSON.stringify(shop));
      const server = await startSeparateServer({ SHOP_DIR: folder });
      await use(server);
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

for (const width of [390, 1280]) {
  test(`a trumpet is listed, found, booked, paid for and earned in whole yen, ${width} px wide`, async ({
    page,
    context,
    server,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const seller = await server.make.user({ name: 'Sol Reed', role: 'seller' });
    const buyer = await server.make.user({ name: 'Bea Low' });
    const name = uniqueName('Trumpet for yen');
    const main = page.getByRole('main');

    await signIn(context, seller.email, server);
    const path = await listForYen(page, name);

    await signIn(context, buyer.email, server);
    await openPage(page, `/search?q=${encodeURIComponent(name)}`);
    await expect(cardsOn(page)).toHaveCount(1);
    await expect(cardsOn(page)).toContainText('¥125,000');
    await openPage(page, `/search?q=${encodeURIComponent(name)}&minPrice=125000&maxPrice=125000`);
    await expect(cardsOn(page)).toHaveCount(1);
    await expect(page.getByRole('link', { name: /¥125,000 to ¥125,000/ })).toBeVisible();
    await openPage(page, `/search?q=${encodeURIComponent(name)}&minPrice=125001`);
    await expect(cardsOn(page)).toHaveCount(0);

    await openPage(page, path);
    await expect(main).toContainText('¥125,000');
    await expect(page.getByText(/\$\d/)).toHaveCount(0);
    await bookNowButton(page, name).click();
    await expect(page.getByRole('dialog', { name: `Book ${name}` })).toContainText('¥125,000');
    await submitBooking(page);
    await expect(page).toHaveURL('/dashboard/bookings');
    await main.getByRole('link', { name: `Pay for ${name}` }).click();
    await expect(main).toContainText('Please pay ¥125,000');
    await pay(page);
    await expectReceipt(page);
    await expect(main.getByText('¥125,000', { exact: true })).toBeVisible();
    await expectAccessible(page);

    await signIn(context, seller.email, server);
    await openPage(page, '/dashboard/earnings');
    await expect(main).toContainText('¥125,000');
    await expect(main).toContainText('¥0');
    await expect(page.getByText(/\$\d/)).toHaveCount(0);
  });
}

test('filters and the document say prices in yen', async ({ page, context, server }) => {
  const buyer = await server.make.user({ name: 'Bea Low' });
  await signIn(context, buyer.email, server);
  await openPage(page, '/search?minPrice=99.5');
  const price = page.getByRole('group', { name: 'Price' }).getByLabel('From ¥');
  await expect(price).toHaveAttribute('inputmode', 'numeric');
  await expect(price).toHaveAccessibleDescription(
    'Use whole Japanese yen, without a decimal point',
  );
  await price.fill('¥45,000');
  await price.press('Enter');
  await expect(page).toHaveURL('/search?minPrice=45000');
  await openPage(page, '/category/Brass');
  await expect(price).toHaveAttribute('inputmode', 'numeric');
});

/** Lists a trumpet at 125,000 yen by the form. @returns the path of its page */
async function listForYen(page: Page, name: string): Promise<string> {
  const main = page.getByRole('main');
  await openPage(page, '/dashboard/addproduct');
  await chooseImages(page, 'trumpet');
  await fillInListing(page, name);
  const price = main.getByLabel('Resale price');
  await expect(price).toHaveAccessibleDescription(/in whole Japanese yen/);
  await expect(price).toHaveAttribute('inputmode', 'numeric');
  await price.fill('125000.5');
  await main.getByLabel('Original price').fill('¥200,000');
  await expectUploaded(page, 1);
  await submitListing(page);
  await expect(price).toHaveAccessibleDescription(
    /Use whole Japanese yen, without a decimal point/,
  );
  await expect(price).toHaveValue('125000.5');
  await price.fill('125,000');
  await expect(page.getByText('You receive ¥125,000.')).toBeVisible();
  await expectAccessible(page);
  const response = page.waitForResponse(
    (candidate) =>
      candidate.request().method() === 'POST' && candidate.url().endsWith('/api/products'),
  );
  await submitListing(page);
  const { insertedId } = await (await response).json();
  await expect(page).toHaveURL('/dashboard/myproduct');
  await expect(main).toContainText('¥125,000');

  const path = `/products/${insertedId}`;
  const document = await (await page.request.get(path)).text();
  expect(document).toContain('"price":"125000","priceCurrency":"JPY"');
  expect(document).toContain('¥125,000');
  return path;
}

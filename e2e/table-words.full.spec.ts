import type { Locator, Page } from '@playwright/test';
import { brokenWords } from './support/broken-words.ts';
import { openPage } from './support/open-page.ts';
import { bookByApi, createBooking, createPurchase, createSale } from './support/sales.ts';
import { expect, test } from './support/test.ts';

test('at 320 px the cards of bookings break no word, fit, and have buttons for a thumb', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { buyer } = await createPurchase();
  await bookByApi({ ...(await createSale()), buyer }, 'Peckham Rye Station, under the clock');
  await signInAs(buyer.email);
  await openPage(page, '/dashboard/bookings');
  await expect(article(page)).toHaveCount(2);
  expect(await brokenWords(article(page))).toEqual([]);
  const buttons = article(page)
    .getByRole('button')
    .or(page.getByRole('link', { name: /^Pay / }));
  await expect(buttons).toHaveCount(4);
  for (const button of await buttons.all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

for (const width of [320, 1280]) {
  test(`no word is broken in the tasks of the dashboard at ${width} px, and they fit`, async ({
    page,
    signInAs,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const { seller } = await createPurchase();
    await signInAs(seller.email);
    await openPage(page, '/dashboard');
    const tasks = page.getByRole('region', { name: 'What to do next' });
    await expect(tasks.getByRole('listitem').first()).toContainText('can cancel from');
    expect(await brokenWords(tasks)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test('no word is broken in the bar of a phone, for the holder of the product', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { buyer, path } = await createBooking({
    name: 'Stage piano with stand, pedal and a very long name',
  });
  await signInAs(buyer.email);
  await openPage(page, path);
  // The bar is there while the button of the page is out of sight.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const bar = page.locator('[data-sticks-to-bottom]');
  await expect(bar.getByRole('link', { name: 'Pay' })).toBeVisible();
  expect(await brokenWords(bar)).toEqual([]);
});

function article(page: Page): Locator {
  return page.getByRole('article');
}

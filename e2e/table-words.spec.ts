import type { Locator, Page } from '@playwright/test';
import { everyPage } from './support/every-page.ts';
import { openPage } from './support/open-page.ts';
import { bookByApi, createBooking, createPurchase, createSale } from './support/sales.ts';
import { expect, test } from './support/test.ts';

const withLists = everyPage.filter(({ name }) =>
  [
    'bookings',
    'wishlist',
    'returns',
    'my products',
    'all sellers',
    'all buyers',
    'all products',
    'all bookings',
  ].includes(name),
);

for (const { name, path, user } of withLists) {
  test(`no word is broken in the list of ${name} at 1280 px, and it ends with its column`, async ({
    page,
    signInAs,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    if (user) await signInAs(user);
    await openPage(page, await path());
    const list = page.getByRole('table').or(page.getByRole('list').filter({ has: article(page) }));
    await expect(page.getByRole('row').nth(1).or(article(page).first())).toBeVisible();
    await expect(list).toHaveCount(1);
    expect(await brokenWords(list)).toEqual([]);
    // Wider than the element around it, it would stand beside the column of the page.
    const overflow = await list.evaluate(
      (table) => table.clientWidth - (table.parentElement?.clientWidth ?? 0),
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

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
  test(`no word is broken in what the dashboard says to do, and it fits, at ${width} px`, async ({
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
  const bar = page.locator('[data-sticks-to-bottom]');
  await expect(bar.getByRole('link', { name: 'Pay' })).toBeVisible();
  expect(await brokenWords(bar)).toEqual([]);
});

function article(page: Page): Locator {
  return page.getByRole('article');
}

/** The words of at most 20 characters in these elements that go over more than one line. A longer one may be broken. */
function brokenWords(elements: Locator): Promise<string[]> {
  return elements.evaluateAll((roots) =>
    roots.flatMap((root) => {
      const broken: string[] = [];
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const isHidden = text.parentElement?.closest('.sr-only');
        for (const { index, 0: word } of isHidden
          ? []
          : (text.textContent ?? '').matchAll(/[^\s\-–/]+/g)) {
          if (word.length > 20) continue;
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
      }
      return broken;
    }),
  );
}

import type { Locator, Page } from '@playwright/test';
import { everyPage } from './support/every-page.ts';
import { openPage } from './support/open-page.ts';
import { createBooking } from './support/sales.ts';
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

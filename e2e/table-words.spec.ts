import type { Page } from '@playwright/test';
import { everyPage } from './support/every-page.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const withTables = everyPage.filter(({ name }) =>
  ['bookings', 'wishlist', 'returns', 'my products', 'all sellers', 'all buyers'].includes(name),
);

for (const { name, path, user } of withTables) {
  test(`no word is broken in the table of ${name} at 1280 px`, async ({ page, signInAs }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    if (user) await signInAs(user);
    await openPage(page, await path());
    await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
    expect(await brokenWords(page)).toEqual([]);
  });
}

/** The words of the tables that go over more than one line. The longest that people have in names have 30 characters. */
function brokenWords(page: Page): Promise<string[]> {
  return page.getByRole('table').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const broken: string[] = [];
      const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const isHidden = text.parentElement?.closest('.sr-only');
        for (const { index, 0: word } of isHidden
          ? []
          : (text.textContent ?? '').matchAll(/[^\s\-–/]{1,30}/g)) {
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

import type { Locator, Page } from '@playwright/test';
import { boxesOf } from './support/cards.ts';
import { openPage } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('the home page has one search field: the bar has none while that of the banner is in sight', async ({
  page,
}) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, '/');
    await expect(page.getByRole('main').getByRole('search')).toBeInViewport();
    await expect(searchOfBar(page)).toHaveCount(0);
    const bar = (await boxesOf(page.getByRole('banner')))[0];
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(searchOfBar(page)).toHaveCount(1);
    expect((await boxesOf(page.getByRole('banner')))[0]?.height).toBe(bar?.height);
    await page.evaluate(() => scrollTo(0, 0));
    await expect(searchOfBar(page)).toHaveCount(0);
    await openPage(page, '/blog');
    await expect(searchOfBar(page)).toHaveCount(1);
  }
});

test('the twelve newest instruments are in a grid, and one scroll brings two of its rows into sight', async ({
  page,
}) => {
  const height = 800;
  await page.setViewportSize({ width: 1280, height });
  await openPage(page, '/');
  const newest = page.getByRole('region', { name: 'Just in' });
  await expect(newest.getByRole('article')).toHaveCount(12);
  const rowsInSight = async () => {
    const inSight = (await boxesOf(newest.getByRole('article'))).filter(
      (box) => box.y >= 64 && box.y + box.height * 0.4 <= height,
    );
    return new Set(inSight.map(({ y }) => Math.round(y))).size;
  };
  await expect(async () => {
    // A busy browser can lose a key, so it is pressed again from the top.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.keyboard.press('PageDown');
    await expect.poll(rowsInSight, { timeout: 5_000 }).toBe(2);
  }).toPass();
  await expectAccessible(page);
  await newest.getByRole('link', { name: 'See everything on sale' }).click();
  await expect(page).toHaveURL('/search');
});

/** The field, or on a small screen the button that opens it. */
function searchOfBar(page: Page): Locator {
  const bar = page.getByRole('navigation', { name: 'Main' });
  return bar
    .getByRole('search')
    .or(bar.getByRole('button', { name: 'Search instruments', exact: true }));
}

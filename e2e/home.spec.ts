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

test('the twelve newest instruments are in a grid, and one scroll brings a whole row of it into sight, below the categories', async ({
  page,
}) => {
  const height = 800;
  await page.setViewportSize({ width: 1280, height });
  await openPage(page, '/');
  const newest = page.getByRole('region', { name: 'Just in' });
  await expect(newest.getByRole('article')).toHaveCount(12);
  const rowsInSight = async () => {
    const inSight = (await boxesOf(newest.getByRole('article'))).filter(
      (box) => box.y >= 64 && box.y + box.height <= height,
    );
    return new Set(inSight.map(({ y }) => Math.round(y))).size;
  };
  await expect(async () => {
    // A busy browser can lose a key, so it is pressed again from the top.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.keyboard.press('PageDown');
    await expect.poll(rowsInSight, { timeout: 5_000 }).toBe(1);
    await expect(page.getByRole('region', { name: 'Find your section' })).toBeInViewport();
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

test('the home page is at most 3,000 pixels high on a phone, with the categories above the twelve newest', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const newest = page.getByRole('region', { name: 'Just in' });
  for (const path of ['/de', '/nl', '/es', '/']) {
    await page.goto(path);
    await expect(page.locator('.card-dozen article')).toHaveCount(12);
    await page.evaluate(() => document.fonts.ready);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height, path).toBeLessThanOrEqual(3_000);
  }
  await openPage(page, '/');
  const [sections] = await boxesOf(page.getByRole('region', { name: 'Find your section' }));
  const [firstOfNewest] = await boxesOf(newest.getByRole('article').first());
  expect(sections?.y ?? Infinity).toBeLessThan(firstOfNewest?.y ?? 0);
  // The twelfth is reached sideways, and by keyboard it is brought into sight.
  const last = newest.getByRole('article').last();
  await expect(last).not.toBeInViewport();
  await page.keyboard.press('Shift');
  await last.getByRole('link', { name: /^see details/ }).focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

import type { Page } from '@playwright/test';
import { brokenWords } from './support/broken-words.ts';
import { demoProduct } from './support/demo-products.ts';
import { everyPage } from './support/every-page.ts';
import { openPage } from './support/open-page.ts';
import { expectToFitEverywhere } from './support/overflow.ts';
import { refuseRequests } from './support/requests.ts';
import { expect, expectAccessibleInAllAppearances, test } from './support/test.ts';

// While a colour changes, its contrast cannot be measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const pagesWithLists = new Set([
  'bookings',
  'wishlist',
  'returns',
  'my products',
  'all sellers',
  'all buyers',
  'all products',
  'all bookings',
]);

test.describe(() => {
  for (const { name, path, user, consoleError } of everyPage) {
    test(`the page '${name}' is accessible in both themes and sizes, and fits narrow, zoomed and large type`, async ({
      page,
      signInAs,
      expectConsole,
    }) => {
      if (user) await signInAs(user);
      if (consoleError) expectConsole(consoleError);
      await openPage(page, await path());
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const waiting = page.getByText(/^(Loading your dashboard|Checking what you may see)$/);
      await expect(waiting).toHaveCount(0);
      if (name.startsWith('the blog')) await expect(page.locator('details[open]')).toHaveCount(1);
      await expectAccessibleInAllAppearances(page);
      if (pagesWithLists.has(name)) await expectListWithWholeWords(page);
      await expectToFitEverywhere(page);
    });
  }
});

/** At the 1280 px of the last appearance no word of the list is broken, and it ends with its column. */
async function expectListWithWholeWords(page: Page): Promise<void> {
  const article = page.getByRole('article');
  const list = page.getByRole('table').or(page.getByRole('list').filter({ has: article }));
  await expect(page.getByRole('row').nth(1).or(article.first())).toBeVisible();
  await expect(list).toHaveCount(1);
  expect(await brokenWords(list)).toEqual([]);
  // Wider than the element around it, it would stand beside the column of the page.
  const overflow = await list.evaluate(
    (table) => table.clientWidth - (table.parentElement?.clientWidth ?? 0),
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

test.describe(() => {
  test('the description of the API is accessible', async ({ page }) => {
    await page.goto('/api/docs');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleInAllAppearances(page);
  });

  test('the open menu of a small screen is accessible', async ({ page, signInAs }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAs('buyer@reprise.test');
    await openPage(page, '/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Category' }).click();
    await expect(page.getByRole('link', { name: 'Percussion' }).first()).toBeVisible();
    await expectAccessibleInAllAppearances(page);
  });

  test('the carousel with the focus in it is accessible', async ({ page }) => {
    await openPage(page, '/');
    await page.getByRole('button', { name: 'Next' }).focus();
    await expectAccessibleInAllAppearances(page);
  });

  test('the tooltip of a verified seller is accessible', async ({ page }) => {
    const { path } = await demoProduct('advertise');
    await openPage(page, path);
    const badge = page.getByRole('button', { name: 'Verified Seller' }).first();
    await badge.focus();
    await expect(page.getByText('Verified Seller').first()).toBeVisible();
    await expectAccessibleInAllAppearances(page);
  });

  test('the registration form with all its errors is accessible', async ({ page }) => {
    await openPage(page, '/register');
    const form = page.getByRole('main');
    await form.getByRole('button', { name: 'Register' }).click();
    await form.getByLabel('Email').fill('no address');
    await expect(form.getByText('This is not an email address')).toBeVisible();
    await expectAccessibleInAllAppearances(page);
  });

  test('a list that did not load is accessible', async ({ page, signInAs, expectConsole }) => {
    expectConsole(/400 \(Bad Request\)/);
    await signInAs('buyer@reprise.test');
    const detail = 'The list could not be loaded.';
    await refuseRequests(page, '**/api/category/**', { status: 400, detail });
    await openPage(page, '/category/Brass');
    await expect(page.getByText(detail)).toBeVisible();
    await expectAccessibleInAllAppearances(page);
  });
});

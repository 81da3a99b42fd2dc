import type { Page } from '@playwright/test';
import { demoProduct } from './support/demo-products.ts';
import { everyPage } from './support/every-page.ts';
import { openPage } from './support/open-page.ts';
import { refuseRequests } from './support/requests.ts';
import { expect, expectAccessibleInAllAppearances, test } from './support/test.ts';

// While a colour changes, its contrast cannot be measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('is accessible in both themes and sizes, and fits narrow, zoomed and large type', () => {
  for (const { name, path, user, consoleError } of everyPage) {
    test(name, async ({ page, signInAs, expectConsole }) => {
      if (user) await signInAs(user);
      if (consoleError) expectConsole(consoleError);
      await openPage(page, await path());
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (name.startsWith('the blog')) await expect(page.locator('details[open]')).toHaveCount(1);
      await expectAccessibleInAllAppearances(page);
      await expectToFitEverywhere(page);
    });
  }
});

test.describe('is accessible in both themes and sizes', () => {
  test('the description of the API', async ({ page }) => {
    await page.goto('/api/docs');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleInAllAppearances(page);
  });

  test('the open menu of a small screen', async ({ page, signInAs }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAs('buyer@reprise.test');
    await openPage(page, '/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Category' }).click();
    await expect(page.getByRole('link', { name: 'Percussion' }).first()).toBeVisible();
    await expectAccessibleInAllAppearances(page);
  });

  test('the carousel with the focus in it', async ({ page }) => {
    await openPage(page, '/');
    await page.getByRole('button', { name: 'Next' }).focus();
    await expectAccessibleInAllAppearances(page);
  });

  test('the tooltip of a verified seller', async ({ page }) => {
    const { path } = await demoProduct('available');
    await openPage(page, path);
    const badge = page.getByRole('button', { name: 'Verified Seller' }).first();
    await badge.focus();
    await expect(page.getByText('Verified Seller').first()).toBeVisible();
    await expectAccessibleInAllAppearances(page);
  });

  test('the registration form with all its errors', async ({ page }) => {
    await openPage(page, '/register');
    const form = page.getByRole('main');
    await form.getByRole('button', { name: 'Register' }).click();
    await form.getByLabel('Email').fill('no address');
    await expect(form.getByText('This is not an email address')).toBeVisible();
    await expectAccessibleInAllAppearances(page);
  });

  test('a list that did not load', async ({ page, signInAs, expectConsole }) => {
    expectConsole(/400 \(Bad Request\)/);
    await signInAs('buyer@reprise.test');
    const detail = 'The list could not be loaded.';
    await refuseRequests(page, '**/api/category/**', { status: 400, detail });
    await openPage(page, '/category/Brass');
    await expect(page.getByText(detail)).toBeVisible();
    await expectAccessibleInAllAppearances(page);
  });
});

/** Fails when the page scrolls sideways in a narrow window, when zoomed, or with a large font. */
async function expectToFitEverywhere(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await findOverflow(page), 'at 320 px').toEqual([]);

  await page.setViewportSize({ width: 640, height: 450 });
  expect(await findOverflow(page), 'at 1280 px with 200 % zoom').toEqual([]);

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await findOverflow(page), 'with a font size of 200 %').toEqual([]);
}

/** The elements that make the page scroll sideways. Elements that scroll inside the page may be wider than it. */
async function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter((element) => {
      if (element.getBoundingClientRect().right <= clientWidth + 0.5) return false;
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflowX !== 'visible') return false;
      }
      return true;
    });
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...wide.map(({ outerHTML }) => outerHTML.slice(0, 160)),
    ];
  });
}

import type { Page } from '@playwright/test';
import { chunkTimeoutMs, readCache } from '#contract/constants.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const blogScript = '**/assets/BlogPage-*.js';

test.describe('a page whose script does not arrive', () => {
  test('says so, and comes once the script does', async ({ page, expectConsole }) => {
    expectConsole(/Failed to load resource: net::ERR_FAILED/);
    expectConsole(/request failed: GET \S+BlogPage-\S+\.js: net::ERR_FAILED/);
    await openPage(page, '/');
    await page.route(blogScript, (route) => route.abort());
    // A new document may have a new script, so the shop fetches one by itself, once.
    const secondDocument = page.waitForEvent('domcontentloaded');
    await follow(page, 'Blog');
    await secondDocument;
    await expectChunkFace(page);
    await expect(page).toHaveURL('/blog');
    await page.unroute(blogScript);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectBlog(page);
  });

  test('keeps the old page for 120 seconds, then says so', async ({ page }) => {
    await page.clock.install();
    await openPage(page, '/');
    // An answer that never comes.
    await page.route(blogScript, () => undefined);
    await follow(page, 'Blog');
    await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeVisible();
    await page.clock.fastForward(chunkTimeoutMs - 10_000);
    await expect(page.getByRole('region', { name: 'Advertised instruments' })).toBeVisible();
    await page.clock.fastForward(10_000);
    await expectChunkFace(page);
    await expect(page).toHaveURL('/blog');
    await page.unroute(blogScript);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectBlog(page);
  });

  test('is read as the server sent it while its script is on the way', async ({ page }) => {
    await page.route(blogScript, () => undefined);
    await page.goto('/blog', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').locator('details')).toHaveCount(4);
    await page.getByRole('main').locator('summary').first().click();
    await expect(page.getByRole('main').getByRole('region').first()).toBeVisible();
  });

  test('does what was pressed meanwhile as soon as it is there', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto('/blog', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('combobox', { name: 'Theme' })).toBeDisabled();
    arrive();
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    await expect(page.getByRole('combobox', { name: 'Theme' })).toBeEnabled();
  });
});

test.describe('when the API', () => {
  test('fails, a category says so after three retries, and comes when one tries again', async ({
    page,
    signInAs,
    expectConsole,
  }) => {
    expectConsole(/500 \(Internal Server Error\)/);
    let asked = 0;
    await page.route('**/api/category/Brass*', (route) => {
      asked += 1;
      return route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        json: { title: 'Broken', status: 500, detail: 'A string broke in the storeroom.' },
      });
    });
    await page.clock.install();
    await signInAs('buyer@reprise.test');
    await openPage(page, '/category/Brass');
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(1);
    const alert = page.getByRole('alert').filter({ hasText: 'A string broke in the storeroom.' });
    await hurryUntilVisible(page, alert);
    expect(asked).toBe(1 + readCache.retries);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Brass Product');

    await page.unroute('**/api/category/Brass*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await expect(alert).toHaveCount(0);
  });

  test('cannot be reached, an instrument says so, and comes when one tries again', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource: net::ERR_CONNECTION_REFUSED/);
    expectConsole(/request failed: GET \S+\/api\/products\/\S+: net::ERR_CONNECTION_REFUSED/);
    await page.clock.install();
    await openPage(page, '/');
    await page.route('**/api/products/*-*', (route) => route.abort('connectionrefused'));
    const window = page.getByRole('region', { name: 'Advertised instruments' });
    const card = window.getByRole('article').first();
    const name = await card.getByRole('heading').innerText();
    await card.getByRole('link', { name: /^see details/ }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The shop could not be reached' });
    await hurryUntilVisible(page, alert);
    await expect(page).toHaveURL(/\/products\//);

    await page.unroute('**/api/products/*-*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page).toHaveTitle(`${name} | Reprise`);
  });
});

async function follow(page: Page, link: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
}

async function expectChunkFace(page: Page): Promise<void> {
  const face = page.getByRole('heading', { level: 1, name: 'This page did not arrive' });
  await expect(face).toBeVisible();
  await expect(page).toHaveTitle('Something went wrong | Reprise');
}

async function expectBlog(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toContainText('blog');
  await expect(page.getByRole('main').locator('details')).toHaveCount(4);
  await expect(page).toHaveTitle(/blog/i);
}

/** Lets the waits between retries pass in no time. */
async function hurryUntilVisible(
  page: Page,
  element: ReturnType<Page['getByRole']>,
): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(readCache.longestDelayMs);
    await expect(element).toBeVisible({ timeout: 200 });
  }).toPass();
}

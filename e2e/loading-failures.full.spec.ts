import type { Locator, Page } from '@playwright/test';
import { chunkTimeoutMs, readCache } from '#contract/constants.ts';
import { demoCard } from './support/demo-products.ts';
import { openPage } from './support/open-page.ts';
import { holdRequests } from './support/requests.ts';
import { expect, test } from './support/test.ts';

const blogScript = '**/assets/**/BlogPage-*.js';

test.describe(() => {
  test('a page whose script does not load shows an error after one reload, and loads when the visitor retries', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource: net::ERR_FAILED/);
    expectConsole(/request failed: GET \S+BlogPage-\S+\.js: net::ERR_FAILED/);
    await openPage(page, '/');
    await page.route(blogScript, (route) => route.abort());
    // A newer document may name another script, so the page reloads itself once.
    const reload = page.waitForEvent('domcontentloaded');
    await followLink(page, 'Blog');
    await reload;
    await expectLoadError(page);
    await expect(page).toHaveURL('/blog');
    await page.unroute(blogScript);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectBlog(page);
  });

  test('a page whose script does not load leaves the old page for 120 seconds, then shows an error', async ({
    page,
  }) => {
    await page.clock.install();
    await openPage(page, '/');
    // Never answered.
    await page.route(blogScript, () => undefined);
    await followLink(page, 'Blog');
    await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeVisible();
    await page.clock.fastForward(chunkTimeoutMs - 60_000);
    await expect(page.getByRole('region', { name: 'Advertised instruments' })).toBeVisible();
    await page.clock.fastForward(60_000);
    await expectLoadError(page);
    await expect(page).toHaveURL('/blog');
    await page.unroute(blogScript);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectBlog(page);
  });

  test('a page whose script does not load shows what the server rendered while the script loads', async ({
    page,
  }) => {
    await page.route(blogScript, () => undefined);
    await page.goto('/blog', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').locator('details')).toHaveCount(4);
    await page.getByRole('main').locator('summary').first().click();
    await expect(page.getByRole('main').getByRole('region').first()).toBeVisible();
  });

  test('a page whose script does not load handles a click from before as soon as the script is there', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const scripts = holdRequests();
    await page.route('**/assets/**/*.js', scripts.hold);
    await page.goto('/blog', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('combobox', { name: 'Theme' })).toBeDisabled();
    scripts.release();
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    await expect(page.getByRole('combobox', { name: 'Theme' })).toBeEnabled();
  });
});

test.describe(() => {
  test('a category shows the error after three retries when the API fails, and loads when asked again', async ({
    page,
    signInAs,
    expectConsole,
  }) => {
    expectConsole(/500 \(Internal Server Error\)/);
    let requests = 0;
    const { release, released } = holdRequests();
    await page.route('**/api/category/Brass*', async (route) => {
      requests += 1;
      await released;
      return route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        json: { title: 'Broken', status: 500, detail: 'The category could not be read.' },
      });
    });
    await page.clock.install();
    await signInAs('buyer@reprise.test');
    await openPage(page, '/category/Brass');
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(1);
    release();
    const alert = page.getByRole('alert').filter({ hasText: 'The category could not be read.' });
    await skipRetryDelaysUntilVisible(page, alert);
    expect(requests).toBe(1 + readCache.retries);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Brass Product');

    await page.unroute('**/api/category/Brass*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await expect(alert).toHaveCount(0);
  });

  test('a product shows the error when the API cannot be reached, and loads when asked again', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource: net::ERR_CONNECTION_REFUSED/);
    expectConsole(/request failed: GET \S+\/api\/products\/\S+: net::ERR_CONNECTION_REFUSED/);
    await page.clock.install();
    await openPage(page, '/');
    await page.route('**/api/products/*-*', (route) => route.abort('connectionrefused'));
    const card = demoCard(page);
    const name = await card.getByRole('heading').innerText();
    await card.getByRole('link', { name: /^see details/ }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The shop could not be reached' });
    await skipRetryDelaysUntilVisible(page, alert);
    await expect(page).toHaveURL(/\/products\//);

    await page.unroute('**/api/products/*-*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page).toHaveTitle(`${name} | Reprise`);
  });
});

async function followLink(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
}

async function expectLoadError(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name: 'This page did not load' });
  await expect(heading).toBeVisible();
  await expect(page).toHaveTitle('Something went wrong | Reprise');
}

async function expectBlog(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toContainText('blog');
  await expect(page.getByRole('main').locator('details')).toHaveCount(4);
  await expect(page).toHaveTitle(/blog/i);
}

/** Advances the page's clock past the delays between retries. */
async function skipRetryDelaysUntilVisible(page: Page, element: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(readCache.longestDelayMs);
    await expect(element).toBeVisible({ timeout: 200 });
  }).toPass();
}

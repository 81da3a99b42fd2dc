import type { BrowserContext } from '@playwright/test';
import { identityBase, identityPaths } from '#contract/identity/identity-paths.ts';
import { demoProduct } from './support/demo-products.ts';
import { logIn } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const needed = /blocks cookies and site data.*Allow both for \S+ in its settings/;

test.describe('in a browser that blocks site data', () => {
  test.beforeEach(({ context }) => blockStorage(context));

  test('pages open, and theme and view can be chosen, in a browser that blocks site data', async ({
    page,
  }) => {
    await openPage(page, '/search?q=trumpet');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await page.getByRole('button', { name: 'Show as a list' }).click();
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
    const { path } = await demoProduct('advertise');
    await openPage(page, path);
    const seller = page.getByRole('main').locator('a[href^="/sellers/"]').first();
    const address = (await seller.getAttribute('href')) ?? '';
    await openPage(page, address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const other of ['/', '/category/Brass', '/blog', '/register']) await openPage(page, other);
  });

  test('the login tells a browser that blocks site data what to allow', async ({ page }) => {
    await openPage(page, '/login');
    await expect(page.getByRole('alert').filter({ hasText: needed })).toBeVisible();
  });
});

test('a login whose cookie the browser does not keep says what the browser must allow', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  await page.route(`**${identityBase}${identityPaths.readToken}`, async (route) => {
    const { cookie: _, ...headers } = await route.request().allHeaders();
    await route.fulfill({ response: await route.fetch({ headers: { ...headers, cookie: '' } }) });
  });
  await openPage(page, '/login');
  await expect(page.getByText(needed)).toHaveCount(0);
  await logIn(page, 'buyer@reprise.test');
  await expect(page.getByText(needed)).toBeVisible();
});

/** Naming the storage throws, in `typeof` too. */
async function blockStorage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
}

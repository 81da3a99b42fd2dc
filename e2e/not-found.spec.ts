import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const nothing = [
  ['a product that does not exist', '/products/01900000-0000-7000-8000-00000000dead'],
  ['a product address that is no id', '/products/trumpet'],
  ['a category that the shop does not have', '/category/Kazoo'],
  ['any other address', '/somewhere/else'],
] as const;

for (const [what, path] of nothing) {
  test(`${what} says so, and leads back home`, async ({ page, expectConsole }) => {
    expectConsole(/404 \(Not Found\)/);
    const response = await openPage(page, path);
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle('Page not found | Reprise');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Back To Home' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).not.toHaveTitle(/not found/);
  });
}

test('an instrument that was withdrawn while its card was on the screen says so', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404 \(Not Found\)/);
  await openPage(page, '/');
  await page.route('**/api/products/*-*', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      json: { title: 'Not found', status: 404, detail: 'There is nothing here.' },
    }),
  );
  const window = page.getByRole('region', { name: 'Advertised instruments' });
  await window
    .getByRole('link', { name: /^see details/ })
    .first()
    .click();
  await expect(page).toHaveTitle('Page not found | Reprise');
  await expect(page.getByRole('link', { name: 'Back To Home' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

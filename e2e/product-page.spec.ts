import { seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

test('other products of the seller follow at the end, if there are any', async ({ page }) => {
  const otherName = uniqueName('Ocarina');
  const { name, path } = await createProduct(otherName);
  await openPage(page, path);
  const others = page.getByRole('region', { name: 'Other things from this seller' });
  await page.getByRole('heading', { name: /^Its condition/ }).scrollIntoViewIfNeeded();
  await expect(others.getByRole('article')).toHaveCount(1);
  await expect(others.getByRole('heading', { name: otherName })).toBeVisible();
  await others.getByRole('link', { name: /^see details/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: otherName })).toBeFocused();
  await page.getByRole('heading', { name: /^Its condition/ }).scrollIntoViewIfNeeded();
  await expect(others.getByRole('heading', { name })).toBeVisible();

  const onlyProduct = await createProduct();
  const response = page.waitForResponse(/\/more/);
  await openPage(page, onlyProduct.path);
  await page.getByRole('heading', { name: /^Its condition/ }).scrollIntoViewIfNeeded();
  await response;
  await expect(others).toHaveCount(0);
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('a product says how old its listing is, with the exact local time', async ({ page }) => {
    const at = new Date(Date.now() - 2.5 * 3_600_000);
    const id = await seed(async (make) => {
      const seller = await make.user({ role: 'seller' });
      return make.product(seller.id, { imageId: testServer().imageId, at });
    });
    const html = await (await fetch(`${testServer().url}/products/${id}`)).text();
    expect(html).toMatch(/Listed <time [^>]*>\w{3} \d+, \d{4}<\/time>/);
    await page.clock.install();
    await openPage(page, `/products/${id}`);
    const time = page.getByText(/^2 hours ago/);
    await expect(time).toHaveAttribute('datetime', at.toISOString());
    const localTime = new Intl.DateTimeFormat('en-US', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone: 'Asia/Tokyo',
    }).format(at);
    await expect(time).toHaveAttribute('title', localTime);
    await expect(time).toContainText(localTime);
    await page.clock.fastForward(45 * 60_000);
    await expect(page.getByText(/^3 hours ago/)).toBeVisible();
  });
});

/** Creates a product, and another one of the same seller when it has a name. */
async function createProduct(otherName?: string) {
  const { imageId } = testServer();
  const name = uniqueName('Mandolin');
  const id = await seed(async (make) => {
    const seller = await make.user({ role: 'seller' });
    if (otherName) await make.product(seller.id, { name: otherName, imageId });
    return make.product(seller.id, { name, imageId });
  });
  return { name, path: `/products/${id}` };
}

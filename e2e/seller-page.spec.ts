import { query, seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';
import { spaceTextOut } from './support/text-spacing.ts';

test('a guest goes from a product to its seller by keyboard, and sees everything on sale', async ({
  page,
}) => {
  const { id, name, products } = await createSeller({ plain: 1, advertised: 1 });
  await openPage(page, `/products/${products[0]}`);
  await page.getByRole('main').getByRole('link', { name, exact: true }).first().press('Enter');
  await expect(page).toHaveURL(`/sellers/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await expect(page).toHaveTitle(`${name} | Reprise`);
  const main = page.getByRole('main');
  await expect(main.getByRole('article')).toHaveCount(2);
  await expect(main.getByText('Log in to see everything.')).toHaveCount(0);
});

test('the page of a seller fits a narrow phone with wide text spacing', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { id } = await createSeller({
    name: uniqueName('Unbreakablename'.repeat(5)),
    plain: 1,
    advertised: 1,
  });
  await openPage(page, `/sellers/${id}`);
  await spaceTextOut(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('the page of a verified seller says what that means, and is accessible', async ({ page }) => {
  const [seller] = await query(
    (sql) => sql<{ id: string }[]>`select id from users where email = 'seller@reprise.test'`,
  );
  await openPage(page, `/sellers/${seller?.id}`);
  await expect(
    page.getByRole('main').getByText('somebody at the shop has checked this account'),
  ).toBeVisible();
  await expectAccessible(page);
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('the page of a seller is whole without JavaScript, and has nothing private', async ({
    page,
  }) => {
    const { id, name, email } = await createSeller({ plain: 1, advertised: 2 });
    const response = await page.goto(`/sellers/${id}`);
    const html = (await response?.text()) ?? '';
    expect(html).not.toContain(email);
    expect(html).not.toContain('555-0101');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(main.getByRole('article')).toHaveCount(3);
  });
});

/** A seller with so many listings; the plain ones come first among the ids. */
async function createSeller({
  name = uniqueName('Flora Finch'),
  plain,
  advertised,
}: {
  name?: string;
  plain: number;
  advertised: number;
}) {
  const { imageId } = testServer();
  return seed(async (make) => {
    const { id, email } = await make.user({ role: 'seller', name });
    const products: string[] = [];
    for (let number = 0; number < plain + advertised; number += 1) {
      const status = number < plain ? 'available' : 'advertise';
      products.push(await make.product(id, { imageId, status, name: uniqueName('Zither') }));
    }
    return { id, name, email, products };
  });
}

import type { Page } from '@playwright/test';
import { expectToast, rowOf, sideMenu } from './support/dashboard-page.ts';
import { seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { bookNowButton, createBooking, createSale } from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('Sell your instrument makes a buyer a seller, who can list at once, and the audit says so', async ({
  page,
  signInAs,
}) => {
  const { name, email } = await seed((make) => make.user({ name: uniqueName('Bea') }));
  await signInAs(email);
  await openPage(page, '/');
  await page.getByRole('link', { name: 'Sell your instrument' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sell your instrument' })).toBeFocused();
  await expectAccessible(page);
  await expect(sideMenu(page).getByRole('link', { name: 'My Products' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Become a seller' }).press('Enter');
  await expectToast(page, 'You are a seller now');
  await expect(page).toHaveURL('/dashboard/addproduct');
  await expect(page.getByLabel('Resale price')).toBeVisible();
  await sideMenu(page).getByRole('link', { name: 'My Products' }).click();
  await expect(
    page.getByRole('heading', { name: 'You haven’t listed anything yet' }),
  ).toBeVisible();
  await openPage(page, '/');
  await page.getByRole('link', { name: 'Sell your instrument' }).click();
  await expect(page).toHaveURL('/dashboard/addproduct');

  await signInAs('admin@reprise.test');
  await openPage(page, '/dashboard/audit');
  const entry = page.getByRole('row').filter({ hasText: name });
  await expect(entry).toContainText('Became a seller');
});

test('the side menu of a buyer leads to selling too', async ({ page, signInAs }) => {
  const { email } = await seed((make) => make.user({ name: uniqueName('Bea') }));
  await signInAs(email);
  await openPage(page, '/dashboard');
  await sideMenu(page).getByRole('link', { name: 'Sell your instrument' }).click();
  await expect(page.getByRole('button', { name: 'Become a seller' })).toBeVisible();
});

test('My Orders opens on the side that has something', async ({ page, signInAs }) => {
  const order = await createBooking();
  await signInAs(order.seller.email);
  await openPage(page, '/dashboard');
  await sideMenu(page).getByRole('link', { name: 'My Orders' }).click();
  await expect(currentSide(page)).toHaveText('As a seller');
  await expect(rowOf(page, order.name)).toBeVisible();
  await page.getByRole('link', { name: 'As a buyer' }).click();
  await expect(currentSide(page)).toHaveText('As a buyer');
  await expect(page.getByRole('heading', { name: 'Nothing booked yet' })).toBeVisible();

  const own = await createBooking({ buyer: order.seller });
  await openPage(page, '/dashboard/bookings');
  await expect(currentSide(page)).toHaveText('As a buyer');
  await expect(rowOf(page, own.name)).toBeVisible();
});

test('a seller finds Edit on the own listing, on its card and its page', async ({
  page,
  signInAs,
}) => {
  const { seller, name, productId, path } = await createSale();
  const other = await seed(async (make) => {
    const cornet = uniqueName('Cornet');
    const { imageId } = testServer();
    await make.product(seller.id, { name: cornet, imageId, category: 'Brass' });
    return cornet;
  });
  await signInAs(seller.email);
  await openPage(page, path);
  const edit = page.getByRole('link', { name: new RegExp(`^Edit ?: ${name}$`) });
  await expect(edit.first()).toHaveAttribute('href', `/dashboard/myproduct/${productId}/edit`);
  await expect(bookNowButton(page, name)).toHaveCount(0);
  const editOther = page.getByRole('link', { name: new RegExp(`^Edit ?: ${other}$`) });
  // The server notices within two seconds what was written to the database directly.
  await expect(async () => {
    await openPage(page, '/category/Brass');
    await expect(editOther).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await editOther.click();
  await expect(page.getByRole('heading', { level: 1, name: `Edit ${other}` })).toBeVisible();
});

test('the registration says that Google makes a buyer account', async ({ page }) => {
  await openPage(page, '/register');
  const button = page.getByRole('button', { name: 'Continue with Google' });
  await expect(button).toHaveAccessibleDescription(/start as a buyer/);
  await openPage(page, '/login');
  await expect(button).not.toHaveAccessibleDescription(/as a buyer/);
});

function currentSide(page: Page) {
  return page.getByRole('navigation', { name: 'Whose bookings' }).locator('[aria-current="page"]');
}

import type { Page, Route } from '@playwright/test';
import { menuOf } from './support/dashboard.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const admin = 'admin@reprise.test';
const seller = 'seller@reprise.test';
const buyer = 'buyer@reprise.test';

const ofAdmins = ['allseller', 'allbuyer', 'returns', 'audit'];
const ofSellers = ['myproduct', 'addproduct'];
const ofEverybody = ['', 'bookings', 'wishlist', 'profile', 'payment/01900000-0000-7000-8000-0a'];
const under = (places: string[]) => places.map((place) => `/dashboard/${place}`);

test('the pages of the dashboard send a guest to the login page', async ({ page }) => {
  for (const address of under([...ofEverybody, ...ofSellers, ...ofAdmins])) {
    await page.goto(address);
    await expect(page).toHaveURL('/login');
  }
});

test('pages of admins send everybody else to the login page', async ({ page, signInAs }) => {
  for (const email of [buyer, seller]) {
    await signInAs(email);
    for (const address of under(ofAdmins)) await expectRefused(page, address);
  }
});

test('pages of sellers send buyers to the login page, and are open to admins', async ({
  page,
  signInAs,
}) => {
  await signInAs(buyer);
  for (const address of under(ofSellers)) await expectRefused(page, address);
  await signInAs(admin);
  for (const address of under(ofSellers)) {
    await openPage(page, address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(address);
  }
});

test('everybody finds in the side menu what is theirs, and who they are', async ({
  page,
  signInAs,
}) => {
  const menus = {
    [buyer]: ['Dashboard', 'My Bookings', 'Wishlist', 'Profile'],
    [seller]: ['Dashboard', 'My Products', 'Add Product', 'My Orders', 'Wishlist', 'Profile'],
    [admin]: [
      ...['Dashboard', 'My Orders', 'My Products', 'Wishlist', 'Add Product'],
      ...['All Sellers', 'All Buyers', 'Returns', 'Audit', 'Profile'],
    ],
  };
  for (const [email, names] of Object.entries(menus)) {
    await signInAs(email);
    await openPage(page, '/dashboard');
    await expect(page.getByRole('main')).toContainText(email);
    await expect(page.getByRole('region', { name: 'In numbers' })).toBeVisible();
    await expect(menuOf(page).getByRole('link')).toHaveText(names);
  }
});

test('the focus comes to the heading also of a page that waits for data and for the role', async ({
  page,
  signInAs,
}) => {
  await signInAs(seller);
  await openPage(page, '/dashboard/profile');
  const hold = holdBack();
  await page.route('**/api/users/seller/**', hold.route);
  await menuOf(page).getByRole('link', { name: 'Add Product' }).click();
  await expect(page.getByText('Checking what you may see')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  hold.release();
  await expect(page.getByRole('heading', { level: 1, name: 'Add Product' })).toBeFocused();
});

test('the focus goes on from a heading that stood in for the page', async ({ page, signInAs }) => {
  await signInAs(seller);
  await openPage(page, '/dashboard/myproduct');
  const hold = holdBack();
  await page.route('**/api/products/*', hold.route);
  const edit = page.getByRole('link', { name: /^Edit / }).first();
  const name = (await edit.innerText()).replace(/^Edit\s*/, '');
  await edit.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit the listing' })).toBeFocused();
  hold.release();
  await expect(page.getByRole('heading', { level: 1, name: `Edit ${name}` })).toBeFocused();
});

/** Calls that are asked for and not sent on before they are let go. */
function holdBack() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { release, route: (route: Route) => released.then(() => route.continue()) };
}

/** Where somebody wanted to go is remembered, and that they may not. */
async function expectRefused(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => history.state.usr)).toEqual({ from: address, isRefused: true });
}

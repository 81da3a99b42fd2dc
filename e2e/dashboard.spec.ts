import type { Page } from '@playwright/test';
import { sideMenu } from './support/dashboard-page.ts';
import { openPage } from './support/open-page.ts';
import { holdRequests } from './support/requests.ts';
import { createSale } from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const admin = 'admin@reprise.test';
const seller = 'seller@reprise.test';
const buyer = 'buyer@reprise.test';

// To whom each page is open stands in the menu, which `web/frame/dashboard.test.tsx` tests; here are two of each kind.
const adminPages = ['allseller', 'audit'].map(dashboardPath);
const sellerPages = ['myproduct', 'addproduct'].map(dashboardPath);
const userPages = ['', 'payment/01900000-0000-7000-8000-0a'].map(dashboardPath);

test('the pages of the dashboard redirect guests to the login page', async ({ page }) => {
  for (const path of [...userPages, ...sellerPages, ...adminPages]) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page).toHaveURL('/login');
  }
});

test('the pages for admins redirect buyers and sellers to the login page', async ({
  page,
  signInAs,
}) => {
  for (const email of [buyer, seller]) {
    await signInAs(email);
    for (const path of adminPages) await expectRefused(page, path);
  }
});

test('the pages for sellers redirect buyers to the login page, and admins can open them', async ({
  page,
  signInAs,
}) => {
  await signInAs(buyer);
  for (const path of sellerPages) await expectRefused(page, path);
  await signInAs(admin);
  for (const path of sellerPages) {
    await openPage(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test('the dashboard greets each role with its email, its numbers and its own side menu', async ({
  page,
  signInAs,
}) => {
  const menus = {
    [buyer]: [
      ...[
        'Dashboard',
        'My Bookings',
        'Offers',
        'Messages',
        'Wishlist',
        'Saved searches',
        'Reports and decisions',
        'Profile',
      ],
      'Sell your instrument',
    ],
    [seller]: [
      ...['Dashboard', 'My Products', 'Add Product', 'My Orders', 'Offers', 'Earnings'],
      ...['Messages', 'Wishlist', 'Saved searches', 'Reports and decisions', 'Profile'],
    ],
    [admin]: [
      ...['Dashboard', 'My Products', 'Add Product', 'My Orders', 'Offers'],
      ...['All Sellers', 'All Buyers', 'All Products', 'All Bookings', 'Moderation'],
      ...['Returns', 'Money'],
      ...['Overview', 'Jobs and emails', 'Import and export', 'Audit log', 'Staff'],
      ...['Messages', 'Wishlist', 'Saved searches', 'Reports and decisions', 'Profile'],
    ],
  };
  for (const [email, names] of Object.entries(menus)) {
    await signInAs(email);
    await openPage(page, '/dashboard');
    await expect(page.getByRole('main')).toContainText(email);
    await expect(page.getByRole('region', { name: 'In numbers' })).toBeVisible();
    await expect(sideMenu(page).getByRole('link')).toHaveText(names);
  }
});

for (const [device, width] of [
  ['phone', 390],
  ['tablet', 800],
] as const) {
  test(`the one menu of a ${device} has all pages of the dashboard, and choosing one folds it`, async ({
    page,
    signInAs,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await signInAs(admin);
    await openPage(page, '/dashboard');
    const bar = page.getByRole('navigation', { name: 'Main' });
    const menu = bar.getByRole('region', { name: 'Dashboard' });
    await expect(sideMenu(page)).toBeHidden();
    await expect(page.getByRole('button', { name: /menu/i })).toHaveCount(1);
    const opener = bar.getByRole('button', { name: 'Menu' });
    await opener.press('Enter');
    await expect(menu.getByRole('list')).toHaveCount(6);
    for (const link of await menu.getByRole('link').all()) {
      await link.scrollIntoViewIfNeeded();
      await expect(link).toBeInViewport({ ratio: 1 });
    }
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await opener.click();
    await menu.getByRole('link', { name: 'All Buyers' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'All Buyers' })).toBeFocused();
    await expect(menu).toBeHidden();
    await opener.click();
    await expect(menu.getByRole('link', { name: 'All Buyers' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await page.getByRole('link', { name: 'Reprise, home' }).click();
    await expect(page).toHaveURL('/');
    await opener.click();
    await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(menu).toHaveCount(0);
  });
}

test('the account menu of the bar leads to the bookings, the wishlist and the profile', async ({
  page,
  signInAs,
}) => {
  await signInAs(buyer);
  await openPage(page, '/blog');
  const bar = page.getByRole('navigation', { name: 'Main' });
  const opener = bar.getByRole('button', { name: 'Account' });
  await expect(bar.getByRole('link', { name: 'Wishlist' })).toHaveCount(0);
  await opener.press('Enter');
  await expectAccessible(page);
  await expect(bar.getByRole('link', { name: 'Bookings' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Profile' })).toBeVisible();
  await bar.getByRole('link', { name: 'Wishlist' }).click();
  await expect(page).toHaveURL('/dashboard/wishlist');
  await expect(bar.getByRole('link', { name: 'Wishlist' })).toHaveCount(0);
});

test('the focus moves to the heading of a page that waits for the role of the user', async ({
  page,
  signInAs,
}) => {
  await signInAs(seller);
  await openPage(page, '/dashboard/profile');
  const requests = holdRequests();
  await page.route('**/api/users/seller/**', requests.hold);
  await sideMenu(page).getByRole('link', { name: 'Add Product' }).click();
  await expect(page.getByText('Checking what you may see')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused();
  await expectAccessible(page);
  requests.release();
  await expect(page.getByRole('heading', { level: 1, name: 'Add Product' })).toBeFocused();
});

test('the focus moves on from the heading that is shown while the page loads', async ({
  page,
  signInAs,
}) => {
  const { seller: owner, name } = await createSale();
  await signInAs(owner.email);
  await openPage(page, '/dashboard/myproduct');
  const requests = holdRequests();
  await page.route('**/api/products/*', requests.hold);
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit the listing' })).toBeFocused();
  requests.release();
  await expect(page.getByRole('heading', { level: 1, name: `Edit ${name}` })).toBeFocused();
});

function dashboardPath(page: string): string {
  return `/dashboard/${page}`;
}

/** The login page must know which page the user wanted, and that they may not open it. */
async function expectRefused(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => history.state.usr)).toEqual({ from: path, isRefused: true });
}

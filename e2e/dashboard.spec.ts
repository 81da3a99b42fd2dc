import { menuOf } from './support/dashboard.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const admin = 'admin@reprise.test';
const seller = 'seller@reprise.test';
const buyer = 'buyer@reprise.test';

test('pages of admins send everybody else to the login page', async ({ page, signInAs }) => {
  for (const address of ['/dashboard/allseller', '/dashboard/allbuyer', '/dashboard/audit']) {
    await page.goto(address);
    await expect(page).toHaveURL('/login');
  }
  await page.goto('/dashboard/profile');
  await expect(page).toHaveURL('/login');
  for (const email of [buyer, seller]) {
    await signInAs(email);
    for (const address of ['/dashboard/allseller', '/dashboard/allbuyer', '/dashboard/audit']) {
      await page.goto(address);
      await expect(page).toHaveURL('/login');
      expect(await page.evaluate(() => history.state.usr)).toEqual({
        from: address,
        isRefused: true,
      });
    }
  }
});

test('everybody finds in the side menu what is theirs, and who they are', async ({
  page,
  signInAs,
}) => {
  const menus = {
    [buyer]: ['Dashboard', 'Profile'],
    [seller]: ['Dashboard', 'Profile'],
    [admin]: ['Dashboard', 'All Sellers', 'All Buyers', 'Audit', 'Profile'],
  };
  for (const [email, names] of Object.entries(menus)) {
    await signInAs(email);
    await openPage(page, '/dashboard');
    await expect(page.getByRole('main')).toContainText(email);
    await expect(page.getByRole('region', { name: 'In numbers' })).toBeVisible();
    await expect(menuOf(page).getByRole('link')).toHaveText(names);
  }
});

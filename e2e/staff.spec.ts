import { demoPassword } from '#contract/identity/demo-accounts.ts';
import { expectToast, rowOf, sideMenu } from './support/dashboard-page.ts';
import { seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { signInWithSession } from './support/sign-in.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('an owner limits an admin to an area, and the admin sees its pages only', async ({
  page,
  signInAs,
}) => {
  const name = uniqueName('Stafford');
  const { email } = await seed((make) => make.user({ name, role: 'admin' }));
  await signInWithSession(page, 'admin@reprise.test');
  await openPage(page, '/dashboard');
  await sideMenu(page).getByRole('link', { name: 'Staff' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeFocused();
  const row = rowOf(page, name);
  await expect(row).toContainText('All: owner of the shop');
  await expect(rowOf(page, 'admin@reprise.test').getByRole('button')).toHaveCount(0);
  await row.getByRole('button', { name: `Change areas ${name}` }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: `What may ${name} do?` });
  for (const area of ['People', 'Listings', 'Money', 'Operation', 'Shop']) {
    await dialog.getByRole('checkbox', { name: area }).press('Space');
  }
  await expectAccessible(page);
  await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expectToast(page, 'Areas saved');
  await expect(row).toContainText('Cases and sales');
  await expect(row).not.toContainText('owner');
  await openPage(page, '/dashboard/audit');
  await expect(rowOf(page, name).first()).toContainText('Cases and sales');

  await signInAs(email);
  await openPage(page, '/dashboard');
  await expect(sideMenu(page).getByRole('link', { name: 'Moderation' })).toBeVisible();
  await expect(sideMenu(page).getByRole('link', { name: 'All Sellers' })).toHaveCount(0);
  await openPage(page, '/dashboard/allseller');
  await expect(page.getByText('This needs the area “People”')).toBeVisible();
  await expectAccessible(page);
});

import { rowOf } from './support/dashboard-page.ts';
import { seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { signInWithSession } from './support/sign-in.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('an admin notes something about a seller, and what was typed stays after a refusal', async ({
  page,
  browserErrors,
}) => {
  const name = uniqueName('Notable');
  await seed((make) => make.user({ name, role: 'seller' }));
  await signInWithSession(page, 'admin@reprise.test');
  await openPage(page, '/dashboard/allseller');
  await page.getByRole('searchbox').fill(name);
  await rowOf(page, name)
    .getByRole('button', { name: `Notes on ${name}` })
    .press('Enter');
  const dialog = page.getByRole('alertdialog', { name: `Notes on ${name}` });
  await expect(dialog.getByText('No one has noted anything yet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add note' }).press('Enter');
  await expect(dialog.getByText('Write something')).toBeVisible();
  const field = dialog.getByLabel('New note');
  await field.fill('Called: the workshop exists');
  await page.route('**/api/users/*/notes', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Add note' }).press('Enter');
  await expect(dialog.getByText('The shop could not be reached.')).toBeVisible();
  browserErrors.expect(/ERR_FAILED/);
  await expect(field).toHaveValue('Called: the workshop exists');
  await page.unroute('**/api/users/*/notes');
  await dialog.getByRole('button', { name: 'Add note' }).press('Enter');
  await expect(dialog.getByRole('listitem')).toContainText('Called: the workshop exists');
  await expect(field).toHaveValue('');
  await expectAccessible(page);
});

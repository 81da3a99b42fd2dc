import { rowOf } from './support/dashboard-page.ts';
import { seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { signInWithSession } from './support/sign-in.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const dayMs = 86_400_000;

test('an admin agrees on a commission with a seller, who reads it with the earnings', async ({
  page,
  browserErrors,
  signInAs,
}) => {
  const name = uniqueName('Agreeable');
  const { email } = await seed((make) => make.user({ name, role: 'seller' }));
  await signInWithSession(page, 'admin@reprise.test');
  await openPage(page, '/dashboard/allseller');
  await page.getByRole('searchbox').fill(name);
  await rowOf(page, name)
    .getByRole('button', { name: `Commission of ${name}` })
    .press('Enter');
  const dialog = page.getByRole('alertdialog', { name: `Commission of ${name}` });
  await expect(dialog.getByText('Nothing but the terms for all sellers.')).toBeVisible();
  const agree = dialog.getByRole('button', { name: 'Agree', exact: true });
  await agree.press('Enter');
  await expect(dialog.getByText('Enter a share from 0 to 100')).toBeVisible();
  await dialog.getByLabel('Share').fill('99,5 %');
  await dialog.getByLabel('At most').fill('40');
  await dialog.getByLabel('Reason').fill('You sell at our fairs');
  await expect(dialog.getByText('The shop keeps 99.5% of the price.')).toBeVisible();
  await agree.press('Enter');
  await expect(dialog.getByText('They take more of some sale')).toBeVisible();
  browserErrors.expect(/status of 400/);
  await expect(dialog.getByLabel('Reason')).toHaveValue('You sell at our fairs');
  const day = new Date(Date.now() + 20 * dayMs).toISOString().slice(0, 10);
  await dialog.getByLabel('From this day on').fill(day);
  await agree.press('Enter');
  const agreed = dialog.getByRole('listitem');
  await expect(agreed).toContainText('Planned');
  await expect(agreed).toContainText('The shop keeps 99.5% of the price. It keeps at most $40.');
  await expect(agreed).toContainText('You sell at our fairs');
  await expect(dialog.getByLabel('Share')).toHaveValue('');
  await expectAccessible(page);

  await signInAs(email);
  await openPage(page, '/dashboard/earnings');
  await expect(page.getByText('The shop keeps 99.5% of the price.')).toBeVisible();
});

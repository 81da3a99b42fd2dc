import { expectToast, rowOf } from './support/dashboard-page.ts';
import { uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { createStuckRefund } from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';

// While a colour changes, its contrast cannot be measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an admin reads what to do about a refund that does not go through, and marks it as done with a note', async ({
  page,
  signInAs,
}) => {
  const { name, buyer, paymentPath } = await createStuckRefund({ name: uniqueName('Bassoon') });
  await signInAs('admin@reprise.test');
  await openPage(page, '/dashboard/money');
  await page.getByRole('link', { name: 'Payment problems' }).press('Enter');
  const row = rowOf(page, name);
  await expect(row).toContainText('The refund does not go through');
  await expect(row).toContainText('$75.00');
  await expect(row).toContainText(buyer.email);
  await expect(row).toContainText('Look the transaction up there');
  await expect(row.getByRole('link', { name })).toHaveAttribute('href', paymentPath);

  await row.getByRole('button', { name: `Mark as done : ${name}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Mark ${name} as done?` });
  await dialog.getByRole('button', { name: 'It is done' }).press('Enter');
  await expect(dialog.getByText('Describe what you have done')).toBeVisible();
  await dialog.getByLabel('What have you done?').fill('Paid by bank transfer, reference 4711.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'It is done' }).press('Enter');
  await expectToast(page, 'It is marked as done');
  await expect(row).toHaveCount(0);

  await page.getByLabel('Show').selectOption('Done');
  await expect(row).toContainText('Paid by bank transfer, reference 4711.');
  await expect(row).toContainText('Nora Vance');
  await expectAccessible(page);

  await openPage(page, '/dashboard/audit');
  await expect(rowOf(page, 'Paid by bank transfer, reference 4711.')).toContainText(
    'Payment problem solved',
  );
});

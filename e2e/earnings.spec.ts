import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { demoPassword } from '#contract/identity/demo-accounts.ts';
import { expectToast, rowOf } from './support/dashboard-page.ts';
import { query, seed } from './support/database.ts';
import { requestJob } from './support/jobs.ts';
import { openPage } from './support/open-page.ts';
import { refuseRequests } from './support/requests.ts';
import { callApi, createReceivedPurchase } from './support/sales.ts';
import { signInWithSession } from './support/sign-in.ts';
import { expect, expectAccessible, test } from './support/test.ts';

// While a colour changes, its contrast cannot be measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const admin = 'admin@reprise.test';

test('a seller sees earnings on their way, ready and paid out, and a statement for each month', async ({
  page,
  signInAs,
}) => {
  const { seller, bookingId } = await createReceivedPurchase();
  await signInAs(seller.email);
  await openPage(page, '/dashboard/earnings');
  const figure = (name: string) =>
    page
      .getByRole('main')
      .locator('dl > div')
      .filter({ hasText: new RegExp(`^${name}`) });
  await expect(figure('On its way')).toContainText('$75.00');
  await expect(figure('Ready')).toContainText('$0.00');
  await expect(page.getByText('Add a bank account to receive payouts.')).toBeVisible();
  await expectAccessible(page);

  const account = { email: seller.email, holder: 'Sol Marsh', number: 'DE89370400440532013000' };
  await callApi(seller.email, '/payout-account', account, 'PUT');
  await endReturnWindow(bookingId);
  await requestJob('sales-completed');
  await expect(async () => {
    await openPage(page, '/dashboard/earnings');
    await expect(figure('Ready')).toContainText('$75.00', { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('main')).toContainText('Sol Marsh');
  await expect(page.getByRole('main')).toContainText('3000');
  await expect(page.getByRole('main')).not.toContainText('DE8937');

  await signInAs(admin);
  await openPage(page, '/dashboard/money');
  await page.getByRole('button', { name: `Pay out to ${seller.name}` }).click();
  const question = page.getByRole('alertdialog', { name: `Pay $75.00 to ${seller.name}?` });
  await question.getByRole('button', { name: 'Pay out' }).click();
  await expectToast(page, `The payout to ${seller.name} is started`);
  await page.getByRole('link', { name: 'Payouts' }).click();
  await expect(rowOf(page, seller.name)).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'File for the bank' }).click();
  expect(await readFile(await (await file).path(), 'utf8')).toContain('DE89370400440532013000');
  await page.getByRole('button', { name: `Paid : the payout to ${seller.name}` }).click();
  const paid = page.getByRole('dialog', { name: `$75.00 to ${seller.name} was paid` });
  await paid.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(paid.getByText('Enter the bank’s reference')).toBeVisible();
  await paid.getByLabel('Reference at the bank').fill('REPRISE 2026-11');
  await expectAccessible(page);
  await paid.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(rowOf(page, seller.name)).toHaveCount(0);

  await signInAs(seller.email);
  await openPage(page, '/dashboard/earnings');
  await expect(figure('Paid out')).toContainText('$75.00');
  await expect(rowOf(page, 'REPRISE 2026-11')).toContainText('Paid');
  const statement = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the statement' }).click();
  expect((await statement).suggestedFilename()).toMatch(/^reprise-\d{4}-\d{2}\.csv$/);
  expect(await readFile(await (await statement).path(), 'utf8')).toContain('75.00');
});

/** Completes a sale, and waits until the admin's page says that it is owed. */
async function openOwedPurchase(page: Page) {
  const { seller, bookingId } = await createReceivedPurchase();
  await endReturnWindow(bookingId);
  await requestJob('sales-completed');
  const payOut = page.getByRole('button', { name: `Pay out to ${seller.name}` });
  await expect(async () => {
    await openPage(page, '/dashboard/money');
    await expect(payOut).toBeVisible({ timeout: 1_000 });
  }).toPass();
  return { seller, bookingId, payOut };
}

test('a bank account is checked before the password is asked for, and what the server refuses stands at its field', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\)/);
  await signInWithSession(page, 'seller@reprise.test');
  await openPage(page, '/dashboard/earnings');
  const holder = page.getByLabel('Account holder');
  const number = page.getByLabel('IBAN or account number');
  const submit = page.getByRole('button', { name: 'Save account' });
  const proof = page.getByRole('alertdialog', { name: 'Use this account for payouts?' });
  await holder.fill('Sol Marsh');
  await number.fill('DE00 3704 0044 0532 0130 00');
  await number.press('Enter');
  await expect(number).toHaveAccessibleDescription(/This is not an IBAN or an account number/);
  await expect(number).toBeFocused();
  await expect(proof).toHaveCount(0);

  const message = 'This bank is closed';
  await refuseRequests(page, '**/api/payout-account', {
    status: 400,
    detail: message,
    method: 'PUT',
    members: { errors: [{ field: 'number', message }] },
  });
  await number.fill('DE89 3704 0044 0532 0130 00');
  await submit.click();
  await proof.getByLabel('Password', { exact: true }).fill(demoPassword);
  await proof.getByRole('button', { name: 'Save account' }).click();
  await expect(proof).toHaveCount(0);
  await expect(number).toHaveAccessibleDescription(new RegExp(message));
  await expect(number).toBeFocused();
  await expect(holder).toHaveValue('Sol Marsh');
});

test('an admin records what was paid manually to a seller who has not said where', async ({
  page,
  signInAs,
}) => {
  await signInAs(admin);
  const { seller, bookingId, payOut } = await openOwedPurchase(page);
  await payOut.click();
  const question = page.getByRole('alertdialog', { name: `Pay $75.00 to ${seller.name}?` });
  await expect(question).toContainText('leaves the account empty');
  await question.getByRole('button', { name: 'Pay out' }).click();
  await expectToast(page, `The payout to ${seller.name} is started`);

  await page.getByRole('link', { name: 'Payouts', exact: true }).click();
  await expect(rowOf(page, seller.name)).toContainText('On its way');
  await expect(rowOf(page, seller.name)).not.toContainText('Disputed');
  await query(
    (sql) => sql`
      insert into disputes (id, booking_id, cause, state, opened_at)
      values (gen_random_uuid(), ${bookingId}, 'chargeback', 'open', now())`,
  );
  await openPage(page, '/dashboard/money?part=payouts');
  await expect(rowOf(page, seller.name)).toContainText(
    'Disputed since it was taken: stop the transfer at the bank, or mark it as failed.',
  );
  await expectAccessible(page);
});

test('an admin pays what a removed seller is owed, even if another user has the email address now', async ({
  page,
  signInAs,
}) => {
  await signInAs(admin);
  const { seller, payOut } = await openOwedPurchase(page);
  await query(
    (sql) => sql`
      update users set removed_at = now(), identity_ended_at = now() where email = ${seller.email}`,
  );
  await seed((make) => make.user({ name: 'Sid Marsh', email: seller.email, role: 'seller' }));
  await payOut.click();
  const question = page.getByRole('alertdialog', { name: `Pay $75.00 to ${seller.name}?` });
  await question.getByRole('button', { name: 'Pay out' }).click();
  await expectToast(page, `The payout to ${seller.name} is started`);
  await page.getByRole('link', { name: 'Payouts', exact: true }).click();
  await expect(rowOf(page, seller.name)).toContainText('$75.00');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('on a phone the selected part of the money page is in view', async ({ page, signInAs }) => {
    await signInAs(admin);
    await openPage(page, '/dashboard/money?part=differences');
    await expect(page.getByRole('link', { name: 'Differences' })).toBeInViewport({ ratio: 1 });
  });
});

/** The days for a return are over. */
async function endReturnWindow(bookingId: string): Promise<void> {
  await query(
    (sql) => sql`
      update fulfilments set paid_at = paid_at - interval '4 days',
        received_at = received_at - interval '4 days', return_until = now() - interval '1 hour'
      where booking_id = ${bookingId}`,
  );
}

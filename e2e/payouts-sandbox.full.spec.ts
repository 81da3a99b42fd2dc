import type { Page } from '@playwright/test';
import { transaction } from '../server/database/transaction.ts';
import { completeSale } from '../server/features/after-sale/complete-sales.ts';
import { handOver } from '../server/features/after-sale/receive.ts';
import { bookItem } from '../server/features/bookings/book-item.ts';
import { recordCharge } from '../server/features/payments/record-charge.ts';
import type { KnownUser } from '../server/features/users/find-user.ts';
import { expectSignedIn, logIn } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const password = 'seven-quiet-violas';
let server: SeparateServer;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  server = await startSeparateServer({ PAYOUTS: 'sandbox', COMMISSION_PERCENT: '8' });
});
test.afterAll(() => server.close());

test('a seller opens an account at the payout provider, is asked for documents, and is paid', async ({
  page,
}) => {
  const seller = await createSeller(page, 'onboarding@reprise.test');
  await completeSaleOf(seller);
  await openPage(page, `${server.url}/login`);
  await logIn(page, seller.email, password);
  await expectSignedIn(page);
  await openPage(page, `${server.url}/dashboard/earnings`);
  const main = page.getByRole('main');
  const ready = main.locator('dl > div').filter({ hasText: /^Ready/ });
  await expect(ready).toContainText('$69.00');
  await expect(main).toContainText('Add a bank account to receive payouts.');

  await chooseAtProvider(page, 'Ask for documents first');
  await openPage(page, `${server.url}/dashboard/earnings`);
  await expect(main).toContainText('The payout provider has stopped payouts to you.');
  await expectAccessible(page);

  await chooseAtProvider(page, 'Pay at once');
  await expect(async () => {
    await openPage(page, `${server.url}/dashboard/earnings`);
    await expect(main).toContainText('Payouts go to this account.', { timeout: 1_000 });
  }).toPass();

  await server.database.sql`
    update job_runs set due_at = now() where name in ('payouts-started', 'payouts-sent')`;
  await expect(async () => {
    await openPage(page, `${server.url}/dashboard/earnings`);
    const paidOut = main.locator('dl > div').filter({ hasText: /^Paid out/ });
    await expect(paidOut).toContainText('$69.00', { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('table', { name: 'Your payouts' })).toContainText('Paid');
});

/** Goes to the provider's page with a new proof, chooses what the sandbox does, and comes back. */
async function chooseAtProvider(page: Page, choice: string): Promise<void> {
  await page.getByRole('button', { name: /^(Add a bank account|Change it)$/ }).click();
  const proof = page.getByRole('alertdialog', { name: 'Add a bank account' });
  await proof.getByLabel('Password', { exact: true }).fill(password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sandbox account' })).toBeVisible();
  await page.getByRole('button', { name: choice }).click();
  await expect(page).toHaveURL(`${server.url}/dashboard`);
}

async function createSeller(page: Page, email: string): Promise<KnownUser> {
  const seller = await server.make.user({ email, name: 'Sol Marsh', role: 'seller' });
  const reply = await page.request.post(`${server.url}/api/auth/sign-up/email`, {
    data: { name: seller.name, email, password },
    headers: { origin: server.url },
  });
  expect(reply.ok()).toBe(true);
  await page.context().clearCookies();
  return seller;
}

/** Sells an instrument for $75 with a commission of 8%, hands it over, and ends the days for a return. */
async function completeSaleOf(seller: KnownUser): Promise<void> {
  const { database, make, imageId } = server;
  const at = new Date(Date.now() - 4 * 86_400_000);
  const buyer = await make.user({ name: 'Bea Reed' });
  const productId = await make.product(seller.id, { imageId, price: 75, at });
  const request = { productId, price: 75, phone: '555 0199', location: 'The old pier' };
  const terms = { at, holdHours: 48, commission: { percent: 8 } };
  const bookingId = await transaction(database, (tx) => bookItem(tx, buyer, request, terms));
  const charge = { bookingId, amountCents: 7_500, provider: 'sandbox' };
  await transaction(database, async (tx) => {
    await recordCharge(tx, { ...charge, transactionId: `tx_${bookingId}` }, at);
  });
  await transaction(database, async (tx) => {
    await handOver(tx, seller, { bookingId, isRightCode: true }, at);
  });
  await transaction(database, (tx) => completeSale(tx, bookingId, new Date()));
}

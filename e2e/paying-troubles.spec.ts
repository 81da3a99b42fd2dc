import { messages } from '#contract/messages.ts';
import { openPage } from './support/open-page.ts';
import {
  aBooking,
  bankQuestion,
  expectReceipt,
  fillCard,
  pay,
  payButton,
  paymentsOf,
} from './support/sale.ts';
import { expect, test } from './support/test.ts';

const good = '4242 4242 4242 4242';
const asking = '4000 0000 0000 3220';

test('a page that is reloaded right after the card was charged shows the receipt', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  expectConsole(/request failed: POST .*\/api\/payments/);
  const { buyer, bookingId, payPath } = await aBooking();
  await signInAs(buyer.email);
  await page.route('**/api/payments', (route) => route.abort());
  await openPage(page, payPath);
  const confirmed = page.waitForResponse(/\/confirm$/);
  await pay(page, good);
  await confirmed;
  await page.reload();
  await expectReceipt(page);
  expect(await paymentsOf(bookingId)).toBe(1);
});

test('a charge that the shop could not note is not charged again, and the page recovers by itself', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/503 \(Service Unavailable\)/);
  const { buyer, bookingId, payPath } = await aBooking();
  await signInAs(buyer.email);
  const detail = 'The books are being rebound.';
  await page.route('**/api/payments', (route) =>
    route.fulfill({
      status: 503,
      json: { title: 'No', detail },
      contentType: 'application/problem+json',
    }),
  );
  // What the provider tells the shop by itself is not seen yet, so that the page has to say how things stand.
  await page.route(`**/api/bookings/${bookingId}`, async (route) => {
    const answer = await route.fetch();
    const { transactionId: _, paidAt: __, ...booking } = await answer.json();
    await route.fulfill({ json: { ...booking, state: 'held', paid: false } });
  });
  await openPage(page, payPath);
  await pay(page, good);
  const main = page.getByRole('main');
  await expect(main.getByText('Your card was charged, but we could not note it yet')).toBeVisible();
  await expect(main.getByRole('alert')).toContainText(detail);
  await expect(main).toContainText('Do not pay again');
  await expect(payButton(page)).toHaveCount(0);

  await page.unroute(`**/api/bookings/${bookingId}`);
  await expectReceipt(page);
  expect(await paymentsOf(bookingId)).toBe(1);
});

test('who is asked by the bank and reloads is asked again, and pays once', async ({
  page,
  signInAs,
}) => {
  const { buyer, bookingId, payPath } = await aBooking();
  await signInAs(buyer.email);
  await openPage(page, payPath);
  await pay(page, asking);
  await expect(bankQuestion(page)).toBeVisible();
  await page.reload();
  await expect(bankQuestion(page)).toBeVisible();
  await bankQuestion(page).getByRole('button', { name: 'Complete' }).click();
  await expectReceipt(page);
  expect(await paymentsOf(bookingId)).toBe(1);
});

test('two tabs that pay at once both end in the receipt of one payment', async ({
  page,
  context,
  signInAs,
}) => {
  const { buyer, bookingId, payPath } = await aBooking();
  await signInAs(buyer.email);
  const other = await context.newPage();
  const tabs = [page, other];
  for (const tab of tabs) {
    await openPage(tab, payPath);
    await fillCard(tab, good);
    await expect(payButton(tab)).toBeEnabled();
  }
  await Promise.all(tabs.map((tab) => payButton(tab).click()));
  const ids = await Promise.all(
    tabs.map(async (tab) => {
      await expectReceipt(tab);
      return tab.getByRole('main').getByText(/^pi_/).textContent();
    }),
  );
  expect(ids[0]).toBe(ids[1]);
  expect(await paymentsOf(bookingId)).toBe(1);
});

test('a tab left open while another one paid shows the receipt, not a second charge', async ({
  page,
  context,
  signInAs,
}) => {
  const { buyer, bookingId, payPath } = await aBooking();
  await signInAs(buyer.email);
  const late = await context.newPage();
  await openPage(late, payPath);
  await fillCard(late, good);
  await openPage(page, payPath);
  await pay(page, good);
  await expectReceipt(page);
  await late.bringToFront();
  const receipt = late.getByRole('heading', { name: messages.payment.completed });
  await expect(receipt.or(payButton(late))).toBeVisible();
  if (await payButton(late).isVisible()) await payButton(late).click();
  await expect(receipt).toBeVisible();
  expect(await paymentsOf(bookingId)).toBe(1);
});

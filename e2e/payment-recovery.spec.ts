import type { Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { openPage } from './support/open-page.ts';
import {
  bankDialog,
  expectReceipt,
  fillCard,
  goodCard,
  openNewPayment,
  pay,
  payButton,
} from './support/payment-page.ts';
import { refuseRequests } from './support/requests.ts';
import { countPayments, createBooking } from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const cardThatAsksBank = '4000 0000 0000 3220';

test('a page that is reloaded right after the card was charged shows the receipt', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  // While the provider's report has not arrived, the page asks once more what to pay and is told that it is paid.
  expectConsole(/ERR_FAILED|409 \(Conflict\)/);
  expectConsole(/request failed: POST .*\/api\/payments/);
  const { buyer, bookingId, paymentPath } = await createBooking();
  await signInAs(buyer.email);
  await page.route('**/api/payments', (route) => route.abort());
  await openPage(page, paymentPath);
  const notRecorded = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/api/payments'),
  );
  await pay(page, goodCard);
  await notRecorded;
  await page.reload();
  await expectReceipt(page);
  expect(await countPayments(bookingId)).toBe(1);
});

test('a charge that could not be recorded is not charged again, and the page recovers by itself', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/503 \(Service Unavailable\)/);
  const { buyer, bookingId, paymentPath } = await createBooking();
  await signInAs(buyer.email);
  const detail = 'The database is down.';
  await refuseRequests(page, '**/api/payments', { status: 503, detail });
  // Hides that the provider's webhook has told the server of the charge.
  await page.route(`**/api/bookings/${bookingId}`, async (route) => {
    const response = await route.fetch();
    const { transactionId: _, paidAt: __, ...booking } = await response.json();
    await route.fulfill({ json: { ...booking, state: 'held', paid: false } });
  });
  await openPage(page, paymentPath);
  await pay(page);
  const main = page.getByRole('main');
  await expect(
    main.getByText('Your card was charged, but we have not recorded the payment yet'),
  ).toBeVisible();
  await expect(main.getByRole('alert')).toContainText(detail);
  await expect(main).toContainText('Please do not pay again');
  await expect(payButton(page)).toHaveCount(0);
  await expectAccessible(page);

  await page.unroute(`**/api/bookings/${bookingId}`);
  await expectReceipt(page);
  expect(await countPayments(bookingId)).toBe(1);
});

test('the dialog of the bank is there again after a reload, and the buyer pays once', async ({
  page,
  signInAs,
}) => {
  const { bookingId } = await openNewPayment(page, signInAs);
  await pay(page, cardThatAsksBank);
  await expect(bankDialog(page)).toBeVisible();
  await page.reload();
  await expect(bankDialog(page)).toBeVisible();
  await bankDialog(page).getByRole('button', { name: 'Complete' }).click();
  await expectReceipt(page);
  expect(await countPayments(bookingId)).toBe(1);
});

test('two tabs that pay at the same time both show the receipt of one payment', async ({
  page,
  context,
  signInAs,
}) => {
  const { buyer, bookingId, paymentPath } = await createBooking();
  await signInAs(buyer.email);
  const tabs = [page, await context.newPage()];
  for (const tab of tabs) {
    await openPage(tab, paymentPath);
    await fillCard(tab, goodCard);
    await expect(payButton(tab)).toBeEnabled();
  }
  await Promise.all(tabs.map(pressUnlessPaid));
  const transactionIds = await Promise.all(
    tabs.map(async (tab) => {
      await expectReceipt(tab);
      return tab.getByRole('main').getByText(/^pi_/).textContent();
    }),
  );
  expect(transactionIds[0]).toBe(transactionIds[1]);
  expect(await countPayments(bookingId)).toBe(1);
});

test('a tab that was open while another one paid shows the receipt and does not charge again', async ({
  page,
  context,
  signInAs,
}) => {
  const { buyer, bookingId, paymentPath } = await createBooking();
  await signInAs(buyer.email);
  const oldTab = await context.newPage();
  await openPage(oldTab, paymentPath);
  await fillCard(oldTab, goodCard);
  await openPage(page, paymentPath);
  await pay(page);
  await expectReceipt(page);
  await oldTab.bringToFront();
  await pressUnlessPaid(oldTab);
  await expectReceipt(oldTab);
  expect(await countPayments(bookingId)).toBe(1);
});

/** Presses Pay. The tab may have read just before that the booking is paid, and show the receipt instead. */
async function pressUnlessPaid(tab: Page): Promise<void> {
  const receipt = tab.getByRole('heading', { name: messages.payment.completed });
  await expect(async () => {
    if (await receipt.isVisible()) return;
    await payButton(tab).click({ timeout: 2_000 });
  }).toPass();
}

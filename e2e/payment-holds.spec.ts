import { seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import {
  expectReadyToPay,
  expectReceipt,
  fillCard,
  goodCard,
  pay,
  payButton,
} from './support/payment-page.ts';
import { refuseRequests } from './support/requests.ts';
import {
  bookByApi,
  callApi,
  countPayments,
  createBooking,
  expireHoldIn,
  releaseExpired,
} from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('a hold that expires while the card is filled in says so, and from when the product can be booked again', async ({
  page,
  signInAs,
}) => {
  const { buyer, name, bookingId, paymentPath } = await createBooking();
  await expireHoldIn(bookingId, 20 * 60_000);
  await page.clock.install();
  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  await fillCard(page, goodCard);
  await page.clock.fastForward('15:00');
  await expect(payButton(page)).toBeVisible();
  await page.clock.fastForward('06:00');
  await expect(page.getByRole('heading', { name: 'The hold has ended' })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText('charged');

  await expireHoldIn(bookingId, -1);
  await expect(page.getByRole('main')).toContainText('you can book it again from');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See the instrument' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('you can book it again from');
});

test('a charge after the hold expired is refunded, and the page says so', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const booking = await createBooking();
  await signInAs(booking.buyer.email);
  await openPage(page, booking.paymentPath);
  await fillCard(page, goodCard);
  const nextBuyer = await seed((make) => make.user({ name: uniqueName('Fay') }));
  // The hold ends after the page has asked the shop for the last time, while the card is charged.
  await page.route('**/confirm', async (route) => {
    await releaseExpired(booking.bookingId);
    await bookByApi({ ...booking, buyer: nextBuyer });
    await route.continue();
  });
  // In the meantime the page reads that the hold has ended.
  await page.route('**/api/payments', async (route) => {
    await expect(page.getByRole('heading', { name: 'The hold has ended' })).toBeVisible();
    await route.continue();
  });
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'The hold has ended' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Your card was charged after the hold had ended. Your $75.00 will be refunded automatically.',
  );
});

test('a booking that its seller ends while the card is filled in is not charged', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, bookingId, paymentPath } = await createBooking();
  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  await fillCard(page, goodCard);
  await expectReadyToPay(page);
  let confirmations = 0;
  await page.route('**/confirm', (route) => {
    confirmations += 1;
    return route.continue();
  });
  const reason = 'A string has snapped.';
  await callApi(seller.email, `/bookings/${bookingId}/decline`, { reason });
  await payButton(page).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'The hold has ended' })).toBeVisible();
  await expect(main).toContainText(reason);
  expect(confirmations).toBe(0);
  expect(await countPayments(bookingId)).toBe(0);
});

test('an open payment page learns by itself that its booking has ended', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, bookingId, paymentPath } = await createBooking();
  await page.clock.install();
  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  await expectReadyToPay(page);
  await callApi(seller.email, `/bookings/${bookingId}/decline`, { reason: 'It is broken.' });
  await page.clock.fastForward('00:11');
  await expect(page.getByRole('heading', { name: 'The hold has ended' })).toBeVisible();
});

test('a payment that could not start shows the reason, and starts when the buyer retries', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/503 \(Service Unavailable\)/);
  const { buyer, paymentPath } = await createBooking();
  await signInAs(buyer.email);
  const detail = 'The card provider does not answer. Please try again in a moment.';
  await refuseRequests(page, '**/api/create-payment-intent', { status: 503, detail });
  await openPage(page, paymentPath);
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText('The payment could not be started');
  await expect(main.getByRole('alert')).toContainText(detail);
  await page.unroute('**/api/create-payment-intent');
  await main.getByRole('button', { name: 'Try again' }).click();
  await pay(page);
  await expectReceipt(page);
});

test('the booking of another buyer can be neither seen nor paid', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/404 \(Not Found\)/);
  const { paymentPath } = await createBooking();
  await signInAs('buyer2@reprise.test');
  await openPage(page, paymentPath);
  await expect(page.getByRole('heading', { name: 'We cannot find this booking' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See your bookings' }).click();
  await expect(page).toHaveURL('/dashboard/bookings');
});

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' });
  test('the end of a hold is shown in the local time of New York', async ({ page, signInAs }) => {
    const { buyer, bookingId, paymentPath } = await createBooking();
    const expiresAt = new Date(Date.now() + 24 * 3_600_000);
    await expireHoldIn(bookingId, expiresAt.getTime() - Date.now());
    await signInAs(buyer.email);
    await openPage(page, paymentPath);
    const localTime = {
      timeZone: 'America/New_York',
      timeStyle: 'short',
      hourCycle: 'h23',
    } as const;
    const time = page.getByRole('main').locator('time');
    await expect(time).toContainText(expiresAt.toLocaleTimeString('en-US', localTime));
    await expect(time).toHaveAttribute('title', /E[SD]T$/);
  });
});

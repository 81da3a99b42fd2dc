import { openPage } from './support/open-page.ts';
import { inTheShop, newName } from './support/people.ts';
import {
  aBooking,
  bookByCall,
  endHoldIn,
  expectReceipt,
  fillCard,
  pay,
  payButton,
} from './support/sale.ts';
import { expect, test } from './support/test.ts';

const good = '4242 4242 4242 4242';

test('a hold that ends while the card is typed says so, and leads back to the instrument', async ({
  page,
  signInAs,
}) => {
  const { buyer, name, bookingId, payPath } = await aBooking();
  await endHoldIn(bookingId, 10 * 60_000);
  await page.clock.install();
  await signInAs(buyer.email);
  await openPage(page, payPath);
  await fillCard(page, good);
  await page.clock.fastForward('09:00');
  await expect(payButton(page)).toBeVisible();
  await page.clock.fastForward('02:00');
  await expect(page.getByRole('heading', { name: 'The hold has ended' })).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText('charged');

  await endHoldIn(bookingId, -1);
  await page.getByRole('link', { name: 'Book it again' }).click();
  await expect(page.getByRole('dialog', { name: `Book ${name}` })).toBeVisible();
});

test('a charge that comes too late goes back, and the page says so', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const sale = await aBooking();
  await signInAs(sale.buyer.email);
  await openPage(page, sale.payPath);
  await fillCard(page, good);
  await endHoldIn(sale.bookingId, -1);
  const faster = await inTheShop((shop) => shop.user({ name: newName('Fay') }));
  await bookByCall({ ...sale, buyer: faster });
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'The hold has ended' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Your card was charged after the hold had ended. The $75 go back to it by themselves.',
  );
});

test('a payment that could not begin says why, and begins when asked again', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/503 \(Service Unavailable\)/);
  const { buyer, payPath } = await aBooking();
  await signInAs(buyer.email);
  const detail = 'The card provider does not answer. Please try again in a moment.';
  await page.route('**/api/create-payment-intent', (route) =>
    route.fulfill({
      status: 503,
      json: { title: 'No', detail },
      contentType: 'application/problem+json',
    }),
  );
  await openPage(page, payPath);
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText('The payment could not begin');
  await expect(main.getByRole('alert')).toContainText(detail);
  await page.unroute('**/api/create-payment-intent');
  await main.getByRole('button', { name: 'Try again' }).click();
  await pay(page, good);
  await expectReceipt(page);
});

test('a booking of somebody else is nothing that one can pay or see', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/404 \(Not Found\)/);
  const { payPath } = await aBooking();
  await signInAs('buyer2@reprise.test');
  await openPage(page, payPath);
  await expect(page.getByRole('heading', { name: 'There is no such booking' })).toBeVisible();
  await page.getByRole('link', { name: 'See your bookings' }).click();
  await expect(page).toHaveURL('/dashboard/bookings');
});

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' });
  test('one reads by the clock there until when it is held', async ({ page, signInAs }) => {
    const { buyer, bookingId, payPath } = await aBooking();
    const at = new Date(Date.now() + 24 * 3_600_000);
    await endHoldIn(bookingId, at.getTime() - Date.now());
    await signInAs(buyer.email);
    await openPage(page, payPath);
    const clock = { timeZone: 'America/New_York', timeStyle: 'short' } as const;
    const time = page.getByRole('main').locator('time');
    await expect(time).toContainText(at.toLocaleTimeString('en-US', clock));
    await expect(time).toContainText(/E[SD]T$/);
  });
});

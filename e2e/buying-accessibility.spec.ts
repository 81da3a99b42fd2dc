import { messages } from '#contract/messages.ts';
import { chooseFromMenu, menuOf } from './support/dashboard-page.ts';
import { seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { pay, payButton } from './support/payment-page.ts';
import { refuseRequests } from './support/requests.ts';
import {
  bookByApi,
  bookNowButton,
  callApi,
  createBooking,
  createReceivedPurchase,
  createSale,
  expireHoldIn,
  submitBooking,
  wishByApi,
} from './support/sales.ts';
import { expect, expectAccessibleInAllAppearances, test } from './support/test.ts';

// While a colour changes, its contrast cannot be measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const longName =
  'Contrabassclarinettenkoffer with a very long name, two reeds, and Unaussprechlichkeitserklärungen';

test.describe('is accessible in both themes and sizes', () => {
  test('the booking dialog, empty and with errors', async ({ page, signInAs }) => {
    const { buyer, name, path } = await createSale();
    await signInAs(buyer.email);
    await openPage(page, path);
    await bookNowButton(page, name).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'empty');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog.getByText(messages.required.phone)).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'errors');
  });

  test('the booking dialog of a buyer who is too late', async ({
    page,
    signInAs,
    expectConsole,
  }) => {
    expectConsole(/409 \(Conflict\)/);
    const sale = await createSale({ name: longName, price: 999_999.5 });
    const lateBuyer = await seed((make) => make.user({ name: uniqueName('Sid') }));
    await signInAs(lateBuyer.email);
    await openPage(page, sale.path);
    await bookNowButton(page, sale.name).click();
    await bookByApi(sale);
    await submitBooking(page);
    const refusal = page.getByRole('dialog').getByText(messages.toast.alreadyBooked);
    await expect(refusal).toBeVisible();
    await expectAccessibleInAllAppearances(page);
  });

  test('bookings in each state, and the dialogs about them', async ({ page, signInAs }) => {
    const { buyer } = await createReceivedPurchase();
    const held = await createBooking({ buyer, name: longName, price: 999_999.5 });
    const returned = await createReceivedPurchase({ buyer });
    await requestReturn(returned);
    await signInAs(buyer.email);
    await openPage(page, '/dashboard/bookings');
    await expect(page.getByText('You asked to return it')).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'bookings');
    await menuOf(page, held.name).click();
    await expectAccessibleInAllAppearances(page, 'the menu of a booking');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Request a return/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'request a return');
    await page.keyboard.press('Escape');
    await chooseFromMenu(page, held.name, 'Delete the booking');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'delete a booking');
  });

  test('orders, their dialogs, and a list without any', async ({ page, signInAs }) => {
    const returned = await createReceivedPurchase();
    await requestReturn(returned);
    await signInAs(returned.seller.email);
    await openPage(page, '/dashboard/bookings?as=buyer');
    await expect(page.getByText('Nothing booked yet')).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'no bookings');
    await openPage(page, '/dashboard/bookings?as=seller');
    await expect(page.getByText(`${returned.buyer.name} wants to return it`)).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'orders');
    await page.getByRole('button', { name: /^Answer/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'accept a return');
    await signInAs('admin@reprise.test');
    await openPage(page, '/dashboard/returns');
    await expect(page.getByText('Really not.').first()).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'returns');
  });

  test('a payment that is declined, that the bank asks about, and its receipt', async ({
    page,
    signInAs,
    expectConsole,
  }) => {
    expectConsole(/402 \(Payment Required\)/);
    const { buyer, paymentPath } = await createBooking({ name: longName, price: 999_999.5 });
    await signInAs(buyer.email);
    await openPage(page, paymentPath);
    await pay(page, '4000 0000 0000 9995');
    await expect(page.getByText('there is not enough money on it')).toBeVisible();
    await page.getByText(/^Cards to try/).click();
    await expectAccessibleInAllAppearances(page, 'declined');
    await pay(page, '4000 0000 0000 3220');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'bank dialog');
    await dialog.getByRole('button', { name: 'Complete' }).click();
    await expect(page.getByRole('heading', { name: messages.payment.completed })).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'receipt');
  });

  test('a payment whose hold expired, and one without a booking', async ({
    page,
    signInAs,
    expectConsole,
  }) => {
    expectConsole(/404 \(Not Found\)/);
    const { buyer, bookingId, paymentPath } = await createBooking();
    await expireHoldIn(bookingId, -1);
    await signInAs(buyer.email);
    await openPage(page, paymentPath);
    await expect(page.getByRole('heading', { name: 'The hold has ended' })).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'expired hold');
    await openPage(page, `/dashboard/payment/${bookingId.replaceAll(/[0-9a-f]{6}$/g, '000000')}`);
    await expect(page.getByRole('heading', { name: 'We cannot find this booking' })).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'no booking');
  });

  test('a charge that could not be recorded', async ({ page, signInAs, expectConsole }) => {
    expectConsole(/503 \(Service Unavailable\)/);
    const { buyer, paymentPath, bookingId } = await createBooking();
    await signInAs(buyer.email);
    const detail = 'The database is down.';
    await refuseRequests(page, '**/api/payments', { status: 503, detail });
    await openPage(page, paymentPath);
    await expect(payButton(page)).toBeVisible();
    // Before charging, the page asks whether the hold still exists. What it asks afterwards is not answered.
    let isCharged = false;
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) isCharged = true;
    });
    await page.route(`**/api/bookings/${bookingId}`, (route) =>
      isCharged ? undefined : route.fallback(),
    );
    await pay(page, '4242 4242 4242 4242');
    await expect(page.getByText('Your card was charged')).toBeVisible();
    await expectAccessibleInAllAppearances(page);
  });

  test('a wishlist, empty, full and failed', async ({ page, signInAs, expectConsole }) => {
    expectConsole(/400 \(Bad Request\)/);
    const sale = await createSale();
    await signInAs(sale.buyer.email);
    await openPage(page, '/dashboard/wishlist');
    await expect(page.getByText('Your wishlist is empty')).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'empty');
    await wishByApi(sale.buyer, sale);
    await wishByApi(sale.buyer, await createSale({ name: longName, price: 999_999.5 }));
    await page.reload();
    await expect(page.getByRole('link', { name: longName, exact: true })).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'full');
    await chooseFromMenu(page, sale.name, 'Delete from the wishlist');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'delete a wish');
    const detail = 'The list was not loaded.';
    await refuseRequests(page, '**/api/wishlist*', { status: 400, detail });
    await page.reload();
    await expect(page.getByText(detail)).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'failed');
  });

  test('the wishlist button, refused and pressed', async ({ page, signInAs, expectConsole }) => {
    expectConsole(/400 \(Bad Request\)/);
    const sale = await createSale();
    await signInAs(sale.buyer.email);
    await openPage(page, sale.path);
    const detail = 'Not at this moment.';
    // Similar instruments follow on the page.
    const add = page.getByRole('button', { name: /^Add to your wishlist/ }).first();
    await refuseRequests(page, '**/api/products/*', { status: 400, detail, method: 'PUT' });
    await add.click();
    await expect(page.getByRole('main').getByText(detail)).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'refused');
    await page.unroute('**/api/products/*');
    await add.click();
    await expect(page.getByRole('main').getByText(messages.product.wishlisted)).toBeVisible();
    await expectAccessibleInAllAppearances(page, 'pressed');
  });
});

async function requestReturn({
  buyer,
  bookingId,
}: {
  buyer: { email: string };
  bookingId: string;
}): Promise<void> {
  const reason = `It is not what I had hoped for. ${'Really not. '.repeat(20)}`;
  await callApi(buyer.email, `/bookings/${bookingId}/return`, { reason });
}

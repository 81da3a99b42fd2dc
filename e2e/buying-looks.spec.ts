import type { Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { openPage } from './support/open-page.ts';
import { inTheShop, newName } from './support/people.ts';
import {
  aBooking,
  aPurchase,
  aSale,
  book,
  bookByCall,
  bookNow,
  callAs,
  endHoldIn,
  pay,
  payButton,
  wishByCall,
} from './support/sale.ts';
import { axe, expect, looks, test, wear } from './support/test.ts';

// Colours that are just turning into others have no contrast to measure.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const longName =
  'Contrabassclarinettenkoffer with a very long name, two reeds, and Unaussprechlichkeitserklärungen';

test.describe('nobody is kept out, in either theme, on a phone or at a desk, by', () => {
  test('the booking modal, empty and with what is missing', async ({ page, signInAs }) => {
    const { buyer, name, path } = await aSale();
    await signInAs(buyer.email);
    await openPage(page, path);
    await bookNow(page, name).click();
    const modal = page.getByRole('dialog');
    await expect(modal).toBeVisible();
    await inEveryLook(page, 'modal');
    await modal.getByRole('button', { name: 'Submit' }).click();
    await expect(modal.getByText(messages.required.phone)).toBeVisible();
    await inEveryLook(page, 'modal-missing');
  });

  test('the booking modal of who was slower', async ({ page, signInAs, expectConsole }) => {
    expectConsole(/409 \(Conflict\)/);
    const sale = await aSale({ name: longName, price: 999_999.5 });
    const slower = await inTheShop((shop) => shop.user({ name: newName('Sid') }));
    await signInAs(slower.email);
    await openPage(page, sale.path);
    await bookNow(page, sale.name).click();
    await bookByCall(sale);
    await book(page);
    const refusal = page.getByRole('dialog').getByText(messages.toast.alreadyBooked);
    await expect(refusal).toBeVisible();
    await inEveryLook(page, 'modal-refused');
  });

  test('bookings of every kind, and the questions about them', async ({ page, signInAs }) => {
    const { buyer, seller } = await aPurchase();
    const held = await aBooking({ buyer, name: longName, price: 999_999.5 });
    const returned = await aPurchase({ buyer });
    const reason = `It is not what I had hoped for. ${'Really not. '.repeat(20)}`;
    await callAs(buyer.email, `/bookings/${returned.bookingId}/return`, { reason });
    await signInAs(buyer.email);
    await openPage(page, '/dashboard/bookings');
    await expect(page.getByText('You asked to return it')).toBeVisible();
    await inEveryLook(page, 'bookings');
    await page.getByRole('button', { name: /^Return it/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inEveryLook(page, 'ask-return');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Delete the booking of ${held.name}` }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await inEveryLook(page, 'delete-booking');

    await signInAs(returned.seller.email);
    await openPage(page, '/dashboard/bookings?as=seller');
    await expect(page.getByText('Wants to return it')).toBeVisible();
    await inEveryLook(page, 'orders');
    await page.getByRole('button', { name: /^Accept/ }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await inEveryLook(page, 'accept-return');
    await signInAs(seller.email);
    await openPage(page, '/dashboard/bookings');
    await expect(page.getByText('Nothing booked yet')).toBeVisible();
    await inEveryLook(page, 'bookings-empty');
    await signInAs('admin@reprise.test');
    await openPage(page, '/dashboard/returns');
    await expect(page.getByText('Really not.')).toBeVisible();
    await inEveryLook(page, 'returns');
  });

  test('a payment that is refused, asked about, late and noted', async ({
    page,
    signInAs,
    expectConsole,
  }) => {
    expectConsole(/402 \(Payment Required\)/);
    const { buyer, bookingId, payPath } = await aBooking({ name: longName, price: 999_999.5 });
    await signInAs(buyer.email);
    await openPage(page, payPath);
    await pay(page, '4000 0000 0000 9995');
    await expect(page.getByText('there is not enough money on it')).toBeVisible();
    await page.getByText(/^Cards to try/).click();
    await inEveryLook(page, 'pay-declined');
    await pay(page, '4000 0000 0000 3220');
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await inEveryLook(page, 'bank');
    await question.getByRole('button', { name: 'Complete' }).click();
    await expect(page.getByRole('heading', { name: messages.payment.completed })).toBeVisible();
    await inEveryLook(page, 'receipt');

    const late = await aBooking({ buyer });
    await endHoldIn(late.bookingId, -1);
    await openPage(page, late.payPath);
    await expect(page.getByRole('heading', { name: 'The hold has ended' })).toBeVisible();
    await inEveryLook(page, 'hold-over');
    await openPage(page, `/dashboard/payment/${bookingId.replaceAll(/[0-9a-f]{6}$/g, '000000')}`);
    expectConsole(/404 \(Not Found\)/);
    await expect(page.getByRole('heading', { name: 'There is no such booking' })).toBeVisible();
    await inEveryLook(page, 'no-booking');
  });

  test('a charge that the shop could not note', async ({ page, signInAs, expectConsole }) => {
    expectConsole(/503 \(Service Unavailable\)/);
    const { buyer, payPath, bookingId } = await aBooking();
    await signInAs(buyer.email);
    await page.route('**/api/payments', (route) =>
      route.fulfill({ status: 503, json: { title: 'No', detail: 'The books are being rebound.' } }),
    );
    await openPage(page, payPath);
    await expect(payButton(page)).toBeVisible();
    await page.route(`**/api/bookings/${bookingId}`, () => {});
    await pay(page, '4242 4242 4242 4242');
    await expect(page.getByText('Your card was charged')).toBeVisible();
    await inEveryLook(page, 'not-noted');
  });

  test('a wishlist, empty, full and failed', async ({ page, signInAs, expectConsole }) => {
    expectConsole(/400 \(Bad Request\)/);
    const sale = await aSale();
    await signInAs(sale.buyer.email);
    await openPage(page, '/dashboard/wishlist');
    await expect(page.getByText('Nothing wished for yet')).toBeVisible();
    await inEveryLook(page, 'wishlist-empty');
    await wishByCall(sale.buyer, sale);
    const bought = await aPurchase({ buyer: sale.buyer, name: longName, price: 999_999.5 });
    await wishByCall(sale.buyer, await aSale({ name: longName }));
    await openPage(page, bought.path);
    await page.goto('/dashboard/wishlist');
    await expect(page.getByRole('link', { name: longName, exact: true })).toBeVisible();
    await inEveryLook(page, 'wishlist');
    await page.getByRole('button', { name: `Delete ${sale.name}` }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await inEveryLook(page, 'delete-wish');
    await page.route('**/api/wishlist*', (route) =>
      route.fulfill({ status: 400, json: { title: 'No', detail: 'The list is being ironed.' } }),
    );
    await page.reload();
    await expect(page.getByText('The list is being ironed.')).toBeVisible();
    await inEveryLook(page, 'wishlist-failed');
  });

  test('the heart, filled and refused', async ({ page, signInAs, expectConsole }) => {
    expectConsole(/400 \(Bad Request\)/);
    const sale = await aSale();
    await signInAs(sale.buyer.email);
    await openPage(page, sale.path);
    await page.route('**/api/products/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 400, json: { title: 'No', detail: 'Not at this moment.' } })
        : route.fallback(),
    );
    await page.getByRole('button', { name: /^Add to your wishlist/ }).click();
    await expect(page.getByRole('main').getByText('Not at this moment.')).toBeVisible();
    await inEveryLook(page, 'heart-refused');
    await page.unroute('**/api/products/*');
    await page.getByRole('button', { name: /^Add to your wishlist/ }).click();
    await expect(page.getByRole('main').getByText(messages.product.wishlisted)).toBeVisible();
    await inEveryLook(page, 'heart');
  });
});

async function inEveryLook(page: Page, state: string): Promise<void> {
  for (const look of looks) {
    await test.step(`${state}: ${look.theme}, ${look.size}`, async () => {
      await wear(page, look);
      await axe(page);
    });
  }
}

import type { Locator, Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { openPage } from './open-page.ts';
import { createBooking } from './sales.ts';
import { expect } from './test.ts';

export async function fillCard(page: Page, number: string, expiry = '12 / 34', code = '123') {
  const main = page.getByRole('main');
  await main.getByLabel('Card number').fill(number);
  await main.getByLabel('Expiry').fill(expiry);
  await main.getByLabel('Security code').fill(code);
}

export function payButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: /^Pay/ });
}

/** A card that is charged. */
export const goodCard = '4242 4242 4242 4242';

/** Creates a booking, signs its buyer in and opens its payment page. */
export async function openNewPayment(
  page: Page,
  signInAs: (email: string) => Promise<void>,
): Promise<Awaited<ReturnType<typeof createBooking>>> {
  const booking = await createBooking();
  await signInAs(booking.buyer.email);
  await openPage(page, booking.paymentPath);
  return booking;
}

/** Waits until the page has a payment intent: before, nothing can be charged. */
export async function expectReadyToPay(page: Page): Promise<void> {
  await expect(payButton(page)).toBeVisible();
  await expect(payButton(page)).not.toHaveAttribute('aria-disabled', 'true');
}

/** Fills in a card and presses Pay as soon as it is enabled. */
export async function pay(page: Page, number = goodCard): Promise<void> {
  await fillCard(page, number);
  await expectReadyToPay(page);
  await payButton(page).click();
}

/** The 3-D Secure dialog of the buyer's bank. */
export function bankDialog(page: Page): Locator {
  return page.getByRole('alertdialog', { name: 'Your bank asks whether this is you' });
}

/** Waits until the page says that the booking is paid. */
export async function expectReceipt(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: messages.payment.completed })).toBeVisible();
}

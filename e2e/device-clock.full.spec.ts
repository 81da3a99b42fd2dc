import type { Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { rowOf } from './support/dashboard-page.ts';
import { openPage } from './support/open-page.ts';
import { expectReceipt, pay } from './support/payment-page.ts';
import { createBooking, expireHoldIn } from './support/sales.ts';
import { signInWithSession } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const hourMs = 3_600_000;
const buyer = { name: 'Bea Buyer', email: 'buyer@reprise.test' };

for (const [words, daysOff] of [
  ['three days fast', 3],
  ['three days slow', -3],
] as const) {
  test(`a device whose clock is ${words} shows the time left of a hold, and its buyer pays`, async ({
    page,
  }) => {
    const { name, path, bookingId, paymentPath } = await createBooking({ buyer });
    await expireHoldIn(bookingId, 5 * hourMs);
    await setClock(page, daysOff);
    await openPage(page, path);
    await expect(page.getByRole('heading', { name: /^On hold until/ })).toBeVisible();

    await signInWithSession(page, buyer.email);
    await openPage(page, '/dashboard/bookings');
    const left = rowOf(page, name).getByText(/^(5 h( 1 min)?|4 h 59 min) left$/);
    await expect(left).toBeVisible();
    await expect(rowOf(page, name).getByRole('link', { name: messages.booking.pay })).toBeVisible();
    await openPage(page, paymentPath);
    await pay(page);
    await expectReceipt(page);
  });
}

function setClock(page: Page, daysOff: number): Promise<void> {
  return page.clock.install({ time: Date.now() + daysOff * 24 * hourMs });
}

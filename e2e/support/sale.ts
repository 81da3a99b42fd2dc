import type { Locator, Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { runningShop } from './open-shop.ts';
import { uploadPicture } from './own-shop.ts';
import { inTheShop, newName } from './people.ts';
import { expect } from './test.ts';

/** Somebody who sells, somebody who buys, and an instrument between them. */
export async function aSale(wanted: { name?: string; price?: number } = {}) {
  const imageId = await uploadPicture(runningShop().url);
  return inTheShop(async (shop) => {
    const [seller, buyer] = await Promise.all([
      shop.user({ name: newName('Sol'), role: 'seller' }),
      shop.user({ name: newName('Bea') }),
    ]);
    const name = wanted.name ?? newName('Ocarina');
    const product = { name, imageId, price: wanted.price ?? 75, number: '555-0142' };
    const productId = await shop.product(seller.id, product);
    return { seller, buyer, name, productId, path: `/products/${productId}` };
  });
}

/** The button that books this instrument, on its card or its page. */
export function bookNow(page: Page, name: string): Locator {
  return page
    .getByRole('button', { name: messages.product.bookNow })
    .filter({ hasText: name })
    .first();
}

/** Fills in the booking modal that is open, and sends it. */
export async function book(page: Page, phone = '555 0199', place = 'The old pier'): Promise<void> {
  const modal = page.getByRole('dialog');
  await modal.getByLabel('Phone').fill(phone);
  await modal.getByLabel('Meeting location').fill(place);
  await modal.getByRole('button', { name: 'Submit' }).click();
}

/** Types a card. */
export async function fillCard(page: Page, number: string, expiry = '12 / 34', code = '123') {
  const main = page.getByRole('main');
  await main.getByLabel('Card number').fill(number);
  await main.getByLabel('Expiry').fill(expiry);
  await main.getByLabel('Security code').fill(code);
}

export function payButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: /^Pay/ });
}

/** Types a card and presses Pay, once one can. */
export async function pay(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await expect(payButton(page)).not.toHaveAttribute('aria-disabled', 'true');
  await payButton(page).click();
}

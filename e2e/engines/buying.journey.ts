import { messages } from '#contract/messages.ts';
import { createBooking, createSale } from '../support/sales.ts';
import type { BrowserPage } from './browser-page.ts';
import { journey } from './run-journey.ts';

journey('a buyer books an instrument, pays for it and gets a receipt', async (page) => {
  const { buyer, name, path } = await createSale({ price: 1_250.5 });
  await page.signInAs(buyer.email);
  await page.open(path);
  await page.click('button', new RegExp(`^${messages.product.bookNow}.*${name}`));
  const dialog = { role: 'dialog', name: `Book ${name}` } as const;
  await page.fill(/^Phone/, '555 0199', dialog);
  await page.fill(/^Meeting location/, 'The old pier', dialog);
  await page.click('button', 'Submit', dialog);
  await page.seeText(messages.toast.itemBooked);
  await page.seePath('/dashboard/bookings');
  await page.click('link', `Pay for ${name}`);

  await page.see('heading', `Payment For ${name}`);
  await pay(page, '4242 4242 4242 4242');
  await page.see('heading', messages.payment.completed);
  await page.seeText('555-0142');
});

journey('a buyer pays with a card for which the bank asks', async (page) => {
  const { buyer, paymentPath } = await createBooking();
  await page.signInAs(buyer.email);
  await page.open(paymentPath);
  const bank = { role: 'dialog', name: 'Your bank asks whether this is you' } as const;
  await pay(page, '4000 0027 6000 3184');
  await page.click('button', /^Fail/, bank);
  await page.seeText('so nothing was charged');
  await page.clickWhenReady(/^Pay/);
  await page.click('button', /^Complete/, bank);
  await page.see('heading', messages.payment.completed);
});

journey(
  'a guest who presses the heart logs in, and finds the instrument in the wishlist',
  async (page) => {
    const { name, path } = await createSale();
    await page.open(path);
    await page.click('link', `Add to your wishlist: ${name}`);
    await page.seePath('/login');
    await page.logIn('buyer2@reprise.test');
    await page.seePath(path);
    await page.seeText(messages.toast.wishlistAdded);
    await page.click('link', new RegExp(`^${messages.product.wishlisted} ?: ${name}$`));
    await page.seePath('/dashboard/wishlist');
    await page.see('article', new RegExp(name));
  },
);

async function pay(page: BrowserPage, number: string): Promise<void> {
  await page.fill(/^Card number/, number);
  await page.fill(/^Expiry/, '12 / 34');
  await page.fill(/^Security code/, '123');
  await page.clickWhenReady(/^Pay/);
}

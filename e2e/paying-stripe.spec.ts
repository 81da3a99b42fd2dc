import type { Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { type FakeStripe, startFakeStripe } from '../server/testing/fake-stripe.ts';
import { openPage } from './support/open-page.ts';
import { type OwnShop, openOwnShop } from './support/own-shop.ts';
import { newName } from './support/people.ts';
import { book, bookNow } from './support/sale.ts';
import { signIn } from './support/sign-in.ts';
import { playStripe } from './support/stripe-script.ts';
import { axe, expect, test } from './support/test.ts';

/* A shop whose cards are taken by Stripe. Fakes replace Stripe's API and its script; no other host is called. */

let stripe: FakeStripe;
let shop: OwnShop;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  stripe = await startFakeStripe();
  shop = await openOwnShop({
    CARDS: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_stand_in',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
  });
});
test.afterAll(async () => {
  await shop.close();
  await stripe.stop();
});

test('a card is refused by Stripe, another one pays, and the shop asks Stripe before it believes it', async ({
  page,
}) => {
  await playStripe(page, stripe);
  await openPayment(page);
  const main = page.getByRole('main');
  await expect(main).not.toContainText('Test mode');
  await expect(payButton(page)).toBeDisabled();
  await cardField(page).fill('4000 0000 0000 0002');
  await payButton(page).click();
  await expect(main.getByText('Your card was declined.')).toBeVisible();
  await axe(page);
  await cardField(page).fill('4242 4242 4242 4242');
  await expect(main.getByText('Your card was declined.')).toBeHidden();
  await payButton(page).click();
  await expect(main.getByRole('heading', { name: messages.payment.completed })).toBeVisible();
  const id = (await main.getByText(/^pi_/).textContent()) ?? '';
  expect(stripe.account.getIntent(id).status).toBe('succeeded');
});

test('a page that is reloaded after Stripe has charged shows the receipt', async ({
  page,
  expectConsole,
}) => {
  // The shop learns of the charge when the page asks it for the means to pay, unless it has asked Stripe before.
  expectConsole(/ERR_FAILED|409 \(Conflict\)/);
  await playStripe(page, stripe);
  await openPayment(page);
  await page.route('**/api/payments', (route) => route.abort());
  await cardField(page).fill('4242 4242 4242 4242');
  await payButton(page).click();
  await expect(page.getByText('Your card was charged, but we could not note it yet')).toBeVisible();
  await page.unroute('**/api/payments');
  await page.reload();
  await expect(page.getByRole('heading', { name: messages.payment.completed })).toBeVisible();
});

test('a script that does not arrive from Stripe is asked for again', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  await openPayment(page);
  const words = 'The card form could not be loaded from Stripe. Nothing was charged.';
  await expect(page.getByRole('main').getByText(words)).toBeVisible();
  await axe(page);
  await page.unroute('https://js.stripe.com/**');
  await playStripe(page, stripe);
  await page.getByRole('button', { name: 'Try again' }).click();
  await cardField(page).fill('4242 4242 4242 4242');
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: messages.payment.completed })).toBeVisible();
});

/** Somebody books something new and stands before the card entry. */
async function openPayment(page: Page): Promise<void> {
  const name = newName('Ocarina');
  const seller = await shop.make.user({ name: 'Sol', role: 'seller' });
  const buyer = await shop.make.user({ name: 'Bea' });
  const { imageId } = shop;
  const productId = await shop.make.product(seller.id, { name, imageId, price: 75 });
  await signIn(page.context(), buyer.email, shop);
  await openPage(page, `${shop.url}/products/${productId}`);
  await bookNow(page, name).click();
  await book(page);
  await page.getByRole('link', { name: `Pay for ${name}` }).click();
}

function cardField(page: Page) {
  return page.frameLocator('main iframe').getByLabel('Card number');
}

function payButton(page: Page) {
  return page.getByRole('main').getByRole('button', { name: 'Pay $75' });
}

import type { Page } from '@playwright/test';
import { type FakeStripe, startFakeStripe } from '../server/testing/fake-stripe.ts';
import { uniqueName } from './support/database.ts';
import { routeStripeScript } from './support/fake-stripe-script.ts';
import { openPage } from './support/open-page.ts';
import { expectReceipt } from './support/payment-page.ts';
import { bookNowButton, submitBooking } from './support/sales.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { signIn } from './support/sign-in.ts';
import { expect, expectAccessible, test } from './support/test.ts';

// A server whose card provider is Stripe. Fakes replace Stripe's API and its script; nothing leaves this machine.

let stripe: FakeStripe;
let server: SeparateServer;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  stripe = await startFakeStripe();
  server = await startSeparateServer({
    CARDS: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
  });
});
test.afterAll(async () => {
  await server.close();
  await stripe.stop();
});

test('Stripe declines a card and charges another, and the server checks that with Stripe', async ({
  page,
}) => {
  await routeStripeScript(page, stripe);
  await openPaymentPage(page);
  const main = page.getByRole('main');
  await expect(main).not.toContainText('Test mode');
  await expect(payButton(page)).toBeDisabled();
  await expect(main.locator('iframe')).toHaveAttribute('lang', 'en');
  await cardField(page).fill('4000 0000 0000 0002');
  await payButton(page).click();
  await expect(main.getByText('Your card was declined.')).toBeVisible();
  await expectAccessible(page);
  await cardField(page).fill('4242 4242 4242 4242');
  await expect(main.getByText('Your card was declined.')).toBeHidden();
  await payButton(page).click();
  await expectReceipt(page);
  const id = (await main.getByText(/^pi_/).textContent()) ?? '';
  expect(stripe.account.getIntent(id).status).toBe('succeeded');
});

test('a page that is reloaded after Stripe charged the card shows the receipt', async ({
  page,
  expectConsole,
}) => {
  // The reloaded page asks for a payment intent and is told that the booking is paid, unless the server knows already.
  expectConsole(/ERR_FAILED|409 \(Conflict\)/);
  await routeStripeScript(page, stripe);
  await openPaymentPage(page);
  await page.route('**/api/payments', (route) => route.abort());
  await cardField(page).fill('4242 4242 4242 4242');
  await payButton(page).click();
  await expect(
    page.getByText('Your card was charged, but we have not recorded the payment yet'),
  ).toBeVisible();
  await page.unroute('**/api/payments');
  await page.reload();
  await expectReceipt(page);
});

test('a script of Stripe that did not load can be loaded again', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  await openPaymentPage(page);
  const text = 'The card form could not be loaded from Stripe. Nothing was charged.';
  await expect(page.getByRole('main').getByText(text)).toBeVisible();
  await expectAccessible(page);
  await page.unroute('https://js.stripe.com/**');
  await routeStripeScript(page, stripe);
  await page.getByRole('button', { name: 'Try again' }).click();
  await cardField(page).fill('4242 4242 4242 4242');
  await payButton(page).click();
  await expectReceipt(page);
});

/** Books a new product and opens its payment page. */
async function openPaymentPage(page: Page): Promise<void> {
  const name = uniqueName('Ocarina');
  const { make, imageId } = server;
  const seller = await make.user({ name: 'Sol', role: 'seller' });
  const buyer = await make.user({ name: 'Bea' });
  const productId = await make.product(seller.id, { name, imageId, price: 75 });
  await signIn(page.context(), buyer.email, server);
  await openPage(page, `${server.url}/products/${productId}`);
  await bookNowButton(page, name).click();
  await submitBooking(page);
  await page.getByRole('link', { name: `Pay for ${name}` }).click();
}

function cardField(page: Page) {
  return page.frameLocator('main iframe').getByLabel('Card number');
}

function payButton(page: Page) {
  return page.getByRole('main').getByRole('button', { name: 'Pay $75' });
}

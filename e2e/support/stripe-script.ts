import type { Page } from '@playwright/test';
import { FakeStripeError } from '../../server/testing/fake-stripe/objects.ts';
import type { FakeStripe } from '../../server/testing/fake-stripe.ts';

/** What the fake Stripe takes for the numbers that a story types. */
const methods: Record<string, string> = { '4242424242424242': 'pm_card_visa' };

/**
 * Plays Stripe's script for a page: a card field in a frame of Stripe's own host, and confirming at Stripe's API, which
 * writes into the account of the fake Stripe that the shop calls. Everything goes over Stripe's real hosts, so that the page's
 * Content-Security-Policy must let it through.
 */
export async function playStripe(page: Page, { account }: FakeStripe): Promise<void> {
  await page.route('https://js.stripe.com/**', (route) => {
    const isFrame = new URL(route.request().url()).pathname.endsWith('.html');
    return isFrame
      ? route.fulfill({ contentType: 'text/html', body: cardFrame })
      : route.fulfill({ contentType: 'text/javascript', body: `(${stripeScript.toString()})()` });
  });
  await page.route('https://api.stripe.com/**', async (route) => {
    const { clientSecret, number } = route.request().postDataJSON();
    const id = String(clientSecret).split('_secret')[0] ?? '';
    const headers = { 'access-control-allow-origin': '*' };
    try {
      if (number !== undefined) {
        account.confirmIntent(id, { payment_method: methods[number] ?? 'pm_card_declined' });
      }
      await route.fulfill({ headers, json: { paymentIntent: account.getIntent(id) } });
    } catch (error) {
      if (!(error instanceof FakeStripeError)) throw error;
      await route.fulfill({ headers, json: { error: error.fields } });
    }
  });
}

const cardFrame = `<!doctype html>
<html lang="en"><title>Secure card payment input frame</title>
<body style="margin: 0"><input aria-label="Card number" style="width: 100%; font-size: 16px; border: 0">
<script>
  document.querySelector('input').addEventListener('input', ({ target }) => {
    parent.postMessage({ number: target.value.replaceAll(' ', '') }, '*');
  });
</script>`;

/** Runs in the page, in the place of Stripe's script. */
function stripeScript(): void {
  const address = (document.currentScript as HTMLScriptElement).src;
  let typed = '';
  const listeners: Record<string, ((event: object) => void)[]> = {};
  const tell = (name: string, event: object) => {
    for (const listener of listeners[name] ?? []) listener(event);
  };
  addEventListener('message', ({ data }) => {
    if (typeof data.number !== 'string') return;
    typed = data.number;
    tell('change', { complete: typed.length === 16, empty: typed === '' });
  });
  const element = {
    mount(place: HTMLElement) {
      const frame = document.createElement('iframe');
      frame.src = 'https://js.stripe.com/v3/card.html';
      frame.title = 'Secure card payment input frame';
      frame.height = '24';
      place.append(frame);
      tell('ready', {});
    },
    on(name: string, listener: (event: object) => void) {
      listeners[name] = [...(listeners[name] ?? []), listener];
      return element;
    },
    ...{ once() {}, off() {}, update() {}, unmount() {}, destroy() {} },
  };
  const elements = { create: () => element, getElement: () => element, update() {} };
  const ask = async (body: object) => {
    const answer = await fetch('https://api.stripe.com/v1/fake', {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const stripe = {
    elements: () => elements,
    createToken: async () => ({}),
    createPaymentMethod: async () => ({}),
    confirmCardPayment: (clientSecret: string) => ask({ clientSecret, number: typed }),
    retrievePaymentIntent: (clientSecret: string) => ask({ clientSecret }),
    ...{ registerAppInfo() {}, _registerWrapper() {} },
  };
  Reflect.set(
    window,
    'Stripe',
    Object.assign(() => stripe, { version: new URL(address).pathname.split('/')[1] }),
  );
}

import type { Page } from '@playwright/test';
import { FakeStripeError } from '../../server/testing/fake-stripe/objects.ts';
import type { FakeStripe } from '../../server/testing/fake-stripe.ts';

/** The payment methods of the fake API for the card numbers that tests type. */
const paymentMethods: Record<string, string> = { '4242424242424242': 'pm_card_visa' };

/**
 * Answers the page's requests to Stripe: its script with a card field in a frame of Stripe's own host, and its API with
 * the payment intents of the fake that the server uses. The URLs are Stripe's real ones, so that the page's
 * Content-Security-Policy must allow them.
 */
export async function routeStripeScript(page: Page, { account }: FakeStripe): Promise<void> {
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
        account.confirmIntent(id, { payment_method: paymentMethods[number] ?? 'pm_card_declined' });
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

/** Runs in the page, instead of Stripe's script. */
function stripeScript(): void {
  const scriptUrl = (document.currentScript as HTMLScriptElement).src;
  let cardNumber = '';
  let locale = '';
  const listeners: Record<string, ((event: object) => void)[]> = {};
  const emit = (name: string, event: object) => {
    for (const listener of listeners[name] ?? []) listener(event);
  };
  addEventListener('message', ({ data }) => {
    if (typeof data.number !== 'string') return;
    cardNumber = data.number;
    emit('change', { complete: cardNumber.length === 16, empty: cardNumber === '' });
  });
  const element = {
    mount(parent: HTMLElement) {
      const frame = document.createElement('iframe');
      frame.src = 'https://js.stripe.com/v3/card.html';
      frame.title = 'Secure card payment input frame';
      frame.height = '24';
      frame.lang = locale;
      parent.append(frame);
      emit('ready', {});
    },
    on(name: string, listener: (event: object) => void) {
      listeners[name] = [...(listeners[name] ?? []), listener];
      return element;
    },
    once() {},
    off() {},
    update() {},
    unmount() {},
    destroy() {},
  };
  const elements = { create: () => element, getElement: () => element, update() {} };
  const callApi = async (body: object) => {
    const response = await fetch('https://api.stripe.com/v1/fake', {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const stripe = {
    elements: () => elements,
    createToken: async () => ({}),
    createPaymentMethod: async () => ({}),
    confirmCardPayment: (clientSecret: string) => callApi({ clientSecret, number: cardNumber }),
    retrievePaymentIntent: (clientSecret: string) => callApi({ clientSecret }),
    registerAppInfo() {},
    _registerWrapper() {},
  };
  const open = (_key: string, options: { locale?: string } = {}) => {
    locale = options.locale ?? 'auto';
    return stripe;
  };
  Reflect.set(
    window,
    'Stripe',
    Object.assign(open, { version: new URL(scriptUrl).pathname.split('/')[1] }),
  );
}

import { describe, expect, test } from 'vitest';
import { bookingSample, paidSample } from '#contract/booking-samples.ts';
import { cacheAnsweredBy, pageMarkup, textOf } from '../products/page-samples.tsx';
import { Checkout } from './Checkout.tsx';
import { Receipt } from './Receipt.tsx';

const place = { pattern: '/', address: '/' };
const noSecretYet = cacheAnsweredBy(() => new Promise(() => {}));

describe('a payment', () => {
  test('asks to pay the price, with a button that is disabled until the secret is loaded', () => {
    const booking = bookingSample({ expiresAt: '2999-01-01T00:00:00.000Z' });
    const markup = pageMarkup(
      <Checkout booking={booking} onCharge={() => {}} requireHeld={async () => {}} />,
      place,
      noSecretYet,
    );
    noSecretYet.clear();
    expect(textOf(markup)).toContain('Please pay $1,250.50 to make it yours.');
    expect(markup).toMatch(/<button aria-disabled="true"[^>]*>.*?Pay.*?\$1,250\.50/);
  });

  test('the receipt of a recorded payment shows the success text with the transaction id', () => {
    const words = textOf(
      pageMarkup(<Receipt booking={paidSample()} isBuyer />, place, noSecretYet),
    );
    expect(words).toContain('Congrats! your payment completed');
    expect(words).toContain('Your transactionId pi_sample');
    expect(words).toContain('Seller’s phone 555-0142');
  });

  test('the receipt of a refunded payment says so, without the success text', () => {
    const returned = paidSample({ state: 'returned' });
    const words = textOf(pageMarkup(<Receipt booking={returned} isBuyer />, place, noSecretYet));
    expect(words).toContain('Returned and refunded');
    expect(words).not.toContain('Congrats');
  });
});

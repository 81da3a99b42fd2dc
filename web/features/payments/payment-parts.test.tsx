import { describe, expect, test } from 'vitest';
import type { SaleViewer } from '#contract/after-sale/sale-step-types.ts';
import { bookingSample, paidSample, receivedSample } from '#contract/bookings/booking-samples.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { SaleView } from '../after-sale/SaleView.tsx';
import { cacheAnsweredBy, pageMarkup, textOf } from '../products/page-samples.tsx';
import { Checkout } from './Checkout.tsx';
import { Receipt, RefundNote } from './PaperPage.tsx';

const place = { pattern: '/', address: '/' };
const noSecretYet = cacheAnsweredBy(() => new Promise(() => {}));

describe('a payment', () => {
  test('the payment asks for the price, with a button that is disabled until the secret is loaded', () => {
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

  test('the payment shows the success text with the transaction id once it is recorded', () => {
    const words = textOf(
      pageMarkup(<SaleView booking={paidSample()} isJustPaid viewer="buyer" />, place, noSecretYet),
    );
    expect(words).toContain('Congrats! your payment completed');
    expect(words).toContain('Your transactionId pi_sample');
    expect(words).toContain('555-0142');
  });
});

describe('the page of a sale', () => {
  const partly = {
    fulfilment: { state: 'completed', completedAt: '2026-11-21T12:28:00.000Z' },
    refund: { amount: 250.5, state: 'refunded', time: '2026-11-21T12:29:00.000Z' },
    earnings: { amount: 900, commission: 100, payout: 'on-its-way' },
  } as const;
  const wordsFor = (viewer: SaleViewer, booking: Booking) =>
    textOf(
      pageMarkup(
        <SaleView booking={booking} isJustPaid={false} viewer={viewer} />,
        place,
        noSecretYet,
      ),
    );

  test('the page of a sale has its state on top, then what happened, its money, the other person and the papers', () => {
    const words = wordsFor('buyer', receivedSample());
    const parts = [
      'Play it at home',
      'Progress',
      'Money',
      'Seller Ada Marsh',
      'Where to meet or send it',
      'Documents',
    ];
    const places = parts.map((part) => words.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(words).not.toContain('Congrats');
    expect(words).not.toContain('Refund note');
  });

  test('the seller sees what was refunded, what they get and that it is on its way until it is paid out', () => {
    const words = wordsFor('seller', receivedSample(partly));
    expect(words).toContain('The sale is complete $250.50 refunded Money on its way');
    expect(words).toContain('You get $900.00 Payout On its way to the account');
    expect(words).toContain('Refund note');
    const paidOut = {
      ...partly,
      earnings: { amount: 900, commission: 100, payout: 'paid-out' as const },
    };
    expect(wordsFor('seller', receivedSample(paidOut))).toContain('Payout Paid out');
  });

  test('the seller has the suitable action in gold, and the other one beside it', () => {
    const markup = (location: string) =>
      pageMarkup(
        <SaleView booking={paidSample({ location })} isJustPaid={false} viewer="seller" />,
        place,
        noSecretYet,
      );
    const gold = (html: string) =>
      /<button[^>]*button-primary[^>]*>(.*?)<\/button>/.exec(html)?.[1];
    expect(gold(markup('The old pier'))).toContain('Enter the code');
    expect(markup('The old pier')).toContain('Mark as sent');
    expect(gold(markup('Send it to 12 Quay Street'))).toContain('Mark as sent');
  });

  test('a receipt and a refund note have the state of the sale in the same words', () => {
    const standing = 'The sale is complete, $250.50 refunded';
    const booking = receivedSample(partly);
    const [receipt, note] = [Receipt, RefundNote].map((Paper) =>
      textOf(pageMarkup(<Paper booking={booking} standing={standing} />, place, noSecretYet)),
    );
    expect(receipt).toContain('Amount $1,250.50');
    expect(receipt).toContain('Your transactionId pi_sample');
    expect(receipt).toContain(`Status ${standing}`);
    expect(note).toContain('Refunded $250.50 Price $1,250.50');
    expect(note).toContain(`Status ${standing}`);
  });
});

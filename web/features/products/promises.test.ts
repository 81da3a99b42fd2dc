import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { booking } from '#contract/bookings/bookings.ts';
import { defaultReturnDays } from '#contract/constants.ts';
import { briefPromises } from './ProductOffer.tsx';
import { promises } from './promises.ts';

type Tests = readonly (readonly [file: string, title: string])[];

const decidedWhenContested: Tests = [
  ['server/features/after-sale/returns.test.ts', 'a seller who contests a return opens a dispute'],
  [
    'server/features/after-sale/disputes.test.ts',
    'a decision without a refund completes the sale of a %s and releases the money',
  ],
  ['e2e/returns.spec.ts', 'a seller contests, both sides add to the dispute, and an admin decides'],
];

/** The tests that keep each sentence of the promises, as `file` and title. */
const keptBy: Record<string, Tests> = {
  'Shipped or handed over: play it at home first.': [
    [
      'server/features/after-sale/receive.test.ts',
      'a handover by code starts the three days for a return, and both sides are told',
    ],
    [
      'server/features/after-sale/mark-sent.test.ts',
      'a sent instrument is shown to the buyer with its date of assumed receipt, and mailed once',
    ],
  ],
  'You have 3 days from the day you receive it to return it for a full refund.': [
    [
      'server/features/after-sale/returns.test.ts',
      'a return can be requested for exactly three days after the receipt',
    ],
    [
      'server/features/after-sale/return-clocks.test.ts',
      'an unanswered return counts as accepted after five days, with a reminder a day before, each mailed once',
    ],
    [
      'server/features/after-sale/returns.test.ts',
      "a return ends with the seller's code, which the buyer enters and which starts the refund",
    ],
  ],
  'If the seller contests the return, the shop decides.': decidedWhenContested,
  'You pay by card, through a payment provider.': [
    [
      'server/features/payments/record-payment.test.ts',
      'a reported payment marks the product sold and is returned',
    ],
  ],
  'The seller never sees your card, and is paid once the return period is over.': [
    ['web/features/products/promises.test.ts', 'a booking tells a seller nothing of the card'],
    [
      'server/features/after-sale/complete-sales.test.ts',
      'a received sale is completed once after its three days, and its money is released',
    ],
    [
      'server/features/payouts/payouts-api.test.ts',
      'a payout of unreleased or already paid money is refused',
    ],
    ['server/features/payouts/payouts-api.test.ts', 'the payout of a disputed sale waits until'],
    [
      'server/features/payouts/payouts-api.test.ts',
      'the earnings hold what was released and is disputed now, and it is ready again when the sale stands',
    ],
  ],
  'What you book is reserved for you alone.': [
    [
      'server/features/bookings/book-item.test.ts',
      'a held instrument cannot be booked by anyone else',
    ],
  ],
  'If it is not handed over within 14 days, or not sent within the days that the seller has named, you can cancel.':
    [
      [
        'server/features/after-sale/meet-instead.test.ts',
        'its buyer may cancel when the days of its seller are over, as they were at the booking, and both are told a day before',
      ],
      [
        'server/features/after-sale/cancel-sale.test.ts',
        'the buyer can cancel from exactly 14 days after the payment',
      ],
    ],
  'Whether you or the seller cancels, you get your money back.': [
    [
      'server/features/after-sale/cancel-sale.test.ts',
      'a seller who cancels a sale refunds the buyer',
    ],
  ],
  'Return it within 3 days for a full refund; if the seller contests it, the shop decides': [
    [
      'server/features/after-sale/returns.test.ts',
      'a return can be requested for exactly three days after the receipt',
    ],
    ['e2e/returns.spec.ts', 'it is given back by code and refunded'],
    ...decidedWhenContested,
  ],
  'Pay safely by card; the seller never sees your card': [
    ['web/features/products/promises.test.ts', 'a booking tells a seller nothing of the card'],
  ],
  'Reserve it, and nobody else can buy it': [
    [
      'server/features/bookings/book-item.test.ts',
      'a held instrument cannot be booked by anyone else',
    ],
  ],
  'Buyers book an instrument, which reserves it for them, pay by card, and have 3 days to return it for a full refund.':
    [
      [
        'server/features/bookings/book-item.test.ts',
        'a held instrument cannot be booked by anyone else',
      ],
      [
        'server/features/payments/record-payment.test.ts',
        'a reported payment marks the product sold and is returned',
      ],
      [
        'server/features/after-sale/returns.test.ts',
        'a return can be requested for exactly three days after the receipt',
      ],
    ],
  'If the seller contests a return, the shop decides.': decidedWhenContested,
  'One good picture by a window says more than a page.': [
    ['e2e/add-product.spec.ts', 'a seller lists a product with three images'],
  ],
  'Say what it cost, how long you played it, and what it has been through.': [
    ['e2e/add-product.spec.ts', 'a seller lists a product with three images'],
  ],
  'A player books it, pays safely by card, and you hand it over.': [
    ['e2e/buying.spec.ts', 'a buyer books a product, pays for it and gets a receipt'],
    ['e2e/handover.spec.ts', 'the seller types the code that the buyer shows'],
  ],
};

const root = new URL('../../../', import.meta.url);

describe('the promises of the shop', () => {
  test('each promise of the shop is kept by tests of the behaviour', () => {
    const sentences = promises.flatMap(({ text }) => text.split(/(?<=\.) /));
    sentences.push(...briefPromises.map(({ text }) => text));
    sentences.push(...sellerSteps());
    for (const beginning of ['Buyers', 'If the seller']) {
      sentences.push(promiseOf('web/features/about/AboutPage.tsx', beginning));
    }
    expect(Object.keys(keptBy).sort()).toEqual(sentences.sort());
    for (const [file, title] of Object.values(keptBy).flat()) {
      expect(readFileSync(new URL(file, root), 'utf8'), file).toContain(title);
    }
  });

  test('a booking tells a seller nothing of the card', () => {
    expect(Object.keys(booking.shape).filter((field) => /card|cvc|expiry/i.test(field))).toEqual(
      [],
    );
  });

  test('no text of the shop speaks of escrow, which is a regulated service', () => {
    const files = ['web', 'server', 'contract', 'docs'].flatMap(textFilesUnder);
    expect(files.length).toBeGreaterThan(500);
    const speaking = files.filter((file) => /escrow/i.test(readFileSync(file, 'utf8')));
    expect(speaking).toEqual([fileURLToPath(import.meta.url)]);
  });
});

/** What the home page says that selling takes, sentence by sentence. */
function sellerSteps(): string[] {
  const source = readFileSync(new URL('web/features/home/selling-steps.tsx', root), 'utf8');
  const [, steps = ''] = /^const usualSteps = textsOf\(\[\n(.*?)^\]/ms.exec(source) ?? [];
  return [...steps.matchAll(/text: msg`(.*?)`/g)].flatMap(([, text = '']) =>
    text.split(/(?<=\.) /),
  );
}

/** The sentence of a page that begins with this word, as a visitor reads it. */
function promiseOf(file: string, beginning: string): string {
  const words = readFileSync(new URL(file, root), 'utf8')
    .replaceAll(/\$\{plural\(returnDays.*?\)\}/g, `${defaultReturnDays} days`)
    .replaceAll(/\s+/g, ' ');
  return new RegExp(`${beginning} [^.]*\\.`).exec(words)?.[0] ?? '';
}

/** The files of a folder that have words, not pixels. */
function textFilesUnder(folder: string): string[] {
  const top = fileURLToPath(new URL(folder, root));
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(png|jpe?g|webp|avif|ico|woff2?)$/.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
}

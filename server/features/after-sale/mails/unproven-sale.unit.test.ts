import { describe, expect, it, test } from 'vitest';
import { afterSaleMailKinds, mailKinds } from '#contract/operations/mail-kinds.ts';
import { availabilityMail, mailReaders } from '../../../database/schema/mails.ts';
import { renderMail } from '../../../jobs/outbox/render-mail.ts';
import { sampleSale } from '../../../testing/sample-mails.ts';
import { payoutContentOf } from '../../payouts/mails.ts';
import type { Sale } from './read-sale.ts';
import { saleContentOf } from './sale-content.ts';

const shop = 'https://shop.test';
const photo = { address: `${shop}/pictures/1/480.webp`, width: 480, height: 360 };
const sale = sampleSale('Win at evil.test');
const mails = [...mailKinds, ...afterSaleMailKinds].flatMap((kind) =>
  mailReaders.map((reader) => ({ kind, reader })),
);

function contentOf(told: Partial<Sale>) {
  return saleContentOf(
    { ...sale, ...told, isReaderProven: false },
    { shop, shopName: 'Reprise', photo, at: new Date('2026-11-21T12:00:00Z') },
  );
}

describe('a mail about a sale to an unconfirmed address', () => {
  it.each(mails)(
    'the mail about $kind to the $reader contains nothing that a user has typed',
    (mail) => {
      const content = contentOf(mail);
      const { subject, text, html } = renderMail(content, shop);
      expect(JSON.stringify({ subject, text, html })).not.toContain('evil');
      expect(text).toContain(`Booking: ${sale.bookingId}`);
      expect(text).not.toMatch(/undefined|null|your the |“”/);
      for (const sentence of [subject, ...content.paragraphs]) expect(sentence).toMatch(/^[A-Z]/);
      expect(text).toContain('Until you have confirmed your email');
    },
  );

  it('a mail to an unconfirmed address has the same text as any other, with the amount and the references', () => {
    const { subject, text } = renderMail(contentOf({ kind: 'paid', reader: 'buyer' }), shop);
    expect(subject).toBe('The instrument (Trumpet) is yours');
    expect(text).toContain('your payment of $1,234.50 for the instrument (Trumpet) has arrived');
    expect(text).toContain('Price: $1,234.50\n');
    expect(text).toContain('Transaction: pi_123');
    expect(text).not.toContain('123456');
  });

  it('a mail to an unconfirmed address names the maker only when the shop knows that maker', () => {
    const subjectOf = (told: Partial<Sale>) =>
      renderMail(contentOf({ kind: 'paid', reader: 'buyer', ...told }), shop).subject;
    expect(subjectOf({ maker: 'YAMAHA' })).toBe('The instrument (Trumpet, Yamaha) is yours');
    expect(subjectOf({ maker: 'Yamaha evil.test' })).toBe('The instrument (Trumpet) is yours');
    expect(subjectOf({ maker: 'Yamaha', instrumentKind: null })).toBe(
      'The instrument (Yamaha) is yours',
    );
    expect(subjectOf({ maker: null, instrumentKind: null })).toBe('The instrument is yours');
  });

  it('a mail to an unconfirmed address has a button to confirm it, and the reason once', () => {
    const { text, html } = renderMail(contentOf({ kind: 'paid', reader: 'buyer' }), shop);
    expect(text).toContain(`Confirm your email:\n${shop}/dashboard\n`);
    expect(text.match(/confirmed your email/g)).toHaveLength(1);
    expect(html).toContain(`href="${shop}/dashboard"`);
  });

  it('a mail to an unconfirmed watcher says nothing about the booking that has ended', () => {
    const { subject, text } = renderMail(contentOf(availabilityMail), shop);
    expect(subject).toBe('The instrument (Trumpet) is available again');
    expect(text).not.toContain('Booking:');
    expect(text).not.toContain('pi_123');
  });
});

test('a mail about a payout to an address that nobody has proven does not greet by name', () => {
  const seller = { sellerName: 'Win at evil.test', sellerEmail: 'sol@reprise.test' };
  const payout = {
    kind: 'payout-paid',
    amountCents: 12_050,
    reference: 'T 7',
    failure: null,
  } as const;
  const content = payoutContentOf({ ...seller, ...payout, isSellerProven: false }, shop, 'Reprise');
  const { text } = renderMail(content, shop);
  expect(text).toContain('$120.50 from your sales has been paid');
  expect(text).not.toContain('evil');
});

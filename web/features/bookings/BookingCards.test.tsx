import { createRef } from 'react';
import { describe, expect, test } from 'vitest';
import type { SaleSide } from '#contract/after-sale/sale-step-types.ts';
import { bookingSample, paidSample, receivedSample } from '#contract/bookings/booking-samples.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { messages } from '#contract/messages.ts';
import { SaleActions, SaleStatus } from '../after-sale/SaleCard.tsx';
import { SaleDialog } from '../after-sale/SaleDialog.tsx';
import { cacheAnsweredBy, cardsOf, pageMarkup } from '../products/page-samples.tsx';
import { BookingCards } from './BookingCards.tsx';

const place = { pattern: '/', address: '/' };

function cards(side: SaleSide, ...bookings: Booking[]): string {
  const nothing = () => {};
  return pageMarkup(
    <BookingCards
      bookings={bookings}
      onAct={nothing}
      onDecline={nothing}
      onDelete={nothing}
      ref={createRef()}
      sale={{ Status: SaleStatus, Actions: SaleActions, Dialog: SaleDialog }}
      side={side}
    />,
    place,
    cacheAnsweredBy(() => []),
  );
}

describe('the cards of bookings', () => {
  test('booking cards have the fields of the specification: serial, image, name, price, phone, location, delete, status', () => {
    const markup = cards('buyer', bookingSample(), bookingSample({ _id: 'second' }));
    const [card] = cardsOf(markup);
    expect(card).toMatch(
      /^Serial 1 Alto saxophone .*\$1,250\.50 .*Your phone 555 0199 Where to meet The old/,
    );
    expect(cardsOf(markup)[1]).toMatch(/^Serial 2 /);
    expect(markup).toContain(`src="${bookingSample().image}"`);
    // What deletes it is in the menu.
    expect(card).toContain('Pay for Alto saxophone More for Alto saxophone');
  });

  test('an unpaid booking links to its payment, and shows how long it is held', () => {
    const markup = cards('buyer', bookingSample());
    expect(cardsOf(markup)[0]).toContain('To pay 1 day left Pay for Alto saxophone');
    expect(markup).toContain(`href="/dashboard/payment/${bookingSample()._id}"`);
  });

  test('a paid booking is shown as paid, without payment', () => {
    const [card] = cardsOf(cards('buyer', paidSample()));
    expect(card).toContain('Paid Waiting for the handover');
    expect(card).not.toContain('Pay for');
  });

  test('a paid booking shows its current step with the next date and its button', () => {
    expect(cardsOf(cards('buyer', paidSample()))[0]).toMatch(
      /You can cancel from Dec 5, .* Show the code : Alto saxophone More for Alto saxophone/,
    );
  });

  test('a booking card leads to the sale when there is nothing else to do', () => {
    const markup = cards('seller', receivedSample());
    expect(cardsOf(markup)[0]).toContain('See the sale of Alto saxophone');
    expect(markup).not.toContain('<button');
  });

  test('booking cards are grouped by what needs the reader, is under way or finished', () => {
    const sent = { state: 'sent', method: 'shipping' } as const;
    const done = { state: 'completed', completedAt: '2026-11-21T12:28:00.000Z' } as const;
    const headings = (markup: string) =>
      [...markup.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, heading]) => heading);
    const bookings = [
      bookingSample({ expiresAt: '2999-01-01T00:00:00.000Z' }),
      paidSample({ _id: 'to come', fulfilment: sent }),
      receivedSample({ _id: 'at home', returnUntil: '2999-01-01T00:00:00.000Z' }),
      receivedSample({ _id: 'complete', fulfilment: done }),
      receivedSample({ _id: 'complete too', fulfilment: done }),
    ];
    expect(headings(cards('buyer', ...bookings))).toEqual(['Needs you', 'Under way', 'Finished']);
    expect(headings(cards('seller', ...bookings.slice(0, 3)))).toEqual(['Under way']);
    // A hold that ended while the list was open stays in its place.
    const ended = bookingSample({ _id: 'ended', expiresAt: '2020-01-01T00:00:00.000Z' });
    expect(headings(cards('buyer', ended, ...bookings))).toEqual([
      'Needs you',
      'Under way',
      'Finished',
    ]);
  });

  test('a received booking offers the return until the return window ends', () => {
    const over = '2026-11-01T00:00:00.000Z';
    expect(cardsOf(cards('buyer', receivedSample()))[0]).toContain('Return it');
    expect(cardsOf(cards('buyer', receivedSample({ returnUntil: over })))[0]).not.toContain(
      'Return it',
    );
  });

  test('a seller sees who booked, how to reach them, and whether it is paid', () => {
    const markup = cards('seller', bookingSample(), paidSample({ _id: 'paid' }));
    const [held, paid] = cardsOf(markup);
    expect(held).toMatch(/Buyer Bea Reed Phone 555 0199 Where to meet The old .* Not paid yet/);
    expect(held).toContain('Call the buyer , Bea Reed');
    expect(markup).toContain('href="tel:5550199"');
    expect(paid).toMatch(/Buyer Bea Reed .* Paid Hand it over, or send it/);
    // Both ways are in sight, the other one not in the menu.
    expect(paid).toMatch(/Enter the code : Alto saxophone Mark as sent : Alto saxophone More/);
  });

  test('a seller sees when and why a hold has ended, with nothing to release', () => {
    const ended = { state: 'released', expiresAt: undefined } as const;
    const releasedAt = '2026-11-20T10:00:00.000Z';
    const markup = cards(
      'seller',
      bookingSample({ ...ended, releasedAt, releaseReason: 'cancelled' }),
      bookingSample({ ...ended, releasedAt, releaseReason: 'expired', _id: 'expired' }),
    );
    const [cancelled, expired] = cardsOf(markup);
    expect(cancelled).toMatch(
      /Hold ended Nov 20, 10:00 .* The booking was deleted\. It disappears from this list/,
    );
    expect(expired).toContain('It was not paid for in time.');
    expect(markup).not.toContain('<button');
    expect(markup).not.toContain(messages.hold.decline);
  });
});

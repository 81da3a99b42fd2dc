import { createRef } from 'react';
import { describe, expect, test } from 'vitest';
import type { Booking } from '#contract/bookings.ts';
import { messages } from '#contract/messages.ts';
import {
  cacheAnsweredBy,
  headersOf,
  pageMarkup,
  rowsOf,
  textOf,
} from '../products/page-samples.tsx';
import { BookingTable } from './BookingTable.tsx';
import { bookingSample, paidSample, receivedSample } from './booking-samples.ts';
import type { Side } from './queries.ts';

const place = { pattern: '/', address: '/' };

function table(side: Side, ...bookings: Booking[]): string {
  const nothing = () => {};
  return pageMarkup(
    <BookingTable
      bookings={bookings}
      onAct={nothing}
      onDecline={nothing}
      onDelete={nothing}
      ref={createRef()}
      side={side}
    />,
    place,
    cacheAnsweredBy(() => []),
  );
}

describe('the table of bookings', () => {
  test('has the columns of the specification', () => {
    const columns = ['Serial', 'Image', 'Name', 'Price', 'Phone', 'Location', 'Delete', 'Status'];
    expect(headersOf(table('buyer', bookingSample()))).toEqual(columns);
  });

  test('links an unpaid booking to its payment, and shows how long it is held', () => {
    const markup = table('buyer', bookingSample());
    expect(rowsOf(markup)).toEqual([
      '1 Alto saxophone $1,250.50 555 0199 The old pier Delete the booking of Alto saxophone Pay for Alto saxophone 1 day left',
    ]);
    expect(markup).toContain(`href="/dashboard/payment/${bookingSample()._id}"`);
  });

  test('shows a paid booking as paid, without payment or deletion', () => {
    const markup = table('buyer', paidSample());
    const [row] = rowsOf(markup);
    expect(row).toContain('Paid, so it is kept Paid');
    expect(row).not.toContain('Pay for');
    expect(markup).not.toMatch(/<button[^>]*>Delete/);
  });

  test('shows the present step of a paid booking with its next date, its button and the sale', () => {
    const markup = table('buyer', paidSample());
    expect(rowsOf(markup)[0]).toMatch(
      /Paid Waiting for the handover You can cancel from Dec 5, 2026, .* Show the code : Alto saxophone See the sale of Alto saxophone$/,
    );
    expect(markup).toContain(`href="/dashboard/payment/${paidSample()._id}"`);
  });

  test('offers the return of a received booking until the return window ends', () => {
    const over = '2026-11-01T00:00:00.000Z';
    expect(rowsOf(table('buyer', receivedSample()))[0]).toContain('Return it');
    expect(rowsOf(table('buyer', receivedSample({ returnUntil: over })))[0]).not.toContain(
      'Return it',
    );
  });

  test('shows a seller who booked, how to reach them, and whether it is paid', () => {
    const markup = table('seller', bookingSample(), paidSample({ _id: 'paid' }));
    expect(headersOf(markup)).toEqual([
      ...['Serial', 'Image', 'Name', 'Price', 'Buyer', 'Phone', 'Location', 'Status'],
    ]);
    const [held, paid] = rowsOf(markup);
    expect(held).toContain('Bea Reed 555 0199 The old pier Not paid yet');
    expect(paid).toContain('Bea Reed 555 0199 The old pier Paid');
    expect(textOf(markup)).not.toContain('Delete');
  });

  test('shows a seller that a hold has ended, when and why, with nothing to let go of', () => {
    const ended = { state: 'released', expiresAt: undefined } as const;
    const releasedAt = '2026-11-20T10:00:00.000Z';
    const markup = table(
      'seller',
      bookingSample({ ...ended, releasedAt, releaseReason: 'cancelled' }),
      bookingSample({ ...ended, releasedAt, releaseReason: 'expired', _id: 'expired' }),
    );
    const [cancelled, expired] = rowsOf(markup);
    expect(cancelled).toMatch(/The old pier Hold ended .*2026.* The booking was deleted\.$/);
    expect(expired).toContain('It was not paid in time.');
    expect(markup).not.toContain(messages.hold.decline);
  });
});

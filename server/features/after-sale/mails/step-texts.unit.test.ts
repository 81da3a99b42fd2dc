import { expect, test } from 'vitest';
import { sampleSale } from '../../../testing/sample-mails.ts';
import type { Sale } from './read-sale.ts';
import { saleContentOf } from './sale-content.ts';

const photo = { address: 'https://shop.test/pictures/1/480.webp', width: 480, height: 360 };
const at = new Date('2026-05-02T10:00:00Z');

function statusIn(told: Partial<Sale>): string | undefined {
  const sale = { ...sampleSale('Viola'), state: 'paid', returnState: null, ...told } as const;
  const { facts = [] } = saleContentOf(sale, {
    shop: 'https://shop.test',
    shopName: 'Reprise',
    photo,
    at,
  });
  return facts.find(([name]) => name === 'Status')?.[1];
}

test('a mail about a sale says where it stands in the words of its page, with what was refunded of it', () => {
  const sent = { kind: 'sent', fulfilmentState: 'sent' } as const;
  expect(statusIn({ ...sent, reader: 'buyer' })).toBe('On its way to you');
  expect(statusIn({ ...sent, reader: 'seller' })).toBe('On its way');
  const part = { totalRefundCents: 4_000, isRefundDue: false };
  expect(statusIn({ ...sent, ...part, reader: 'seller' })).toBe('On its way, $40 refunded');
  const decided = {
    kind: 'dispute-decided',
    reader: 'buyer',
    fulfilmentState: 'completed',
    disputeCause: 'not-received',
    disputeState: 'decided',
    disputeOpenedAt: at,
    disputeGoesBack: false,
    totalRefundCents: 4_000,
    isRefundDue: true,
  } as const;
  expect(statusIn(decided)).toBe(
    'The dispute is decided, and the sale stands, $40 is being refunded',
  );
});

test('a mail about a booking that is sent names no meeting place, but where it goes', () => {
  const placeIn = (deliveryMethod: Sale['deliveryMethod']) => {
    const told = { kind: 'booked', reader: 'seller', meetingPlace: 'Leith' } as const;
    const delivery = { deliveryMethod, zoneId: 'eu', zoneName: 'EU' };
    const sale = { ...sampleSale('Viola'), ...told, ...delivery };
    const { facts = [] } = saleContentOf(sale, {
      shop: 'https://shop.test',
      shopName: 'Reprise',
      photo,
      at,
    });
    return facts.find(([, value]) => value === 'Leith')?.[0];
  };
  expect(placeIn('shipping')).toBe('Shipping to');
  expect(placeIn('pickup')).toBe('Meeting place');
  expect(placeIn(null)).toBe('Meeting place');
});

test('a mail to somebody who waits for an instrument does not say how the sale of another stands', () => {
  expect(statusIn({ kind: 'free-again', reader: 'watcher' })).toBeUndefined();
});

test('the mail that tells of the end of a sale asks both sides for a review, and no other mail does', () => {
  const asks = (told: Partial<Sale>, hasReviews = true) => {
    const sale = { ...sampleSale('Viola'), isCancelledBySeller: false, ...told };
    const { closing = [] } = saleContentOf(sale, {
      shop: 'https://shop.test',
      shopName: 'Reprise',
      photo,
      at,
      hasReviews,
    });
    return closing.some((text) => text.includes('you can review each other'));
  };
  for (const reader of ['buyer', 'seller'] as const) {
    expect(asks({ kind: 'sale-completed', reader })).toBe(true);
    expect(asks({ kind: 'sale-completed', reader }, false)).toBe(false);
    expect(asks({ kind: 'sale-cancelled', reader, isCancelledBySeller: true })).toBe(true);
    expect(asks({ kind: 'sale-cancelled', reader })).toBe(false);
    expect(asks({ kind: 'received', reader })).toBe(false);
  }
  const returned = { fulfilmentState: 'returned' } as const;
  expect(asks({ ...returned, kind: 'returned', reader: 'seller' })).toBe(true);
  expect(asks({ ...returned, kind: 'refunded', reader: 'buyer' })).toBe(true);
  expect(asks({ kind: 'refunded', reader: 'buyer', fulfilmentState: 'completed' })).toBe(false);
});

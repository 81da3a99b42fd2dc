import type { Booking } from './bookings.ts';

/** A held, unpaid booking, for tests. */
export function bookingSample(difference: Partial<Booking> = {}): Booking {
  const { price = 1250.5, shipping = 0 } = difference;
  return {
    _id: '01900000-0000-7000-8000-00000000000b',
    buyerName: 'Bea Reed',
    buyerEmail: 'bea@reprise.test',
    name: 'Alto saxophone',
    price,
    shipping,
    total: price + shipping,
    image: '/pictures/1/1200.webp',
    phone: '555 0199',
    location: 'The old pier',
    productId: '01900000-0000-7000-8000-000000000001',
    paid: false,
    state: 'held',
    sellerName: 'Ada Marsh',
    time: '2026-11-20T12:00:00.000Z',
    expiresAt: '2026-11-22T12:00:00.000Z',
    ...difference,
  };
}

/** The same, paid. */
export function paidSample(difference: Partial<Booking> = {}): Booking {
  const { expiresAt: _, ...held } = bookingSample(difference);
  return {
    ...held,
    paid: true,
    state: 'paid',
    transactionId: 'pi_sample',
    number: '555-0142',
    paidAt: '2026-11-21T11:00:00.000Z',
    fulfilment: {
      state: 'awaiting',
      cancelFrom: '2026-12-05T11:00:00.000Z',
      code: '042195',
    },
    ...difference,
  };
}

/** The same, in the buyer's hands since an hour after the payment. */
export function receivedSample(difference: Partial<Booking> = {}): Booking {
  return paidSample({
    fulfilment: { state: 'received', method: 'meeting', receivedAt: '2026-11-21T12:00:00.000Z' },
    returnUntil: '2026-11-24T12:00:00.000Z',
    ...difference,
  });
}

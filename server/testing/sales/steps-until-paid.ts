import { bookItem } from '../../features/bookings/book-item.ts';
import { declineBooking } from '../../features/bookings/decline-booking.ts';
import { releaseBooking } from '../../features/bookings/release-booking.ts';
import { createPaymentIntent } from '../../features/payments/create-payment-intent.ts';
import { recordPayment } from '../../features/payments/record-payment.ts';
import { changeProductStatus } from '../../features/products/change-product.ts';
import { withdrawProduct } from '../../workflows/withdraw-product.ts';
import { inTransaction, type SaleStep } from './sale-step.ts';

export const stepHoldHours = 2;
const handoverPlace = { phone: '555 0199', location: 'the pier' };

/** What a seller does with a product on sale. */
export const stepsOnSale = {
  advertise: {
    triedBy: ['seller'],
    act: inTransaction((tx, by, { productId: id }, at) =>
      changeProductStatus(tx, by, { id, status: 'advertise' }, at),
    ),
  },
  'stop-advertising': {
    triedBy: ['seller'],
    act: inTransaction((tx, by, { productId: id }, at) =>
      changeProductStatus(tx, by, { id, status: 'available' }, at),
    ),
  },
  withdraw: {
    triedBy: ['seller'],
    act: inTransaction((tx, by, { productId }, at) => withdrawProduct(tx, by, productId, at)),
  },
} as const satisfies Record<string, SaleStep>;

/** What people do with a booking until it is paid. */
export const stepsUntilPaid = {
  book: {
    triedBy: ['buyer'],
    act: inTransaction((tx, by, { productId, priceCents, commissionBasisPoints }, at) =>
      bookItem(
        tx,
        by,
        { productId, price: priceCents / 100, ...handoverPlace },
        { at, holdHours: stepHoldHours, commissionBasisPoints },
      ),
    ),
    request: ({ productId, priceCents, idempotencyKey }) => ({
      path: '/bookings',
      body: { productId, price: priceCents / 100, ...handoverPlace },
      headers: { 'idempotency-key': idempotencyKey },
      status: 201,
    }),
    stored: 'b.id is not null',
  },
  release: {
    triedBy: ['buyer', 'buyer', 'stranger'],
    act: inTransaction((tx, by, { bookingId }, at) => releaseBooking(tx, by, bookingId, at)),
    request: ({ bookingId }) => ({
      method: 'DELETE',
      path: `/bookings/${bookingId}`,
      repeated: 404,
    }),
    stored: "b.state = 'released'",
  },
  decline: {
    triedBy: ['seller', 'seller', 'buyer'],
    act: inTransaction((tx, by, { bookingId }, at) =>
      declineBooking(tx, by, { bookingId, reason: 'I keep it' }, at),
    ),
  },
  'create-intent': {
    triedBy: ['buyer', 'buyer', 'buyer', 'stranger'],
    act: (deps, by, { bookingId, priceCents }) =>
      createPaymentIntent(deps, by.id, { bookingId, price: priceCents / 100 }),
    request: ({ bookingId, priceCents }) => ({
      path: '/create-payment-intent',
      body: { price: priceCents / 100, bookingId },
    }),
  },
  'record-payment': {
    triedBy: ['buyer', 'buyer', 'buyer', 'stranger'],
    act: (deps, by, { bookingId, priceCents, transactionId }) =>
      recordPayment(deps, by, { bookingId, price: priceCents / 100, transactionId }),
    request: ({ bookingId, priceCents, transactionId }) => ({
      path: '/payments',
      body: { price: priceCents / 100, bookingId, transactionId },
      status: 201,
    }),
    stored: 'exists (select from payments p where p.booking_id = b.id and p.id::text = a.id)',
  },
} as const satisfies Record<string, SaleStep>;

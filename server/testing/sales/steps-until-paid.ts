import { everywhere } from '#contract/delivery/shop-zones.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import { bookItem } from '../../features/bookings/book-item.ts';
import { declineBooking } from '../../features/bookings/decline-booking.ts';
import { releaseBooking } from '../../features/bookings/release-booking.ts';
import { createPaymentIntent } from '../../features/payments/create-payment-intent.ts';
import { recordPayment } from '../../features/payments/record-payment.ts';
import { changeProductStatus } from '../../features/products/change-product.ts';
import { withdrawProduct } from '../../workflows/withdraw-product.ts';
import { inTransaction, type SaleStep, type StepDetails } from './sale-step.ts';

export const stepHoldHours = 2;
const handoverPlace = { phone: '555 0199', location: 'the pier' };
const address = { name: 'Clara', lines: ['1 Quay'], city: 'Leith', country: 'GB' };

/** What is sent, is sent everywhere. */
export function deliveryOf({ shippingCents }: Pick<StepDetails, 'shippingCents'>) {
  return shippingCents === 0 ? {} : { delivery: { zone: everywhere.id, address } };
}

const totalOf = ({ priceCents, shippingCents }: StepDetails) =>
  toMajorUnits(priceCents + shippingCents);

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
    act: inTransaction((tx, by, { productId, priceCents, commission, ...sale }, at) =>
      bookItem(
        tx,
        by,
        { productId, price: toMajorUnits(priceCents), ...handoverPlace, ...deliveryOf(sale) },
        { at, holdHours: stepHoldHours, commission },
      ),
    ),
    request: ({ productId, priceCents, idempotencyKey, ...sale }) => ({
      path: '/bookings',
      body: { productId, price: toMajorUnits(priceCents), ...handoverPlace, ...deliveryOf(sale) },
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
    act: (deps, by, sale) =>
      createPaymentIntent(deps, by.id, { bookingId: sale.bookingId, price: totalOf(sale) }),
    request: (sale) => ({
      path: '/create-payment-intent',
      body: { price: totalOf(sale), bookingId: sale.bookingId },
    }),
  },
  'record-payment': {
    triedBy: ['buyer', 'buyer', 'buyer', 'stranger'],
    act: (deps, by, { bookingId, transactionId, ...sale }) =>
      recordPayment(deps, by, {
        bookingId,
        price: totalOf({ ...sale, bookingId, transactionId }),
        transactionId,
      }),
    request: (sale) => ({
      path: '/payments',
      body: {
        price: totalOf(sale),
        bookingId: sale.bookingId,
        transactionId: sale.transactionId,
      },
      status: 201,
    }),
    stored: 'exists (select from payments p where p.booking_id = b.id and p.id::text = a.id)',
  },
} as const satisfies Record<string, SaleStep>;

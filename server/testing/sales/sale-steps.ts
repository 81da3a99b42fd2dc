import { type Tx, transaction } from '../../database/transaction.ts';
import { addDisputeStatement } from '../../features/after-sale/add-dispute-statement.ts';
import { cancelSale } from '../../features/after-sale/cancel-sale.ts';
import { decideDispute } from '../../features/after-sale/decide-dispute.ts';
import { decideReturn, type ReturnDecision } from '../../features/after-sale/decide-return.ts';
import { markSent } from '../../features/after-sale/mark-sent.ts';
import { openDispute } from '../../features/after-sale/open-dispute.ts';
import { confirmReceipt, handOver } from '../../features/after-sale/receive.ts';
import { requestReturn } from '../../features/after-sale/request-return.ts';
import { bookItem } from '../../features/bookings/book-item.ts';
import { declineBooking } from '../../features/bookings/decline-booking.ts';
import { releaseBooking } from '../../features/bookings/release-booking.ts';
import { createPaymentIntent } from '../../features/payments/create-payment-intent.ts';
import type { PaymentDeps } from '../../features/payments/payments.ts';
import { recordPayment } from '../../features/payments/record-payment.ts';
import { changeProductStatus } from '../../features/products/change-product.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import { withdrawProduct } from '../../workflows/withdraw-product.ts';

export type Side = 'buyer' | 'seller' | 'admin' | 'stranger';

/** A sale and the details of a step. Those that a step does not use may be empty. */
export interface StepDetails {
  bookingId: string;
  productId: string;
  priceCents: number;
  /** In hundredths of a percent. */
  commissionBasisPoints: number;
  transactionId: string;
  /** What an admin decides about a dispute. */
  refundCents: number;
  goesBack: boolean;
  /** The code of the handover or of the return. */
  code: string;
  idempotencyKey: string;
}

export interface StepRequest {
  method?: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** The status of success, 200 by default. */
  status?: number;
  /** What a repeated request may be refused with, because it was done before. */
  repeated?: number;
  headers?: Readonly<Record<string, string>>;
}

export interface SaleStep {
  /** With whom random histories try it: mostly the one who may. */
  triedBy: readonly Side[];
  /** Performs the step by calling the shop's function. @returns what the function returns */
  act(deps: PaymentDeps, by: KnownUser, details: StepDetails): Promise<unknown>;
  /** The same step as a request to the API. */
  request?(details: StepDetails): StepRequest;
  /**
   * What is stored once the request was answered with a success: a condition on a booking `b` and what belongs to it;
   * `a.id` is the id in the reply.
   */
  stored?: string;
}

export const stepHoldHours = 2;
const handoverPlace = { phone: '555', location: 'the pier' };
const reason = 'It hums';

type Work = (tx: Tx, by: KnownUser, details: StepDetails, at: Date) => Promise<unknown>;
const inTransaction =
  (work: Work): SaleStep['act'] =>
  ({ database, clock }, by, details) =>
    transaction(database, (tx) => work(tx, by, details, clock.now()));

const decide = (decision: ReturnDecision) =>
  inTransaction((tx, by, { bookingId }, at) =>
    decideReturn(tx, by, { bookingId, ...decision }, at),
  );

const putReturn =
  (body: object): NonNullable<SaleStep['request']> =>
  ({ bookingId }) => ({ method: 'PUT', path: `/bookings/${bookingId}/return`, body });

/** What people do with a product on sale and with its sale, by function calls and by requests. */
export const saleSteps = {
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
      declineBooking(tx, by, { bookingId, reason }, at),
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
  'hand-over': {
    triedBy: ['seller', 'seller', 'buyer'],
    act: inTransaction((tx, by, { bookingId }, at) =>
      handOver(tx, by, { bookingId, isRightCode: true }, at),
    ),
    request: ({ bookingId, code }) => ({ path: `/bookings/${bookingId}/handover`, body: { code } }),
    stored: "f.received_at is not null and f.method = 'meeting'",
  },
  'wrong-code': {
    triedBy: ['seller'],
    act: inTransaction((tx, by, { bookingId }, at) =>
      handOver(tx, by, { bookingId, isRightCode: false }, at),
    ),
    request: ({ bookingId, code }) => ({
      path: `/bookings/${bookingId}/handover`,
      body: { code: String((Number(code) + 1) % 1_000_000).padStart(6, '0') },
    }),
  },
  send: {
    triedBy: ['seller', 'stranger'],
    act: inTransaction((tx, by, { bookingId }, at) =>
      markSent(tx, by, { bookingId, carrier: 'DHL' }, at),
    ),
    request: ({ bookingId }) => ({
      path: `/bookings/${bookingId}/sent`,
      body: { carrier: 'Post', tracking: 'P 7' },
    }),
    stored: 'f.sent_at is not null',
  },
  receive: {
    triedBy: ['buyer', 'buyer', 'seller'],
    act: inTransaction((tx, by, { bookingId }, at) => confirmReceipt(tx, by, bookingId, at)),
    request: ({ bookingId }) => ({ path: `/bookings/${bookingId}/received`, body: {} }),
    stored: 'f.received_at is not null',
  },
  cancel: {
    triedBy: ['buyer', 'buyer', 'buyer', 'seller', 'admin', 'stranger'],
    act: inTransaction((tx, by, { bookingId }, at) =>
      cancelSale(tx, by, { bookingId, reason }, at),
    ),
    request: ({ bookingId }) => ({ path: `/bookings/${bookingId}/cancel`, body: { reason } }),
    stored: 'f.cancelled_by is not null',
  },
  'ask-return': {
    triedBy: ['buyer', 'buyer', 'buyer', 'seller'],
    act: inTransaction((tx, by, { bookingId }, at) =>
      requestReturn(tx, by, { bookingId, reason }, at),
    ),
    request: ({ bookingId }) => ({
      path: `/bookings/${bookingId}/return`,
      body: { reason },
      status: 201,
      repeated: 409,
    }),
    stored: 'r.id::text = a.id',
  },
  'accept-return': {
    triedBy: ['seller', 'admin', 'buyer'],
    act: decide({ state: 'accepted', place: 'The pier' }),
    request: putReturn({ state: 'accepted', place: 'The pier' }),
    stored: "r.place = 'The pier'",
  },
  'contest-return': {
    triedBy: ['seller', 'seller', 'admin'],
    act: decide({ state: 'contested', reason: 'It does not hum' }),
    request: putReturn({ state: 'contested', reason: 'It does not hum' }),
    stored: 'r.contest_reason is not null',
  },
  'give-back': {
    triedBy: ['seller', 'admin'],
    act: decide({ state: 'given-back' }),
    request: putReturn({ state: 'given-back' }),
    stored: 'r.given_back_at is not null',
  },
  'give-back-by-code': {
    triedBy: ['buyer', 'stranger'],
    act: decide({ state: 'given-back', isRightCode: true }),
    request: ({ bookingId, code }) => ({
      method: 'PUT',
      path: `/bookings/${bookingId}/return`,
      body: { state: 'given-back', code },
    }),
    stored: 'r.given_back_at is not null',
  },
  'wrong-return-code': {
    triedBy: ['buyer'],
    act: decide({ state: 'given-back', isRightCode: false }),
  },
  'open-dispute': {
    triedBy: ['buyer', 'buyer', 'seller'],
    act: inTransaction((tx, by, { bookingId }, at) =>
      openDispute(tx, by, { bookingId, reason }, at),
    ),
    request: ({ bookingId }) => ({
      path: `/bookings/${bookingId}/dispute`,
      body: { reason },
      status: 201,
      repeated: 409,
    }),
    stored: 'exists (select from disputes d where d.booking_id = b.id and d.id::text = a.id)',
  },
  'state-dispute': {
    triedBy: ['buyer', 'seller', 'stranger'],
    act: inTransaction((tx, by, { bookingId }, at) =>
      addDisputeStatement(tx, by, { bookingId, text: 'As I said' }, at),
    ),
    request: ({ bookingId }) => ({
      path: `/bookings/${bookingId}/dispute/statements`,
      body: { text: 'As I said' },
      status: 201,
    }),
    stored: `exists (
      select from disputes d join dispute_statements s on s.dispute_id = d.id
      where d.booking_id = b.id and s.id::text = a.id)`,
  },
  'decide-dispute': {
    triedBy: ['admin', 'admin', 'seller'],
    act: inTransaction((tx, by, { bookingId, refundCents, goesBack }, at) =>
      decideDispute(
        tx,
        by,
        { bookingId, refundCents, goesBack, reason: 'As the pictures show' },
        at,
      ),
    ),
    request: ({ bookingId, refundCents, goesBack }) => ({
      method: 'PUT',
      path: `/bookings/${bookingId}/dispute`,
      body: { refund: refundCents / 100, goesBack, reason: 'As the pictures show' },
    }),
    stored:
      'exists (select from disputes d where d.booking_id = b.id and d.decided_by is not null)',
  },
} as const satisfies Record<string, SaleStep>;

export type SaleStepName = keyof typeof saleSteps;
/** The steps that can be taken by HTTP. */
export type RequestStepName = {
  [Name in SaleStepName]: (typeof saleSteps)[Name] extends { request: unknown } ? Name : never;
}[SaleStepName];

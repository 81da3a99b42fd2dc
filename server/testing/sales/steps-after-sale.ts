import { toMajorUnits } from '#contract/money/currency.ts';
import { addDisputeStatement } from '../../features/after-sale/add-dispute-statement.ts';
import { approveSale } from '../../features/after-sale/approve-sale.ts';
import { cancelSale } from '../../features/after-sale/cancel-sale.ts';
import {
  answerCancellation,
  requestCancellation,
} from '../../features/after-sale/cancellation-request.ts';
import { decideDispute } from '../../features/after-sale/decide-dispute.ts';
import { decideReturn, type ReturnDecision } from '../../features/after-sale/decide-return.ts';
import { givePermit, type PermitAnswer } from '../../features/after-sale/give-permit.ts';
import { markSent } from '../../features/after-sale/mark-sent.ts';
import { markSentBack } from '../../features/after-sale/mark-sent-back.ts';
import { meetInstead } from '../../features/after-sale/meet-instead.ts';
import { openDispute } from '../../features/after-sale/open-dispute.ts';
import { confirmReceipt, handOver } from '../../features/after-sale/receive.ts';
import { requestReturn } from '../../features/after-sale/request-return.ts';
import { inTransaction, type SaleStep } from './sale-step.ts';

const reason = 'It hums';

const decide = (decision: ReturnDecision) =>
  inTransaction((tx, by, { bookingId }, at) =>
    decideReturn(tx, by, { bookingId, ...decision }, at),
  );

const putReturn =
  (body: object): NonNullable<SaleStep['request']> =>
  ({ bookingId }) => ({ method: 'PUT', path: `/bookings/${bookingId}/return`, body });

const putMeeting =
  (agrees: boolean): NonNullable<SaleStep['request']> =>
  ({ bookingId }) => ({ method: 'PUT', path: `/bookings/${bookingId}/meeting`, body: { agrees } });

const answerByRequest = (state: 'accepted' | 'declined') =>
  inTransaction((tx, by, { bookingId }, at) =>
    answerCancellation(tx, by, { bookingId, state }, at),
  );

const putAnswer =
  (state: 'accepted' | 'declined'): NonNullable<SaleStep['request']> =>
  ({ bookingId }) => ({
    method: 'PUT',
    path: `/bookings/${bookingId}/cancellation-request`,
    body: { state },
  });

const answerPermit = (answer: PermitAnswer) =>
  inTransaction((tx, by, { bookingId }, at) => givePermit(tx, by, { bookingId, ...answer }, at));

const putPermit =
  (body: PermitAnswer): NonNullable<SaleStep['request']> =>
  ({ bookingId }) => ({ method: 'PUT', path: `/bookings/${bookingId}/permit`, body });

/** What people do with a sale once it is paid. */
export const stepsAfterSale = {
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
  'give-permit': {
    triedBy: ['seller', 'seller', 'seller', 'buyer'],
    act: answerPermit({ state: 'given', number: 'DE-7' }),
    request: putPermit({ state: 'given', number: 'DE-7' }),
    stored: 'f.permit_given_at is not null',
  },
  'permit-refused': {
    triedBy: ['seller', 'seller', 'admin'],
    act: answerPermit({ state: 'refused' }),
    request: putPermit({ state: 'refused' }),
    stored: "f.state = 'cancelled' and f.cancelled_by is not null",
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
  meet: {
    triedBy: ['buyer', 'buyer', 'seller', 'seller', 'stranger'],
    act: inTransaction((tx, by, { bookingId }, at) =>
      meetInstead(tx, by, { bookingId, agrees: true }, at),
    ),
    request: putMeeting(true),
    // Who has said no says yes later.
    stored: 'f.buyer_meets_at is not null and f.seller_meets_at is not null',
  },
  'do-not-meet': {
    triedBy: ['buyer', 'seller'],
    act: inTransaction((tx, by, { bookingId }, at) =>
      meetInstead(tx, by, { bookingId, agrees: false }, at),
    ),
    request: putMeeting(false),
  },
  receive: {
    triedBy: ['buyer', 'buyer', 'seller'],
    act: inTransaction((tx, by, { bookingId }, at) => confirmReceipt(tx, by, { bookingId }, at)),
    request: ({ bookingId }) => ({ path: `/bookings/${bookingId}/received`, body: {} }),
    stored: 'f.received_at is not null',
  },
  approve: {
    triedBy: ['buyer', 'buyer', 'seller'],
    act: inTransaction((tx, by, { bookingId }, at) => approveSale(tx, by, bookingId, at)),
    request: ({ bookingId }) => ({ path: `/bookings/${bookingId}/approval`, body: {} }),
    stored: 'f.approved_at is not null and f.completed_at is not null',
  },
  cancel: {
    triedBy: ['buyer', 'buyer', 'buyer', 'seller', 'admin', 'stranger'],
    act: inTransaction((tx, by, { bookingId }, at) =>
      cancelSale(tx, by, { bookingId, reason }, at),
    ),
    request: ({ bookingId }) => ({ path: `/bookings/${bookingId}/cancel`, body: { reason } }),
    stored: 'f.cancelled_by is not null',
  },
  'ask-cancellation': {
    triedBy: ['buyer', 'buyer', 'seller'],
    act: inTransaction((tx, by, { bookingId }, at) =>
      requestCancellation(tx, by, { bookingId, reason }, at),
    ),
    request: ({ bookingId }) => ({
      path: `/bookings/${bookingId}/cancellation-request`,
      body: { reason },
    }),
    stored: 'f.cancellation_requested_at is not null',
  },
  'accept-cancellation': {
    triedBy: ['seller', 'admin', 'buyer'],
    act: answerByRequest('accepted'),
    request: putAnswer('accepted'),
    stored: 'f.cancelled_by is not null',
  },
  'decline-cancellation': {
    triedBy: ['seller', 'stranger'],
    act: answerByRequest('declined'),
    request: putAnswer('declined'),
    stored: 'f.cancellation_declined_at is not null',
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
  'send-back': {
    triedBy: ['buyer', 'buyer', 'seller'],
    act: inTransaction((tx, by, { bookingId }, at) =>
      markSentBack(tx, by, { bookingId, carrier: 'DHL' }, at),
    ),
    request: ({ bookingId }) => ({
      path: `/bookings/${bookingId}/return/sent`,
      body: { carrier: 'Post', tracking: 'P 8' },
    }),
    stored: 'r.sent_back_at is not null',
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
    act: inTransaction((tx, by, { bookingId, refundCents, refundShippingCents, goesBack }, at) =>
      decideDispute(
        tx,
        by,
        { bookingId, refundCents, refundShippingCents, goesBack, reason: 'As the pictures show' },
        at,
      ),
    ),
    request: ({ bookingId, refundCents, goesBack }) => ({
      method: 'PUT',
      path: `/bookings/${bookingId}/dispute`,
      body: { refund: toMajorUnits(refundCents), goesBack, reason: 'As the pictures show' },
    }),
    stored:
      'exists (select from disputes d where d.booking_id = b.id and d.decided_by is not null)',
  },
} as const satisfies Record<string, SaleStep>;

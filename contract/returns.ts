import { z } from 'zod';
import { booking } from './bookings.ts';
import { defineCall } from './call.ts';
import { limits } from './constants.ts';
import { id, page, requiredText } from './fields.ts';
import { returnStates } from './states.ts';

const done = z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() });

export const requestReturn = defineCall({
  method: 'POST',
  path: '/bookings/{id}/return',
  who: 'user',
  rule: 'its buyer, within three days of the payment; an admin for a buyer whose account was removed',
  summary: 'Ask to give a paid instrument back for a full refund',
  params: z.strictObject({ id }),
  body: z.strictObject({
    reason: requiredText('Say why you want to return it', limits.returnReasonLength),
  }),
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refusal: { acknowledged: false },
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});

export const decideReturn = defineCall({
  method: 'PUT',
  path: '/bookings/{id}/return',
  who: 'user',
  rule: "the product's seller, or an admin; a refused return can only be accepted by an admin",
  summary: 'Accept a return, which sends the money back, or refuse it',
  params: z.strictObject({ id }),
  body: z.strictObject({
    state: z.enum(['accepted', 'refused'], 'This must be accepted or refused'),
  }),
  status: 200,
  reply: done,
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const listReturns = defineCall({
  method: 'GET',
  path: '/returns',
  who: 'admin',
  summary: 'List the bookings with a return, newest booking first',
  query: z.strictObject({
    state: z.enum(returnStates, 'This must be requested, accepted, refused or refunded').optional(),
    ...page,
  }),
  paged: true,
  status: 200,
  reply: z.array(booking),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

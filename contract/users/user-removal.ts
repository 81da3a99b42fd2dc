import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { id, requiredText } from '#contract/fields.ts';
import { msg } from '#contract/text.ts';

const count = z.number().int();

/** What removing a user ends immediately, and what stays open for an admin to see through. */
export const removalEffects = z.object({
  ends: z.object({
    products: count.describe('Products that are taken off sale'),
    bookings: count.describe('Unpaid bookings by the user, which are released'),
    orders: count.describe("Unpaid bookings of the user's products, which are released"),
  }),
  open: z
    .object({
      sales: count.describe("Paid sales of the user's that are not complete"),
      purchases: count.describe('Purchases that the user paid for and that are not complete'),
      returns: count.describe('Returns that are not decided, or not given back'),
      disputes: count.describe('Disputes that nobody has decided'),
      refunds: count.describe('Refunds that are due'),
      balances: count.describe('1 when money from sales is not paid out, or was paid out too much'),
    })
    .describe('While any of these is not 0, the user cannot remove themselves'),
});
export type RemovalEffects = z.infer<typeof removalEffects>;

const params = z.strictObject({ id });

export const readRemovalEffects = defineCall({
  method: 'GET',
  path: '/users/{id}/removal',
  who: 'user',
  area: 'people',
  rule: 'that user, or an admin',
  summary: 'Read what removing a user would end, and what would stay open',
  params,
  status: 200,
  reply: removalEffects,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});

export const removeUser = defineCall({
  method: 'DELETE',
  path: '/users/{id}',
  who: 'user',
  area: 'people',
  refusedTo: 'nobody',
  changesCatalogue: true,
  rule: 'an admin, whatever is open; the person, within ten minutes of proving who they are and while no sale, return, dispute or refund of theirs is open and all their money is paid out; no admin themselves',
  summary: 'Remove a user',
  params,
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { deletedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const removeUserForReason = defineCall({
  method: 'POST',
  path: '/users/{id}/removal',
  who: 'admin',
  area: 'people',
  changesCatalogue: true,
  rule: 'whatever is open, within ten minutes of proving who they are; not themselves',
  summary: 'Remove a user with open sales, with a reason for the audit',
  params,
  body: z.strictObject({ reason: requiredText(msg`Give a reason`, limits.removalReasonLength) }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { deletedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

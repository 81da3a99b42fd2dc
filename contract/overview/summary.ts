import { z } from 'zod';
import { defineCall } from '#contract/call.ts';

const count = z.number().int();

/** The dashboard figures of a user; for admins also those of the whole shop. */
export const summary = z.object({
  buying: z.object({
    booked: count.describe('Live bookings, paid or not'),
    toPay: count.describe('Of these, still to be paid'),
    paid: count.describe('Of these, paid'),
  }),
  selling: z
    .object({
      onSale: count.describe('Products that are neither sold nor withdrawn'),
      booked: count.describe('Of these, held by a buyer who has yet to pay'),
      sold: count,
    })
    .optional()
    .describe('For sellers and admins'),
  people: z
    .object({
      buyers: count,
      sellers: count,
      toVerify: count.describe('Sellers whom nobody has verified yet'),
    })
    .optional()
    .describe('For admins'),
});
export type Summary = z.infer<typeof summary>;

export const readSummary = defineCall({
  method: 'GET',
  path: '/summary',
  who: 'user',
  rule: "the caller's own",
  summary: "Read the caller's figures for the dashboard",
  status: 200,
  reply: summary,
  problems: ['not-signed-in'],
});

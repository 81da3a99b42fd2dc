import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { id, isoTime, page } from '#contract/fields.ts';
import { modification } from '#contract/modification.ts';
import { failure } from '#contract/said-text.ts';
import { queuedMailKinds } from './mail-kinds.ts';

/** What the shop tries again by itself, with growing pauses, until a provider takes it. */
export const retryKinds = ['refund', 'payout', 'payout-reversal', 'card-event'] as const;
export type RetryKind = (typeof retryKinds)[number];

/** An open payment that the card provider of this shop does not know, because the shop had other keys when it was begun. */
const unknownIntent = 'unknown-intent';
const retryOrIntent = [...retryKinds, unknownIntent] as const;

const retry = z.object({
  _id: id,
  kind: z.enum(retryOrIntent),
  about: z.string().describe('The product, the seller, or the type of the webhook'),
  bookingId: id.optional(),
  amount: z.number().optional().describe('In the currency of the shop'),
  provider: z.string(),
  reference: z.string().optional().describe("The provider's id"),
  attempts: z.number().int(),
  triedAt: isoTime.optional(),
  nextAt: isoTime.optional().describe('When it is tried again; missing while that is now'),
  ...failure,
});
export type Retry = z.infer<typeof retry>;

export const listRetries = defineCall({
  method: 'GET',
  path: '/retries',
  who: 'admin',
  area: 'operation',
  summary:
    'List the refunds, payouts and webhooks that have failed and are tried again, and open payments that the card provider does not know; of each kind at most 1,000',
  query: z.strictObject({ ...page }),
  paged: true,
  status: 200,
  reply: z.array(retry),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const retryNow = defineCall({
  method: 'POST',
  path: '/retries/{id}',
  who: 'admin',
  area: 'operation',
  changesCatalogue: false,
  summary: 'Try a refund, a payout or a webhook again now',
  params: z.strictObject({ id }),
  body: z.strictObject({
    kind: z.enum(retryKinds, 'This must be refund, payout, payout-reversal or card-event'),
  }),
  ...modification,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const cancelUnknownIntent = defineCall({
  method: 'POST',
  path: '/payment-intents/{id}/cancellation',
  who: 'admin',
  area: 'operation',
  changesCatalogue: false,
  summary:
    'End an open payment that the card provider does not know, so that the buyer can pay again; only when it is certain that it was never charged',
  params: z.strictObject({ id }),
  ...modification,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});

const figure = z
  .object({
    count: z.number().int().describe('At most 1,000'),
    isExact: z.boolean().describe('False when there are more than that'),
  })
  .describe('How many there are');
export type QueueFigure = z.infer<typeof figure>;

const queues = z.object({
  jobs: z.object({ failed: z.number().int(), stuck: z.number().int() }),
  mails: z.object({ waiting: figure, retrying: figure, 'given-up': figure }),
  mailKinds: z
    .array(
      z.object({
        kind: z.enum(queuedMailKinds),
        waiting: z.number().int(),
        retrying: z.number().int(),
        'given-up': z.number().int(),
      }),
    )
    .describe('Only kinds that occur, among the first 1,000 of each state and outbox'),
  retries: figure,
  openIntents: figure.describe('Payments that were started and not finished'),
  pictures: figure.extend({ oldestAt: isoTime.optional() }).describe('Without AVIF versions yet'),
  alerts: figure
    .extend({ oldestAt: isoTime.optional() })
    .describe('Users whose saved searches are due for a check'),
});
export type Queues = z.infer<typeof queues>;

export const readQueues = defineCall({
  method: 'GET',
  path: '/queues',
  who: 'admin',
  area: 'operation',
  summary: 'Read how much is waiting, is tried again or has failed',
  status: 200,
  reply: queues,
  problems: ['not-signed-in', 'not-allowed'],
});

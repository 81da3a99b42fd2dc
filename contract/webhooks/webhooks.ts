import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { email, id, isoTime, page } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { modification } from '#contract/modification.ts';
import { msg } from '#contract/text.ts';
import {
  disabledReasons,
  webhookEvents,
  webhookFaults,
  webhookLimits,
  webhookTypes,
} from './webhook-events.ts';

const { endpointsPerPerson, overlapHours, logDays, attempts } = webhookLimits;

const url = z
  .string(sayLater(msg`Give the address that receives the webhooks`))
  .trim()
  .max(webhookLimits.urlLength, sayLater(msg`This address is too long`))
  // Parsed only when it is short: that takes the square of the marks in it.
  .pipe(
    z
      .string()
      .refine(
        isWebhookAddress,
        sayLater(
          msg`Use an address that begins with https://, without a password, at port 443 or one above 1023`,
        ),
      ),
  )
  .describe('An https address at port 443 or one above 1023, on the public internet');

const events = z
  .array(z.enum(webhookEvents, sayLater(msg`There is no such event`)))
  .min(1, sayLater(msg`Choose at least one event`))
  .max(webhookEvents.length, sayLater(msg`Choose at least one event`))
  .transform((chosen) => webhookEvents.filter((event) => chosen.includes(event)));

export const webhookEndpoint = z.object({
  _id: id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  time: isoTime.describe('When it was made'),
  failingSince: isoTime.optional().describe('Since then no delivery has succeeded'),
  disabledFor: z
    .enum(disabledReasons)
    .optional()
    .describe(
      '`gone`: it answered with 410. `failures`: nothing succeeded for five days; what has happened since is sent when you enable it with `PUT`',
    ),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

const webhookDelivery = z.object({
  _id: id.describe('The `webhook-id`, the same in each attempt and at each of your endpoints'),
  type: z.enum(webhookTypes),
  time: isoTime.describe('When it happened'),
  state: z
    .enum(['delivered', 'pending', 'failed', 'on-hold'])
    .describe('`on-hold` until the endpoint is enabled'),
  attempts: z.number().int(),
  triedAt: isoTime.optional(),
  nextAt: isoTime.optional(),
  status: z.number().int().optional().describe('Of the last answer'),
  fault: z.enum(webhookFaults).optional().describe('Why the last attempt got no answer'),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** The body of a webhook. */
export const webhookContent = z.object({
  type: z.enum(webhookTypes),
  timestamp: isoTime.describe('When it happened'),
  data: z.object({
    id: id.describe('The listing, booking, conversation, offer, review, payout or case'),
    listingId: id.optional().describe('The listing that it is about'),
    externalId: z.string().optional().describe('By which your own system knows that listing'),
    version: z.number().int().optional().describe('The version of that listing then'),
    link: z.string().describe('Where to read how things stand now'),
  }),
});
export type WebhookContent = z.infer<typeof webhookContent>;

const secret = z
  .string()
  .describe('It is shown this once. `whsec_` and the key of the signatures in Base64');
const params = z.strictObject({ id });
const keyScope = 'webhooks';
const problems = ['bad-input', 'not-signed-in', 'not-allowed'] as const;
const change = {
  who: 'seller',
  refusedTo: 'suspended',
  changesCatalogue: false,
  rule: 'their own',
  keyScope,
} as const;

export const createWebhook = defineCall({
  ...change,
  method: 'POST',
  path: '/webhooks',
  rule: 'for themselves; about cases only admins',
  summary: `Have the shop call an address when something happens; there are at most ${endpointsPerPerson} addresses`,
  body: z.strictObject({ url, events }),
  perHour: 60,
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id, secret }),
  refusal: { acknowledged: false, insertedId: null },
  problems: [...problems, 'conflict', 'too-many-requests'],
});

export const listWebhooks = defineCall({
  method: 'GET',
  path: '/webhooks',
  who: 'user',
  rule: 'that user, and nobody else',
  keyScope,
  summary: 'List your endpoints, newest first',
  query: z.strictObject({ email }),
  status: 200,
  reply: z.array(webhookEndpoint),
  problems,
});

export const changeWebhook = defineCall({
  ...change,
  method: 'PUT',
  path: '/webhooks/{id}',
  summary:
    'Change the address or the events of an endpoint. One that was disabled is enabled, and gets what has happened since',
  params,
  body: z.strictObject({ url: url.optional(), events: events.optional() }),
  ...modification,
  problems: [...problems, 'not-found'],
});

export const removeWebhook = defineCall({
  method: 'DELETE',
  path: '/webhooks/{id}',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'their own',
  keyScope,
  summary: 'Remove an endpoint with its deliveries',
  params,
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { deletedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});

export const testWebhook = defineCall({
  ...change,
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send `webhook.test`, once. Its delivery tells how it was answered',
  params,
  perHour: 60,
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refusal: { acknowledged: false, insertedId: null },
  problems: [...problems, 'not-found', 'too-many-requests'],
});

export const rotateWebhookSecret = defineCall({
  ...change,
  method: 'POST',
  path: '/webhooks/{id}/rotate',
  summary: `Replace the secret of an endpoint. For another ${overlapHours} hours each webhook has a signature with the former one too`,
  params,
  perHour: 30,
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), secret }),
  refusal: { acknowledged: false },
  problems: [...problems, 'not-found', 'too-many-requests'],
});

export const replayWebhooks = defineCall({
  ...change,
  method: 'POST',
  path: '/webhooks/{id}/replay',
  summary: `Send one delivery again, or all since a time, with ${attempts} attempts each. Their ids stay`,
  params,
  body: z.strictObject({
    deliveryId: id.optional(),
    since: z.iso.datetime({ offset: true, ...sayLater(msg`This is not a time`) }).optional(),
  }),
  perHour: 60,
  ...modification,
  problems: [...problems, 'not-found', 'conflict', 'too-many-requests'],
});

export const listWebhookDeliveries = defineCall({
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  who: 'user',
  rule: 'their own',
  keyScope,
  summary: `List what was sent to an endpoint within ${logDays} days, newest first, without its contents`,
  params,
  query: z.strictObject({ ...page }),
  paged: true,
  status: 200,
  reply: z.array(webhookDelivery),
  problems: [...problems, 'not-found'],
});

function isWebhookAddress(text: string): boolean {
  // `URL` leaves out line breaks, wherever they are.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, port, hash } = new URL(text);
  return (
    protocol === 'https:' &&
    username + password + hash === '' &&
    (port === '' || Number(port) > 1023)
  );
}

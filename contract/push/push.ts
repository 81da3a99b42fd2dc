import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { email, id, isoTime } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { pushLimits } from './push-terms.ts';

const { devicesPerPerson, testsPerHour, endpointLength } = pushLimits;

export const pushSubscription = z.object({
  _id: id,
  device: z.string().optional().describe('The `User-Agent` of the browser'),
  time: isoTime.describe('When the browser registered it first'),
  lastUsedAt: isoTime.optional().describe('When its push service last accepted a notification'),
  isFailing: z.boolean().describe('Whether its push service refused the last one'),
});
export type PushSubscriptionRecord = z.infer<typeof pushSubscription>;

/** Base64url of so many bytes, as browsers write it. */
const key = (bytes: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`),
      sayLater(msg`This is no key of a push subscription`),
    )
    .transform((text) => text.replaceAll('=', ''));

const problems = ['bad-input', 'not-signed-in', 'not-allowed'] as const;
const params = z.strictObject({ id });

export const readPushKey = defineCall({
  method: 'GET',
  path: '/push-key',
  who: 'user',
  summary: 'The key with which browsers subscribe to notifications of this shop (VAPID, RFC 8292)',
  status: 200,
  reply: z.object({ key: z.string() }),
  problems: ['not-signed-in'],
});

export const registerPushDevice = defineCall({
  method: 'POST',
  path: '/push-subscriptions',
  who: 'user',
  refusedTo: 'suspended',
  changesCatalogue: false,
  rule: 'for themselves; a device that somebody else registered is theirs from then on',
  summary: `Register the push subscription of a browser, new or again. Of more than ${devicesPerPerson} devices the one that was used least recently goes`,
  body: z.strictObject({
    endpoint: z
      .string(sayLater(msg`This is not an address`))
      .max(endpointLength, sayLater(msg`This address is too long`))
      // Parsed only when it is short: that takes the square of the marks in it.
      .pipe(z.url(sayLater(msg`This is not an address`))),
    keys: z.strictObject({ p256dh: key(65), auth: key(16) }),
  }),
  perHour: 120,
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refusal: { acknowledged: false, insertedId: null },
  problems: [...problems, 'too-many-requests'],
});

export const listPushDevices = defineCall({
  method: 'GET',
  path: '/push-subscriptions',
  who: 'user',
  rule: 'that user, and nobody else',
  summary: 'List the devices that get your notifications, newest first',
  query: z.strictObject({ email }),
  status: 200,
  reply: z.array(pushSubscription),
  problems,
});

export const removePushDevice = defineCall({
  method: 'DELETE',
  path: '/push-subscriptions/{id}',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'their own',
  summary: 'Send no more notifications to a device',
  params,
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { deletedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-found'],
});

export const testPushDevice = defineCall({
  method: 'POST',
  path: '/push-subscriptions/{id}/test',
  who: 'user',
  refusedTo: 'suspended',
  changesCatalogue: false,
  rule: 'their own',
  summary: `Send a notification to a device now, at most ${testsPerHour} an hour`,
  params,
  perHour: testsPerHour,
  status: 200,
  reply: z.object({ acknowledged: z.literal(true) }),
  refusal: { acknowledged: false },
  problems: [...problems, 'not-found', 'too-many-requests', 'unavailable'],
});

import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { email, id, isoTime, requiredLine } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { keyLimits, keyScopes } from './key-scopes.ts';

const { nameLength, keysPerPerson, overlapHours } = keyLimits;

const scopes = z
  .array(z.enum(keyScopes, sayLater(msg`This is not a permission of a key`)))
  .min(1, sayLater(msg`Choose what the key may do`))
  .max(keyScopes.length, sayLater(msg`Choose what the key may do`))
  .transform((chosen) => keyScopes.filter((scope) => chosen.includes(scope)));

const address = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  sayLater(msg`This is not an address: write it like 203.0.113.7 or 203.0.113.0/24`),
);

export const apiKey = z.object({
  _id: id,
  name: z.string(),
  hint: z.string().describe('The last four characters of the key'),
  scopes: z.array(z.enum(keyScopes)),
  addresses: z
    .array(z.string())
    .describe('The addresses from which it may be used; none: from everywhere'),
  time: isoTime.describe('When it was made'),
  expiresAt: isoTime.optional(),
  lastUsedAt: isoTime.optional().describe('To the minute'),
});
export type ApiKey = z.infer<typeof apiKey>;

const made = z.object({
  acknowledged: z.literal(true),
  insertedId: id,
  key: z.string().describe('It is shown this once'),
});
const notMade = { acknowledged: false, insertedId: null };

export const createKey = defineCall({
  method: 'POST',
  path: '/keys',
  who: 'seller',
  refusedTo: 'suspended',
  changesCatalogue: false,
  rule: 'for themselves, within ten minutes of proving who they are, and never with a key',
  summary: `Make a key with which a program acts for you; there are at most ${keysPerPerson}`,
  body: z.strictObject({
    name: requiredLine(msg`Give the key a name`, nameLength),
    scopes,
    expiresAt: z.iso
      .datetime({ offset: true, ...sayLater(msg`This is not a time`) })
      .optional()
      .describe('After that it no longer works'),
    addresses: z
      .array(address)
      .max(keyLimits.addresses, sayLater(msg`Name at most ${keyLimits.addresses} addresses`))
      .default([]),
  }),
  perHour: 30,
  status: 201,
  reply: made,
  refusal: notMade,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'conflict', 'too-many-requests'],
});

export const listKeys = defineCall({
  method: 'GET',
  path: '/keys',
  who: 'user',
  rule: 'that user, and nobody else',
  summary: 'List your keys for programs, newest first',
  query: z.strictObject({ email }),
  status: 200,
  reply: z.array(apiKey),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const rotateKey = defineCall({
  method: 'POST',
  path: '/keys/{id}/rotate',
  who: 'seller',
  refusedTo: 'suspended',
  changesCatalogue: false,
  rule: 'their own, within ten minutes of proving who they are',
  summary: `Replace a key by a new one that may do the same. The former one works for another ${overlapHours} hours`,
  params: z.strictObject({ id }),
  perHour: 30,
  status: 201,
  reply: made,
  refusal: notMade,
  problems: [
    'bad-input',
    'not-signed-in',
    'not-allowed',
    'not-found',
    'conflict',
    'too-many-requests',
  ],
});

export const revokeKey = defineCall({
  method: 'DELETE',
  path: '/keys/{id}',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'their own',
  summary: 'Revoke a key: it stops working within a second',
  params: z.strictObject({ id }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { deletedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-found'],
});

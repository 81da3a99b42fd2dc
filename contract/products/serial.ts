import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { id, requiredLine } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';

/** What a seller says of the serial number; nothing: it is not said. */
export const serialStates = ['number', 'none', 'unreadable'] as const;
export type SerialState = (typeof serialStates)[number];

export const serialTerms = {
  maxLength: 60,
  /** The characters that a buyer who has paid sees, to compare. */
  shownCharacters: 3,
  /** Years for which the fingerprint of a sold instrument's number is kept. */
  keptYears: 2,
  /** Days for which that of a withdrawn listing is kept. */
  withdrawnDays: 30,
} as const;

const serialFault = sayLater(
  msg`Enter the number, or say that there is none or that it is unreadable`,
);

export const serialNumber = requiredLine(
  msg`Enter the serial number`,
  serialTerms.maxLength,
).refine(
  (text) => /[\p{L}\p{N}]/u.test(text),
  sayLater(msg`A serial number has letters or digits`),
);

/** Of a listing, as its seller says it. An empty text takes it back. */
export const serialField = z
  .union(
    [
      z.literal(''),
      z.strictObject({ state: z.literal('number'), number: serialNumber }),
      z.strictObject({ state: z.enum(['none', 'unreadable']) }),
    ],
    serialFault,
  )
  .describe(
    'The serial number, or that there is none (`none`) or that it is `unreadable`. Only its seller reads it again, and nobody learns whether it is known. An empty text: not said',
  );
export type SentSerial = z.infer<typeof serialField>;

const params = z.strictObject({ id });
const state = z.enum(serialStates).optional().describe('Missing when the seller has said nothing');

export const readSerial = defineCall({
  method: 'GET',
  path: '/products/{id}/serial',
  who: 'seller',
  rule: 'its seller, who alone can read it; no admin',
  summary: 'Read the serial number of a listing of your own',
  params,
  status: 200,
  reply: z.object({ state, number: z.string().optional() }),
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});

export const readSoldSerial = defineCall({
  method: 'GET',
  path: '/bookings/{id}/serial',
  who: 'user',
  rule: 'its buyer, once it is paid',
  summary: `Read the last ${serialTerms.shownCharacters} characters of the serial number of what you have paid, to compare them at the receipt`,
  params,
  status: 200,
  reply: z.object({ state, ending: z.string().optional() }),
  problems: ['bad-input', 'not-signed-in', 'not-found'],
});

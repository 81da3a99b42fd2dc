import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { email, id, isoTime, totalAmount } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';

export const createPaymentIntent = defineCall({
  method: 'POST',
  path: '/create-payment-intent',
  who: 'user',
  refusedTo: 'suspended',
  // It records the payment when the intent turns out to be charged.
  changesCatalogue: true,
  rule: "the booking's buyer",
  summary:
    'Ask the card provider for the means to pay a booking; asking again gives the same open intent',
  body: z.strictObject({
    price: totalAmount(msg`This is not a price`).describe('The total of the booking'),
    bookingId: id
      .optional()
      .describe("Without it the caller's only unpaid booking with that total is meant"),
  }),
  status: 200,
  reply: z.object({
    clientSecret: z.string(),
    provider: z.enum(['sandbox', 'stripe']).describe('Who takes the card'),
    publishableKey: z.string().optional().describe("The provider's key for browsers"),
    transactionId: z.string().describe('The intent, as the provider names it'),
    expiresAt: isoTime.describe('Until when the booking holds the product'),
  }),
  problems: [
    'bad-input',
    'not-signed-in',
    'not-allowed',
    'not-found',
    'conflict',
    'cannot-process',
    'unavailable',
  ],
});

export const recordPayment = defineCall({
  method: 'POST',
  path: '/payments',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: true,
  rule: "the booking's buyer",
  summary: 'Record a payment that the card provider confirms; twice gives the same insertedId',
  body: z.strictObject({
    price: totalAmount(msg`This is not a price`).describe('The total of the booking'),
    transactionId: z.string(sayLater(msg`The transaction id is missing`)).trim().min(1).max(255),
    buyerEmail: email.optional(),
    bookingId: id,
    productId: id.optional(),
  }),
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refusal: { acknowledged: false, insertedId: null },
  problems: [
    'bad-input',
    'not-signed-in',
    'not-allowed',
    'not-found',
    'conflict',
    'cannot-process',
    'unavailable',
  ],
});

export const receiveCardEvent = defineCall({
  method: 'POST',
  path: '/webhooks/cards',
  who: 'everybody',
  refusedTo: 'nobody',
  changesCatalogue: true,
  rule: 'the card provider, by the signature of its webhook',
  summary: 'Receive an event of the card provider',
  raw: ['application/json'],
  status: 200,
  reply: z.object({ received: z.literal(true) }),
  problems: ['bad-input', 'too-large', 'unavailable'],
});

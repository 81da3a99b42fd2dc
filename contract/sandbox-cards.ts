import { z } from 'zod';
import { email } from './fields.ts';

/*
 * What the sandbox, the card provider inside the shop that moves no money, says to browsers. It follows Stripe's way: the
 * shop's own calls hand out a client secret, and with it the browser confirms the intent here, past the shop. These
 * addresses are the provider's own, so they are not among the calls of the contract.
 */

export const sandboxCardsBase = '/api/sandbox-cards';

/**
 * Below `sandboxCardsBase`, each a POST of JSON. `{id}` is the intent's: the `transactionId` that
 * `POST /create-payment-intent` answered.
 * - 200 `SandboxAnswer` with `intent`: how the intent stands now. In `requires_action` the buyer's bank asks: show the
 *   question of `nextAction` with the two answers, and send the one that was chosen to `answerChallenge`.
 * - 402 `SandboxAnswer` with `error` and `intent`: the card was refused, or the intent is past being paid. `message` is a
 *   sentence for the person. An intent in `requires_payment_method` may be confirmed again with another card.
 * - Anything else is a problem (`/api/problems`): 400 for a body that is not as described, 404 for an unknown intent or a
 *   client secret that is not its own, 429 with `Retry-After`, 503 while the shop cannot answer.
 */
export const sandboxCardsPaths = {
  /** `SandboxLookUp`: how the intent stands, after a reload for example. Never 402. */
  readIntent: '/intents/{id}',
  /** `SandboxConfirmation`. An intent that has succeeded is answered as it is and not charged again. */
  confirm: '/intents/{id}/confirm',
  /** `SandboxChallengeAnswer`: what the buyer told the bank (3-D Secure). `fail` is 402. */
  answerChallenge: '/intents/{id}/challenge',
} as const;

const clientSecret = z.string('The client secret is missing').min(1).max(255);

/** Digits, with spaces or hyphens between them as people type them. */
const digits = (message: string) =>
  z
    .string(message)
    .max(40, message)
    .transform((value) => value.replaceAll(/[\s-]/g, ''));

export const sandboxLookUp = z.strictObject({ clientSecret });

export const sandboxConfirmation = z.strictObject({
  clientSecret,
  card: z.strictObject({
    number: digits('The card number is missing'),
    /** 1 to 12. */
    expMonth: z.int('The month of expiry is missing').min(0).max(99),
    /** Four digits, or the last two. */
    expYear: z.int('The year of expiry is missing').min(0).max(9_999),
    cvc: digits('The security code is missing'),
  }),
  billing: z.strictObject({
    name: z.string('The name on the card is missing').trim().min(1).max(200),
    email,
  }),
});

export const sandboxChallengeAnswer = z.strictObject({
  clientSecret,
  /** `nextAction.challenge` of the intent. */
  challenge: z.string('The challenge is missing').min(1).max(255),
  outcome: z.enum(['complete', 'fail'], 'Say complete or fail'),
});

export type SandboxConfirmation = z.input<typeof sandboxConfirmation>;
export type SandboxChallengeAnswer = z.input<typeof sandboxChallengeAnswer>;

/** Stripe's own words for how an intent stands. The sandbox answers at once, so none is ever `processing`. */
export const sandboxIntentStates = [
  'requires_payment_method',
  'requires_action',
  'succeeded',
  'canceled',
] as const;
export type SandboxIntentState = (typeof sandboxIntentStates)[number];

export interface SandboxIntent {
  id: string;
  state: SandboxIntentState;
  amountCents: number;
  /** In `requires_action`: the question of the buyer's bank. */
  nextAction?: { type: 'challenge'; challenge: string };
}

/** Why a card was refused, by Stripe's codes. */
export interface SandboxRefusal {
  code:
    | 'incorrect_number'
    | 'invalid_expiry_month'
    | 'invalid_expiry_year'
    | 'invalid_cvc'
    | 'card_declined'
    | 'expired_card'
    | 'incorrect_cvc'
    | 'processing_error'
    | 'payment_intent_authentication_failure'
    | 'payment_intent_unexpected_state';
  /** With `card_declined`: what the bank gives as its reason. */
  declineCode?:
    | 'generic_decline'
    | 'insufficient_funds'
    | 'lost_card'
    | 'stolen_card'
    | 'test_mode_live_card';
  /** A sentence for the person. */
  message: string;
}

export interface SandboxAnswer {
  intent: SandboxIntent;
  error?: SandboxRefusal;
}

/** What becomes of a test card: it is charged, or refused with this reason. */
export const testCardOutcomes = [
  'charged',
  'generic_decline',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'incorrect_number',
] as const;
export type TestCardOutcome = (typeof testCardOutcomes)[number];

export interface TestCard {
  /** Without spaces. */
  number: string;
  brand: string;
  outcome: TestCardOutcome;
  /** Whether the bank asks before the outcome (3-D Secure). */
  asks?: true;
}

/** The only numbers that the sandbox takes: Stripe's published test numbers, any future expiry, any security code. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'Visa', outcome: 'charged' },
  { number: '4000056655665556', brand: 'Visa', outcome: 'charged' },
  { number: '5555555555554444', brand: 'Mastercard', outcome: 'charged' },
  { number: '2223003122003222', brand: 'Mastercard', outcome: 'charged' },
  { number: '5200828282828210', brand: 'Mastercard', outcome: 'charged' },
  { number: '378282246310005', brand: 'American Express', outcome: 'charged' },
  { number: '371449635398431', brand: 'American Express', outcome: 'charged' },
  { number: '6011111111111117', brand: 'Discover', outcome: 'charged' },
  { number: '3056930009020004', brand: 'Diners Club', outcome: 'charged' },
  { number: '3566002020360505', brand: 'JCB', outcome: 'charged' },
  { number: '6200000000000005', brand: 'UnionPay', outcome: 'charged' },
  { number: '4000000000000002', brand: 'Visa', outcome: 'generic_decline' },
  { number: '4000000000009995', brand: 'Visa', outcome: 'insufficient_funds' },
  { number: '4000000000009987', brand: 'Visa', outcome: 'lost_card' },
  { number: '4000000000009979', brand: 'Visa', outcome: 'stolen_card' },
  { number: '4000000000000069', brand: 'Visa', outcome: 'expired_card' },
  { number: '4000000000000127', brand: 'Visa', outcome: 'incorrect_cvc' },
  { number: '4000000000000119', brand: 'Visa', outcome: 'processing_error' },
  { number: '4242424242424241', brand: 'Visa', outcome: 'incorrect_number' },
  { number: '4000002760003184', brand: 'Visa', outcome: 'charged', asks: true },
  { number: '4000000000003220', brand: 'Visa', outcome: 'charged', asks: true },
  { number: '4000008260003178', brand: 'Visa', outcome: 'insufficient_funds', asks: true },
  { number: '4000008400001629', brand: 'Visa', outcome: 'generic_decline', asks: true },
];

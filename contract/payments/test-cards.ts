/*
 * The routes of the sandbox for browsers, and the cards that it accepts. They are not in the file of its schemas
 * (`sandbox-cards.ts`), so that a page can import them without a validator.
 */

export const sandboxCardsBase = '/api/sandbox-cards';

/**
 * Paths below `sandboxCardsBase`, each for a POST of JSON. `{id}` is the id of the intent: the `transactionId` in the response
 * of `POST /create-payment-intent`. Responses are
 * - 200 `SandboxAnswer` with `intent`, its current state. In `requires_action` the buyer's bank requires a challenge: show
 *   the question of `nextAction` with its two choices, and send the buyer's choice to `answerChallenge`;
 * - 402 `SandboxAnswer` with `error` and `intent`: the card was refused, or the intent cannot be paid any more. `message` is
 *   a sentence for the buyer. An intent in `requires_payment_method` may be confirmed again with another card;
 * - otherwise a problem (`/api/problems`): 400 for an invalid body, 404 for an unknown intent or a wrong client secret, 429
 *   with `Retry-After`, 503 while the shop is unavailable.
 */
export const sandboxCardsPaths = {
  /** `SandboxLookUp`: the state of the intent, for example after a reload. Never 402. */
  readIntent: '/intents/{id}',
  /** `SandboxConfirmation`. An intent that has succeeded is returned and not charged again. */
  confirm: '/intents/{id}/confirm',
  /** `SandboxChallengeAnswer`: the buyer's choice in the bank's challenge (3-D Secure). `fail` is 402. */
  answerChallenge: '/intents/{id}/challenge',
  /**
   * `{ clientSecret, state }`, for tests of chargebacks: `open` disputes a charged intent, `won` and `lost` are the verdict
   * for and against the shop.
   */
  dispute: '/intents/{id}/dispute',
} as const;

/** The outcome of a test card: it is charged, or refused with this reason. */
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
  /** Whether the bank requires a challenge first (3-D Secure). */
  asks?: true;
}

/** The only numbers that the sandbox accepts: Stripe's published test numbers, any future expiry, any security code. */
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

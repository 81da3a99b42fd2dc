import { z } from 'zod';
import { email } from '#contract/fields.ts';

/**
 * The sandbox's API for browsers. The sandbox is the card provider inside the shop that moves no money. It follows
 * Stripe's flow: the shop's own calls return a client secret, with which the browser confirms the intent here. These
 * paths are the provider's own (`test-cards.ts`), so they are not among the calls of the contract.
 */

const clientSecret = z.string('The client secret is missing').min(1).max(255);

/** Digits, optionally separated by spaces or hyphens. */
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

export const sandboxDisputeStates = ['open', 'won', 'lost'] as const;

/** A tester plays the buyer's bank: it takes the money of a charge back (`open`), and decides about that. */
export const sandboxDisputeChange = z.strictObject({
  clientSecret,
  state: z.enum(sandboxDisputeStates, 'Say open, won or lost'),
});

export type SandboxConfirmation = z.input<typeof sandboxConfirmation>;
export type SandboxChallengeAnswer = z.input<typeof sandboxChallengeAnswer>;

/** Stripe's names for the states of an intent. The sandbox responds immediately, so none is ever `processing`. */
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
  /** With `requires_action`: the challenge of the buyer's bank. */
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
  /** With `card_declined`: the bank's reason. */
  declineCode?:
    | 'generic_decline'
    | 'insufficient_funds'
    | 'lost_card'
    | 'stolen_card'
    | 'test_mode_live_card';
  /** A sentence for people, in English. */
  message: string;
  /** Which text of the shop the message is. */
  messageId: string;
}

export interface SandboxAnswer {
  intent: SandboxIntent;
  error?: SandboxRefusal;
}

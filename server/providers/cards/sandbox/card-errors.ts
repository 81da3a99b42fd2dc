import type { SandboxRefusal } from '#contract/sandbox-cards.ts';
import type { TestCardOutcome } from '#contract/test-cards.ts';

type DeclinedOutcome = Exclude<TestCardOutcome, 'charged'>;

/** Errors of test cards that the bank declines. */
export const declineErrors: Record<DeclinedOutcome, SandboxRefusal> = {
  generic_decline: decline('generic_decline', 'The bank declined this card.'),
  insufficient_funds: decline(
    'insufficient_funds',
    'The bank declined this card: there is not enough money on it.',
  ),
  lost_card: decline('lost_card', 'The bank declined this card.'),
  stolen_card: decline('stolen_card', 'The bank declined this card.'),
  expired_card: { code: 'expired_card', message: 'This card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', message: 'The security code of the card is wrong.' },
  processing_error: {
    code: 'processing_error',
    message: 'The bank could not handle the card just now. Please try again in a moment.',
  },
  incorrect_number: { code: 'incorrect_number', message: 'This is not a card number.' },
};

/** Errors that the sandbox returns itself, without the bank. */
export const cardErrors = {
  notATestCard: decline(
    'test_mode_live_card',
    'This is test mode, and no money moves: please use a test number such as 4242 4242 4242 4242, never a real card.',
  ),
  month: { code: 'invalid_expiry_month', message: 'There is no such month of expiry.' },
  year: { code: 'invalid_expiry_year', message: 'The card’s date of expiry is in the past.' },
  farYear: { code: 'invalid_expiry_year', message: 'No card is valid for that long.' },
  cvc: { code: 'invalid_cvc', message: 'The security code is not complete.' },
  notAuthenticated: {
    code: 'payment_intent_authentication_failure',
    message: 'The bank was not told that this is you, so nothing was charged. Please try again.',
  },
  cancelled: {
    code: 'payment_intent_unexpected_state',
    message: 'This payment was cancelled, and nothing was charged.',
  },
  challengeOver: {
    code: 'payment_intent_unexpected_state',
    message: 'The bank’s question is no longer open. Please enter the card again.',
  },
} as const satisfies Record<string, SandboxRefusal>;

function decline(
  declineCode: NonNullable<SandboxRefusal['declineCode']>,
  message: string,
): SandboxRefusal {
  return { code: 'card_declined', declineCode, message };
}

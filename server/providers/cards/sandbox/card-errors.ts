import type { SandboxRefusal } from '#contract/payments/sandbox-cards.ts';
import type { TestCardOutcome } from '#contract/payments/test-cards.ts';
import { msg, type Text, t } from '#contract/text.ts';

type DeclinedOutcome = Exclude<TestCardOutcome, 'charged'>;

/** Errors of test cards that the bank declines. */
export const declineErrors: Record<DeclinedOutcome, SandboxRefusal> = {
  generic_decline: decline('generic_decline', msg`The bank declined this card.`),
  insufficient_funds: decline(
    'insufficient_funds',
    msg`The bank declined this card: there is not enough money on it.`,
  ),
  lost_card: decline('lost_card', msg`The bank declined this card.`),
  stolen_card: decline('stolen_card', msg`The bank declined this card.`),
  expired_card: refusal('expired_card', msg`This card has expired.`),
  incorrect_cvc: refusal('incorrect_cvc', msg`The security code of the card is wrong.`),
  processing_error: refusal(
    'processing_error',
    msg`The bank could not handle the card just now. Please try again in a moment.`,
  ),
  incorrect_number: refusal('incorrect_number', msg`This is not a card number.`),
};

/** Errors that the sandbox returns itself, without the bank. */
export const cardErrors = {
  notATestCard: decline(
    'test_mode_live_card',
    msg`This is test mode, and no money moves: please use a test number such as 4242 4242 4242 4242, never a real card.`,
  ),
  month: refusal('invalid_expiry_month', msg`There is no such expiry month.`),
  year: refusal('invalid_expiry_year', msg`The card’s expiry date is in the past.`),
  farYear: refusal('invalid_expiry_year', msg`No card is valid for that long.`),
  cvc: refusal('invalid_cvc', msg`The security code is not complete.`),
  notAuthenticated: refusal(
    'payment_intent_authentication_failure',
    msg`The payment was not confirmed with the bank, so nothing was charged. Please try again.`,
  ),
  cancelled: refusal(
    'payment_intent_unexpected_state',
    msg`This payment was cancelled, and nothing was charged.`,
  ),
  challengeOver: refusal(
    'payment_intent_unexpected_state',
    msg`The bank is no longer waiting for a confirmation. Please enter the card again.`,
  ),
} as const satisfies Record<string, SandboxRefusal>;

/** In English, with the id by which the page says it in the language of the buyer. */
function refusal(code: SandboxRefusal['code'], text: Text): SandboxRefusal {
  return { code, message: t(text), messageId: text.id };
}

function decline(declineCode: NonNullable<SandboxRefusal['declineCode']>, text: Text) {
  return { ...refusal('card_declined', text), declineCode };
}

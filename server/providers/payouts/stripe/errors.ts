import Stripe from 'stripe';
import { msg } from '#contract/text.ts';
import { Problem } from '../../../core/problem.ts';
import { isReplayedError, summarizeStripeError } from '../../stripe/stripe-errors.ts';

const { errors } = Stripe;

const retryAfterSeconds = 60;

/**
 * Translates an error of Stripe's SDK into a problem; other errors are returned unchanged.
 */
export function toPayoutProblem(error: unknown): unknown {
  if (!(error instanceof errors.StripeError)) return error;
  const cause = new Error(summarizeStripeError(error));
  if (isMissing(error)) {
    return new Problem('conflict', msg`The payout provider does not know this account.`, { cause });
  }
  return new Problem('unavailable', msg`The payout provider does not answer. Please try again.`, {
    cause,
    retryAfterSeconds,
  });
}

/** Whether Stripe has no object with the given id, or no account that belongs to the shop. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof errors.StripeError)) return false;
  return error.code === 'resource_missing' || error.code === 'account_invalid';
}

/**
 * Why Stripe refuses a transfer permanently; undefined when it may succeed later. Charges reach the shop's balance days after
 * the buyer has paid, so a balance that is too low is no refusal of a payout.
 */
export function refusalOf(error: unknown, { alsoBalance = false } = {}): string | undefined {
  if (!(error instanceof errors.StripeInvalidRequestError)) return undefined;
  const { code = '', statusCode = 400 } = error;
  if (code === 'balance_insufficient' && !alsoBalance) return undefined;
  return statusCode < 500 ? `Stripe refused it: ${code || 'invalid request'}` : undefined;
}

/** Whether this is a refusal for want of balance that Stripe gave to an earlier request with the same key. */
export function isReplayedRefusal(error: unknown): boolean {
  const isRefusal = error instanceof errors.StripeInvalidRequestError;
  return isRefusal && isReplayedError(error) && error.code === 'balance_insufficient';
}

import Stripe from 'stripe';
import { msg } from '#contract/text.ts';
import { Problem, type ProblemText } from '../../../core/problem.ts';
import { summarizeStripeError } from '../../stripe/stripe-errors.ts';

const { errors } = Stripe;

const retryAfterSeconds = 5;

/**
 * Translates an error of Stripe's SDK into a problem; other errors are returned unchanged.
 * @param invalid the problem to use when Stripe rejects the request as invalid
 */
export function toCardProblem(
  error: unknown,
  invalid: { code: 'cannot-process' | 'conflict'; detail: ProblemText },
): unknown {
  if (!(error instanceof errors.StripeError)) return error;
  const cause = new Error(`${summarizeStripeError(error)}: ${withoutSecrets(error.message)}`);
  if (error instanceof errors.StripeIdempotencyError) {
    return new Problem('conflict', msg`This payment was started with other details.`, { cause });
  }
  if (
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripeCardError
  ) {
    return new Problem(invalid.code, invalid.detail, { cause });
  }
  // No connection, a timeout, rate limits and Stripe's own failures; and a rejected API key, which only the operator can
  // correct: the log has the cause.
  return new Problem('unavailable', msg`The card provider does not answer. Please try again.`, {
    cause,
    retryAfterSeconds,
  });
}

/** Whether Stripe has no object with the given id. */
export function isResourceMissing(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Whether Stripe rejected the request, for example because of the object's current state. */
export function isInvalidRequest(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError;
}

/** Stripe's messages sometimes quote the request. */
function withoutSecrets(message: string): string {
  return message.replaceAll(/\b(\w+_secret_|sk_|rk_|whsec_)[\w*]+/g, '$1…');
}

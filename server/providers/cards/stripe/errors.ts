import Stripe from 'stripe';
import { Problem } from '../../../core/problem.ts';

const { errors } = Stripe;

/** Seconds after which it is worth asking again. */
const retryAfterSeconds = 5;

/**
 * What Stripe refused, as a problem. The cause for the log is a few words of its own: Stripe's errors carry whole
 * objects, the intent with its client secret among them.
 * @param refused what a request means that Stripe understood and does not perform
 */
export function asCardProblem(
  error: unknown,
  refused: { code: 'cannot-process' | 'conflict'; detail: string },
): unknown {
  if (!(error instanceof errors.StripeError)) return error;
  const cause = wordsFor(error);
  if (error instanceof errors.StripeIdempotencyError) {
    return new Problem('conflict', 'This payment was begun with other details.', { cause });
  }
  if (
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripeCardError
  ) {
    return new Problem(refused.code, refused.detail, { cause });
  }
  // No connection, no answer in time, too many requests, Stripe's own failure; and a key that Stripe does not take,
  // which is the operator's to mend and stands in the log.
  return new Problem('unavailable', 'The card provider does not answer. Please try again.', {
    cause,
    retryAfterSeconds,
  });
}

/** Whether Stripe says that what was named does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Whether Stripe understood the request and does not perform it in the present state. */
export function isRefused(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError;
}

function wordsFor({
  type,
  code,
  statusCode,
  requestId,
  message,
}: Stripe.errors.StripeError): Error {
  const facts = [type, code, statusCode, requestId].filter((fact) => fact !== undefined);
  return new Error(`Stripe: ${facts.join(' ')}: ${withoutSecrets(message)}`);
}

/** Stripe quotes what it was sent now and then. */
function withoutSecrets(message: string): string {
  return message.replaceAll(/\b(\w+_secret_|sk_|rk_|whsec_)[\w*]+/g, '$1…');
}

import Stripe from 'stripe';

/** What the log gets of an error of Stripe's SDK, because the error itself contains whole objects. */
export function summarizeStripeError(error: Stripe.errors.StripeError): string {
  const { type, code, statusCode, requestId } = error;
  const details = [type, code, statusCode, requestId].filter((detail) => detail !== undefined);
  return `Stripe: ${details.join(' ')}`;
}

interface SkipOptions {
  /** The default is enough for a day of refund attempts, by the job and manually. */
  maxKeys?: number;
  /** Which errors the next key gets over; by default all that are replayed. */
  isSkipped?: (error: unknown) => boolean;
}

/**
 * Stripe stores its first response to an idempotency key for a day, errors included, and replays it to every retry. So
 * that a replayed error does not block a booking or a refund for a day, this goes on to the next key of a series. Every
 * caller uses the same series, so concurrent attempts still share a key.
 */
export async function skipReplayedErrors<Result>(
  key: string,
  request: (key: string) => Promise<Result>,
  { maxKeys = 20, isSkipped = isReplayedError }: SkipOptions = {},
): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await request(count === 1 ? key : `${key}-${count}`);
    } catch (error) {
      if (count === maxKeys || !isSkipped(error)) throw error;
    }
  }
}

/** Whether Stripe replayed the error of an earlier request with the same key. */
export function isReplayedError(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true'
  );
}

import Stripe from 'stripe';

/** Enough for a day of refund attempts, by the job and manually. */
const maxKeys = 20;

/**
 * Stripe stores its first response to an idempotency key for a day, errors included, and replays it to every retry. So
 * that a replayed error does not block a booking or a refund for a day, this goes on to the next key of a series. Every
 * caller uses the same series, so concurrent attempts still share a key.
 */
export async function skipReplayedErrors<Result>(
  key: string,
  request: (key: string) => Promise<Result>,
): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await request(count === 1 ? key : `${key}-${count}`);
    } catch (error) {
      if (count === maxKeys || !isReplayedError(error)) throw error;
    }
  }
}

/** Whether Stripe replayed the error of an earlier request with the same key. */
export function isReplayedError(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true'
  );
}

import Stripe from 'stripe';

/** A day of refunds that are tried again, with growing pauses and now and then by hand. */
const mostKeys = 20;

/**
 * Stripe keeps its first answer to an idempotency key for a day, be it a failure, and gives it to whoever asks again: for
 * so long a booking could not be paid, and a refund not be sent. Where such an answer comes, the next key of the same
 * series is used. All attempts go through the same series, so those at the same moment still meet at one key.
 */
export async function pastKeptFailures<Answer>(
  key: string,
  ask: (key: string) => Promise<Answer>,
): Promise<Answer> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await ask(turn === 1 ? key : `${key}-${turn}`);
    } catch (error) {
      if (turn === mostKeys || !isKeptFailure(error)) throw error;
    }
  }
}

/** Whether this failure is not of this attempt, but the answer to an earlier one with the same key. */
export function isKeptFailure(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true'
  );
}

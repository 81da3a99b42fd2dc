import type Stripe from 'stripe';
import { msg } from '#contract/text.ts';
import { Problem } from '../../../core/problem.ts';
import { toStripeAmount } from '../../stripe/stripe-amounts.ts';
import { isReplayedError, skipReplayedErrors } from '../../stripe/stripe-errors.ts';
import type { RefundRequest } from '../port.ts';
import { isInvalidRequest, toCardProblem } from './errors.ts';

const notRefundable = {
  code: 'conflict',
  detail: msg`The card provider cannot refund this charge.`,
} as const;

/**
 * Refunds a charge once per key. Stripe forgets idempotency keys after a day, so the key is also stored in the refund's
 * metadata and looked up first. Concurrent calls are deduplicated by Stripe's idempotency key.
 */
export async function createStripeRefund(
  stripe: Stripe,
  request: RefundRequest,
): Promise<{ id: string }> {
  try {
    return toRefundId((await findRefund(stripe, request)) ?? (await createRefund(stripe, request)));
  } catch (error) {
    throw toCardProblem(error, notRefundable);
  }
}

function createRefund(stripe: Stripe, request: RefundRequest): Promise<Stripe.Refund> {
  const { intentId, amountCents, idempotencyKey: refundKey } = request;
  // A refund that failed may be asked for again with less, after a chargeback took a part. Stripe refuses a key with
  // another amount for a day. A refund that was made is found by `refundKey`, whatever its amount.
  return skipReplayedErrors(`${refundKey}-${amountCents}`, async (idempotencyKey) => {
    try {
      return await stripe.refunds.create(
        { payment_intent: intentId, amount: toStripeAmount(amountCents), metadata: { refundKey } },
        { idempotencyKey },
      );
    } catch (error) {
      if (!isInvalidRequest(error) && !isReplayedError(error)) throw error;
      // The charge may have been refunded since the first lookup, or manually in Stripe's dashboard.
      const found = await findRefund(stripe, request, { includeManual: true });
      if (found) return found;
      throw error;
    }
  });
}

/** @param options.includeManual accepts a refund of the same amount without our key, created in Stripe's dashboard */
async function findRefund(
  stripe: Stripe,
  { intentId, amountCents, idempotencyKey }: RefundRequest,
  { includeManual = false } = {},
): Promise<Stripe.Refund | undefined> {
  const { data } = await stripe.refunds.list({ payment_intent: intentId, limit: 100 });
  const withOurKey = data.find(({ metadata }) => metadata?.refundKey === idempotencyKey);
  if (withOurKey && withOurKey.amount !== toStripeAmount(amountCents)) {
    throw new Problem('conflict', msg`This refund was started with another amount.`);
  }
  if (withOurKey || !includeManual) return withOurKey;
  return data.find(
    (refund) =>
      refund.metadata?.refundKey === undefined &&
      refund.amount === toStripeAmount(amountCents) &&
      hasNotFailed(refund),
  );
}

function toRefundId(refund: Stripe.Refund): { id: string } {
  if (hasNotFailed(refund)) return { id: refund.id };
  throw new Problem(
    'conflict',
    msg`The bank did not accept the refund. An admin has to look into it.`,
    {
      cause: `Stripe reports refund ${refund.id} as ${refund.status}`,
    },
  );
}

function hasNotFailed({ status }: Stripe.Refund): boolean {
  return status !== 'failed' && status !== 'canceled';
}

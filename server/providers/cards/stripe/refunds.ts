import type Stripe from 'stripe';
import { Problem } from '../../../core/problem.ts';
import type { RefundRequest } from '../port.ts';
import { asCardProblem, isRefused } from './errors.ts';
import { isKeptFailure, pastKeptFailures } from './replayed-errors.ts';

const impossible = {
  code: 'conflict',
  detail: 'The card provider cannot give this charge back.',
} as const;

/**
 * Gives a charge back, once for each key. Stripe forgets a key after a day, so the refund bears it too, and is looked for
 * first; of two that come at the same moment, Stripe's own memory of the key stops the second.
 */
export async function refundByStripe(
  stripe: Stripe,
  request: RefundRequest,
): Promise<{ id: string }> {
  try {
    return idOf((await findRefund(stripe, request)) ?? (await createRefund(stripe, request)));
  } catch (error) {
    throw asCardProblem(error, impossible);
  }
}

function createRefund(stripe: Stripe, request: RefundRequest): Promise<Stripe.Refund> {
  const { intentId, amountCents, idempotencyKey: refundKey } = request;
  return pastKeptFailures(refundKey, async (idempotencyKey) => {
    try {
      return await stripe.refunds.create(
        { payment_intent: intentId, amount: amountCents, metadata: { refundKey } },
        { idempotencyKey },
      );
    } catch (error) {
      if (!isRefused(error) && !isKeptFailure(error)) throw error;
      // Perhaps it was given back between the look and the attempt, or by hand in Stripe's dashboard.
      const found = await findRefund(stripe, request, { alsoByHand: true });
      if (found) return found;
      throw error;
    }
  });
}

/** By hand, without a key of ours, counts as this refund when it is the same amount. */
async function findRefund(
  stripe: Stripe,
  { intentId, amountCents, idempotencyKey }: RefundRequest,
  { alsoByHand = false } = {},
): Promise<Stripe.Refund | undefined> {
  const { data } = await stripe.refunds.list({ payment_intent: intentId, limit: 100 });
  const ofOurs = data.find(({ metadata }) => metadata?.refundKey === idempotencyKey);
  if (ofOurs && ofOurs.amount !== amountCents) {
    throw new Problem('conflict', 'This refund was begun with another amount.');
  }
  if (ofOurs || !alsoByHand) return ofOurs;
  return data.find(
    (refund) =>
      refund.metadata?.refundKey === undefined && refund.amount === amountCents && isGood(refund),
  );
}

function idOf(refund: Stripe.Refund): { id: string } {
  if (isGood(refund)) return { id: refund.id };
  throw new Problem('conflict', 'The bank did not take the money back. Somebody has to look.', {
    cause: `Stripe: refund ${refund.id} is ${refund.status}`,
  });
}

function isGood({ status }: Stripe.Refund): boolean {
  return status !== 'failed' && status !== 'canceled';
}

import type Stripe from 'stripe';
import { fromStripeAmount } from '../../stripe/stripe-amounts.ts';
import type { CardDispute } from '../port.ts';
import { isResourceMissing, toCardProblem } from './errors.ts';

/** Null when Stripe has no such dispute, or it belongs to no intent. */
export async function findStripeDispute(stripe: Stripe, id: string): Promise<CardDispute | null> {
  try {
    return toCardDispute(await stripe.disputes.retrieve(id));
  } catch (error) {
    if (isResourceMissing(error)) return null;
    const detail = 'The card provider does not know this chargeback.';
    throw toCardProblem(error, { code: 'conflict', detail });
  }
}

/**
 * An inquiry (`warning_…`) takes no money; it is open like a chargeback, and closed it counts as won. `prevented` is won too.
 * Every other status waits for the bank.
 */
const states: Partial<Record<string, CardDispute['state']>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

function toCardDispute(dispute: Stripe.Dispute): CardDispute | null {
  const { id, amount, status, payment_intent: intent, balance_transactions: movements } = dispute;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  if (intentId === undefined) return null;
  // A fee that Stripe gives back after a won dispute is a movement with a negative fee.
  const feeCents = Math.max(0, fromStripeAmount(movements.reduce((sum, { fee }) => sum + fee, 0)));
  return {
    id,
    intentId,
    amountCents: fromStripeAmount(amount),
    feeCents,
    state: states[status] ?? 'open',
  };
}

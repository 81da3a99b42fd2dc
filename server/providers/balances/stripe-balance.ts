import Stripe from 'stripe';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { fromStripeAmount, stripeCurrency } from '../stripe/stripe-amounts.ts';
import { summarizeStripeError } from '../stripe/stripe-errors.ts';
import type { BalanceMovement, MovementPage, MovementRange, ProviderBalance } from './port.ts';

/** Stripe gives no more. */
const perPage = 100;

/** The balance of a Stripe account: charges, refunds, disputes, transfers to sellers, fees and payouts to the bank. */
export function createStripeBalance(stripe: Stripe): ProviderBalance {
  return { name: 'stripe', listMovements: (range) => listMovements(stripe, range) };
}

async function listMovements(
  stripe: Stripe,
  { from, before, after }: MovementRange,
): Promise<MovementPage> {
  try {
    const { data, has_more: hasMore } = await stripe.balanceTransactions.list({
      created: { gte: toSeconds(from), lt: toSeconds(before) },
      limit: perPage,
      // The source says which intent or transfer it is about.
      expand: ['data.source'],
      ...(after === undefined ? {} : { starting_after: after }),
    });
    return { movements: data.map(toMovement), next: hasMore ? data.at(-1)?.id : undefined };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new Problem('unavailable', msg`The card provider does not list its balance.`, {
      cause: new Error(summarizeStripeError(error)),
      retryAfterSeconds: 60,
    });
  }
}

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1_000);

type Fields = Readonly<Record<string, unknown>>;

function toMovement(transaction: Stripe.BalanceTransaction): BalanceMovement {
  const { id, amount, fee, created, source: given } = transaction;
  const source: Fields = typeof given === 'object' ? { ...given } : { id: given };
  return {
    id,
    kind: kindOf(transaction),
    reference: referenceOf(source) ?? id,
    sourceId: typeof source.id === 'string' ? source.id : undefined,
    amountCents: fromStripeAmount(amount),
    feeCents: fromStripeAmount(fee),
    movedAt: new Date(created * 1_000),
  };
}

/** By Stripe's own grouping, which tells adjustments apart. What is not named is `other`. */
const kinds: Partial<Record<string, BalanceMovement['kind']>> = {
  charge: 'charge',
  charge_failure: 'charge',
  refund: 'refund',
  refund_failure: 'refund',
  partial_capture_reversal: 'refund',
  dispute: 'chargeback',
  dispute_reversal: 'chargeback',
  transfer: 'payout',
  transfer_reversal: 'payout',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
  payout: 'bank',
  payout_reversal: 'bank',
  topup: 'bank',
  topup_reversal: 'bank',
};

function kindOf(transaction: Stripe.BalanceTransaction): BalanceMovement['kind'] {
  // Balances are compared in the shop's currency only.
  if (transaction.currency !== stripeCurrency()) return 'other';
  return kinds[transaction.reporting_category] ?? 'other';
}

/** The intent of a charge, a refund or a dispute; the payout of a transfer or its reversal. */
function referenceOf({ payment_intent: intent, metadata, transfer, charge, id }: Fields) {
  const { payoutId } = { ...(metadata as Fields | null | undefined) };
  return [intent, payoutId, transfer, charge, id].find((one) => typeof one === 'string');
}

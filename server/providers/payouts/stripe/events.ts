import type Stripe from 'stripe';
import { msg } from '#contract/text.ts';
import { Problem } from '../../../core/problem.ts';
import { verifyStripeEvent } from '../../stripe/stripe-client.ts';
import type { PayoutAccounts, PayoutEvent } from '../port.ts';

interface EventDeps {
  stripe: Stripe;
  /** One for each endpoint at Stripe. */
  webhookSecrets: readonly string[];
  at: Date;
}

/** @throws Problem bad-input when the signature is missing, wrong or too old */
export function readPayoutEvent(
  deps: EventDeps,
  body: Buffer,
  headers: Parameters<PayoutAccounts['readEvent']>[1],
): PayoutEvent {
  const signature = headers['stripe-signature'];
  if (typeof signature !== 'string') throw rejected();
  const event = deps.webhookSecrets
    .map((secret) => verify(deps, body, { signature, secret }))
    .find((verified) => verified !== undefined);
  if (!event) throw rejected();
  return aboutOf(event);
}

function verify(
  { stripe, at }: EventDeps,
  body: Buffer,
  { signature, secret }: { signature: string; secret: string },
): Stripe.Event | undefined {
  try {
    return verifyStripeEvent({ stripe, secret, at }, body, signature);
  } catch {
    return undefined;
  }
}

function aboutOf(event: Stripe.Event): PayoutEvent {
  const subject: Partial<Record<string, unknown>> = { ...event.data?.object };
  const { object, id, metadata } = subject;
  if (object === 'account' && typeof id === 'string') return { about: 'account', accountId: id };
  const { payoutId } = { ...(metadata as Record<string, unknown> | undefined) };
  if (object === 'transfer' && typeof payoutId === 'string') {
    return { about: 'payout', key: payoutId };
  }
  return { about: 'nothing of ours' };
}

function rejected(): Problem {
  return new Problem('bad-input', msg`This webhook was not accepted`);
}

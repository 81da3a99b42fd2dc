import type Stripe from 'stripe';
import type { Clock } from '../../../core/clock.ts';
import { Problem } from '../../../core/problem.ts';
import type { CardIntent, CardIntentState, CardProvider, IntentRequest } from '../port.ts';
import { asCardProblem, isMissing, isRefused } from './errors.ts';
import { readStripeEvent } from './events.ts';
import { refundByStripe } from './refunds.ts';
import { pastKeptFailures } from './replayed-errors.ts';
import { openStripe, type StripeApiSettings } from './stripe-client.ts';

export interface StripeCardsDeps extends StripeApiSettings {
  publishableKey: string;
  webhookSecret: string;
  /** Whether Stripe mails the buyer a receipt of its own. */
  sendsReceipts: boolean;
  clock: Clock;
}

/** Prices are dollars (contract/constants.ts, `currencySign`). */
const currency = 'usd';

/** Cards by Stripe. The browser confirms an intent with Stripe itself, so no card ever comes near this server. */
export function stripeCards(deps: StripeCardsDeps): CardProvider {
  const { publishableKey, webhookSecret, clock } = deps;
  const stripe = openStripe(deps);
  return {
    name: 'stripe',
    publishableKey,
    createIntent: (request) => createIntent(stripe, request, deps),
    findIntent: (id) => findIntent(stripe, id),
    cancelIntent: (id) => cancelIntent(stripe, id),
    refund: (request) => refundByStripe(stripe, request),
    readEvent: (...webhook) =>
      readStripeEvent({ stripe, webhookSecret, now: () => clock.now() }, ...webhook),
  };
}

async function createIntent(
  stripe: Stripe,
  { bookingId, amountCents, idempotencyKey, description, buyerEmail }: IntentRequest,
  { sendsReceipts }: Pick<StripeCardsDeps, 'sendsReceipts'>,
): Promise<CardIntent> {
  try {
    const wanted: Stripe.PaymentIntentCreateParams = {
      ...{ amount: amountCents, currency, description },
      // Cards only: everything else may take days to say whether it was paid.
      allowed_payment_method_types: ['card'],
      metadata: { bookingId },
      ...(sendsReceipts ? { receipt_email: buyerEmail } : {}),
    };
    // An intent that a kept failure has left behind can't be paid: nobody has its secret.
    const made = await pastKeptFailures(idempotencyKey, (key) =>
      stripe.paymentIntents.create(wanted, { idempotencyKey: key }),
    );
    // A replay is the answer as it was then; the intent may have been paid since.
    if (made.lastResponse.headers['idempotent-replayed'] !== 'true') return asCardIntent(made);
    return asCardIntent(await retrieve(stripe, made.id));
  } catch (error) {
    throw asCardProblem(error, {
      code: 'cannot-process',
      detail: 'The card provider does not take this amount.',
    });
  }
}

async function findIntent(stripe: Stripe, id: string): Promise<CardIntent | null> {
  try {
    return asCardIntent(await retrieve(stripe, id));
  } catch (error) {
    if (isMissing(error)) return null;
    throw asCardProblem(error, unknownIntent);
  }
}

async function cancelIntent(stripe: Stripe, id: string): Promise<CardIntent> {
  try {
    return asCardIntent(await stripe.paymentIntents.cancel(id, { expand: ['latest_charge'] }));
  } catch (error) {
    // It may be charged or cancelled already, which is an answer and no failure.
    const now = isRefused(error) ? await findIntent(stripe, id) : null;
    if (now && now.state !== 'open') return now;
    throw asCardProblem(error, unknownIntent);
  }
}

const unknownIntent = {
  code: 'conflict',
  detail: 'The card provider does not know this payment.',
} as const;

/** With the charge, which is where Stripe counts what was given back. */
function retrieve(stripe: Stripe, id: string): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
}

/** `requires_capture` cannot happen with our intents; whatever else Stripe may add has not been charged yet. */
const states: Record<string, CardIntentState> = {
  processing: 'processing',
  requires_capture: 'processing',
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

function asCardIntent(intent: Stripe.PaymentIntent): CardIntent {
  const { id, client_secret: clientSecret, amount, latest_charge: charge, metadata } = intent;
  if (clientSecret === null) {
    throw new Problem('unavailable', 'The card provider gave no answer that can be used.', {
      cause: `Stripe: intent ${id} came without its client secret`,
    });
  }
  return {
    ...{ id, clientSecret, amountCents: amount, bookingId: metadata.bookingId },
    state: states[intent.status] ?? 'open',
    refundedCents: charge !== null && typeof charge === 'object' ? charge.amount_refunded : 0,
  };
}

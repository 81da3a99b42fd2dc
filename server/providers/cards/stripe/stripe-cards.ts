import type Stripe from 'stripe';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../../core/clock.ts';
import { Problem } from '../../../core/problem.ts';
import { fromStripeAmount, stripeCurrency, toStripeAmount } from '../../stripe/stripe-amounts.ts';
import { createStripeClient, type StripeApiSettings } from '../../stripe/stripe-client.ts';
import { skipReplayedErrors } from '../../stripe/stripe-errors.ts';
import type { CardIntent, CardIntentState, CardProvider, IntentRequest } from '../port.ts';
import { findStripeDispute } from './disputes.ts';
import { isInvalidRequest, isResourceMissing, toCardProblem } from './errors.ts';
import { readStripeEvent } from './events.ts';
import { createStripeRefund } from './refunds.ts';

export interface StripeCardsDeps extends StripeApiSettings {
  publishableKey: string;
  webhookSecret: string;
  /** Whether Stripe mails the buyer a receipt. */
  sendsReceipts: boolean;
  clock: Clock;
}

/** Cards through Stripe. The browser confirms an intent with Stripe directly, so card data never reaches this server. */
export function createStripeCards(deps: StripeCardsDeps): CardProvider {
  const { publishableKey, webhookSecret, clock } = deps;
  const stripe = createStripeClient(deps);
  return {
    name: 'stripe',
    publishableKey,
    createIntent: (request) => createIntent(stripe, request, deps),
    findIntent: (id) => findIntent(stripe, id),
    cancelIntent: (id) => cancelIntent(stripe, id),
    refund: (request) => createStripeRefund(stripe, request),
    findDispute: (id) => findStripeDispute(stripe, id),
    readEvent: (body, headers) =>
      readStripeEvent({ stripe, webhookSecret, at: clock.now() }, body, headers),
  };
}

async function createIntent(
  stripe: Stripe,
  { bookingId, amountCents, idempotencyKey, description, buyerEmail }: IntentRequest,
  { sendsReceipts }: Pick<StripeCardsDeps, 'sendsReceipts'>,
): Promise<CardIntent> {
  try {
    const params: Stripe.PaymentIntentCreateParams = {
      amount: toStripeAmount(amountCents),
      currency: stripeCurrency(),
      description,
      // Cards only: other payment methods may take days to succeed or fail.
      allowed_payment_method_types: ['card'],
      metadata: { bookingId },
      ...(sendsReceipts ? { receipt_email: buyerEmail } : {}),
    };
    // A replayed error may have left an intent behind. It can't be charged, because its client secret was never returned.
    const intent = await skipReplayedErrors(idempotencyKey, (key) =>
      stripe.paymentIntents.create(params, { idempotencyKey: key }),
    );
    // A replay returns the intent as it was first created; it may have been paid since.
    if (intent.lastResponse.headers['idempotent-replayed'] !== 'true') return toCardIntent(intent);
    return toCardIntent(await retrieve(stripe, intent.id));
  } catch (error) {
    throw toCardProblem(error, {
      code: 'cannot-process',
      detail: msg`The card provider does not accept this amount.`,
    });
  }
}

async function findIntent(stripe: Stripe, id: string): Promise<CardIntent | null> {
  try {
    return toCardIntent(await retrieve(stripe, id));
  } catch (error) {
    if (isResourceMissing(error)) return null;
    throw toCardProblem(error, unknownIntent);
  }
}

async function cancelIntent(stripe: Stripe, id: string): Promise<CardIntent> {
  try {
    return toCardIntent(await stripe.paymentIntents.cancel(id, { expand: ['latest_charge'] }));
  } catch (error) {
    // The intent may be charged or cancelled already; then the port returns it as it is.
    const current = isInvalidRequest(error) ? await findIntent(stripe, id) : null;
    if (current && current.state !== 'open') return current;
    throw toCardProblem(error, current ? notCancelled : unknownIntent);
  }
}

const notCancelled = {
  code: 'conflict',
  detail: msg`The card provider does not cancel this payment.`,
} as const;

const unknownIntent = {
  code: 'conflict',
  detail: msg`The card provider does not know this payment.`,
} as const;

/** Expands the charge, which holds the refunded amount. */
function retrieve(stripe: Stripe, id: string): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
}

/** Every other status is `open`: not charged yet. `requires_capture` cannot occur with intents created here. */
const states: Record<string, CardIntentState> = {
  processing: 'processing',
  requires_capture: 'processing',
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

function toCardIntent(intent: Stripe.PaymentIntent): CardIntent {
  const { id, client_secret: clientSecret, latest_charge: charge } = intent;
  if (clientSecret === null) {
    throw new Problem('unavailable', msg`The card provider gave no usable answer.`, {
      cause: `Stripe returned intent ${id} without its client secret`,
    });
  }
  return {
    id,
    clientSecret,
    amountCents: fromStripeAmount(intent.amount),
    // What is charged in another currency is not ours, whatever its amount.
    bookingId: intent.currency === stripeCurrency() ? intent.metadata.bookingId : undefined,
    state: states[intent.status] ?? 'open',
    refundedCents:
      charge !== null && typeof charge === 'object' ? fromStripeAmount(charge.amount_refunded) : 0,
  };
}

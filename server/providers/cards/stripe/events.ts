import Stripe from 'stripe';
import { Problem } from '../../../core/problem.ts';
import type { CardEvent, CardProvider } from '../port.ts';

/** How old a webhook may be, so that nobody sends one again that they have overheard. */
const toleranceSeconds = 300;

export interface EventDeps {
  stripe: Stripe;
  webhookSecret: string;
  now: () => Date;
}

/** @throws Problem bad-input when the signature is missing, wrong or too old */
export function readStripeEvent(
  { stripe, webhookSecret, now }: EventDeps,
  ...[body, headers]: Parameters<CardProvider['readEvent']>
): CardEvent {
  const signature = headers['stripe-signature'];
  if (typeof signature !== 'string') throw refused('it has no signature');
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(
      ...([body, signature, webhookSecret, toleranceSeconds] as const),
      ...([undefined, now().getTime()] as const),
    );
  } catch (error) {
    // The library's error holds the whole body.
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError;
    throw refused(isForged ? error.message : 'it is not an event');
  }
  const { id, type } = event;
  const subject: unknown = event.data?.object;
  if (typeof id !== 'string' || typeof type !== 'string' || !isRecord(subject)) {
    throw refused('it is not an event');
  }
  return { id, type, intentId: intentOf(subject), payload: payloadOf(event, subject) };
}

type Fields = Readonly<Record<string, unknown>>;

/** An event is about an intent, or about what belongs to one: a charge, a refund, a dispute. */
function intentOf(subject: Fields): string | undefined {
  const { object, id, payment_intent: of } = subject;
  const named = object === 'payment_intent' ? id : isRecord(of) ? of.id : of;
  return typeof named === 'string' ? named : undefined;
}

/** What is kept of an event's subject. The rest, the card and its owner and the client secret among it, is not ours. */
const keptOfSubject = [
  ...['id', 'object', 'status', 'amount', 'amount_received', 'amount_refunded', 'currency'],
  ...['created', 'livemode', 'payment_intent', 'latest_charge', 'charge', 'reason'],
  ...['cancellation_reason', 'failure_reason', 'failure_code', 'failure_balance_transaction'],
];
const keptOfRefusal = ['type', 'code', 'decline_code'];

function payloadOf(event: Stripe.Event, subject: Fields): Fields {
  const { id, type, created, livemode, api_version: apiVersion } = event;
  const { last_payment_error: refusal, metadata } = subject;
  const bookingId = isRecord(metadata) ? metadata.bookingId : undefined;
  const object = {
    ...plain(subject, keptOfSubject),
    ...(typeof bookingId === 'string' ? { metadata: { bookingId } } : {}),
    ...(isRecord(refusal) ? { last_payment_error: plain(refusal, keptOfRefusal) } : {}),
  };
  return { id, type, created, livemode, api_version: apiVersion, data: { object } };
}

/** Only texts, numbers and flags: what is expanded into an object could hold anything. */
function plain(fields: Fields, names: readonly string[]): Fields {
  const kept = names.flatMap((name) => {
    const value = fields[name];
    return ['string', 'number', 'boolean'].includes(typeof value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(kept);
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(fault: string): Problem {
  return new Problem('bad-input', 'This webhook was not accepted', {
    cause: `A webhook was refused: ${fault}`,
  });
}

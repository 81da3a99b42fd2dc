import Stripe from 'stripe';
import { msg } from '#contract/text.ts';
import { Problem } from '../../../core/problem.ts';
import { verifyStripeEvent } from '../../stripe/stripe-client.ts';
import type { CardEvent, CardProvider } from '../port.ts';

export interface EventDeps {
  stripe: Stripe;
  webhookSecret: string;
  at: Date;
}

/** @throws Problem bad-input when the signature is missing, wrong or too old */
export function readStripeEvent(
  { stripe, webhookSecret, at }: EventDeps,
  body: Buffer,
  headers: Parameters<CardProvider['readEvent']>[1],
): CardEvent {
  const signature = headers['stripe-signature'];
  if (typeof signature !== 'string') throw rejected('the signature is missing');
  let event: Stripe.Event;
  try {
    event = verifyStripeEvent({ stripe, secret: webhookSecret, at }, body, signature);
  } catch (error) {
    // The SDK's error contains the whole body.
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError;
    throw rejected(isForged ? error.message : 'the body is not an event');
  }
  const { id, type } = event;
  const subject: unknown = event.data?.object;
  if (typeof id !== 'string' || typeof type !== 'string' || !isRecord(subject)) {
    throw rejected('the body is not an event');
  }
  const disputeId = subject.object === 'dispute' ? subject.id : undefined;
  return {
    id,
    type,
    intentId: findIntentId(subject),
    disputeId: typeof disputeId === 'string' ? disputeId : undefined,
    payload: toPayload(event, subject),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The subject is an intent, or belongs to one: a charge, a refund, a dispute. */
function findIntentId(subject: Fields): string | undefined {
  const { object, id, payment_intent: intent } = subject;
  const intentId = object === 'payment_intent' ? id : isRecord(intent) ? intent.id : intent;
  return typeof intentId === 'string' ? intentId : undefined;
}

/** The fields of an event's subject that are stored. The client secret and everything about the card are left out. */
const storedFields = [
  'id',
  'object',
  'status',
  'amount',
  'amount_received',
  'amount_refunded',
  'currency',
  'created',
  'livemode',
  'payment_intent',
  'latest_charge',
  'charge',
  'reason',
  'cancellation_reason',
  'failure_reason',
  'failure_code',
  'failure_balance_transaction',
];
const storedErrorFields = ['type', 'code', 'decline_code'];

function toPayload(event: Stripe.Event, subject: Fields): Fields {
  const { id, type, created, livemode, api_version: apiVersion } = event;
  const { last_payment_error: lastError, metadata } = subject;
  const bookingId = isRecord(metadata) ? metadata.bookingId : undefined;
  const object = {
    ...pickScalars(subject, storedFields),
    ...(typeof bookingId === 'string' ? { metadata: { bookingId } } : {}),
    ...(isRecord(lastError)
      ? { last_payment_error: pickScalars(lastError, storedErrorFields) }
      : {}),
  };
  return { id, type, created, livemode, api_version: apiVersion, data: { object } };
}

/** Drops objects, because an expanded field may contain anything. */
function pickScalars(fields: Fields, names: readonly string[]): Fields {
  const entries = names.flatMap((name) => {
    const value = fields[name];
    return ['string', 'number', 'boolean'].includes(typeof value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function rejected(fault: string): Problem {
  return new Problem('bad-input', msg`This webhook was not accepted`, {
    cause: `Webhook rejected: ${fault}`,
  });
}

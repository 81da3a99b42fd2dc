import { randomBytes } from 'node:crypto';

/** A payment intent of Stripe's API, with the fields that our code reads. */
export interface FakeStripeIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  client_secret: string;
  currency: string;
  created: number;
  description: string | null;
  receipt_email: string | null;
  last_payment_error: object | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Record<string, string>;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
}

export interface FakeStripeRefund {
  id: string;
  object: 'refund';
  amount: number;
  created: number;
  currency: string;
  metadata: Record<string, string>;
  payment_intent: string;
  status: 'succeeded' | 'failed' | 'pending';
}

export interface FakeStripeDispute {
  id: string;
  object: 'dispute';
  amount: number;
  currency: string;
  payment_intent: string;
  status: string;
  balance_transactions: { object: string; amount: number; fee: number }[];
}

/** An error of Stripe's API; the response body is `{ error: … }` with this status. */
export class FakeStripeError extends Error {
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(status: number, fields: { type: string; message: string; [name: string]: unknown }) {
    super(fields.message);
    this.status = status;
    this.fields = fields;
  }
}

export function invalid(code: string, message: string, status = 400): FakeStripeError {
  return new FakeStripeError(status, { type: 'invalid_request_error', code, message });
}

export function missing(kind: string, id: string): FakeStripeError {
  return invalid('resource_missing', `No such ${kind}: '${id}'`, 404);
}

export function newStripeId(kind: string): string {
  return `${kind}_${randomBytes(12).toString('hex')}`;
}

export function unixNow(): number {
  return Math.floor(Date.now() / 1_000);
}

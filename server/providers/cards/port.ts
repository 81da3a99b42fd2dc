import type { FastifyInstance } from 'fastify';

/** State of an intent at the provider. `processing`: the charge was sent to the bank, which has not replied yet. */
export type CardIntentState = 'open' | 'processing' | 'succeeded' | 'cancelled';

/** One attempt to charge the buyer for one booking, as the card provider knows it. */
export interface CardIntent {
  /** The provider's id; a payment stores it as its `transactionId`. */
  id: string;
  /** Lets the buyer's browser confirm this intent, and nothing else. Never logged, never stored by us. */
  clientSecret: string;
  amountCents: number;
  state: CardIntentState;
  /**
   * The booking as passed to `createIntent`; undefined for an intent that something else created in the same account.
   */
  bookingId: string | undefined;
  /** Sum of all refunds so far, in cents. */
  refundedCents: number;
}

export interface IntentRequest {
  bookingId: string;
  amountCents: number;
  /**
   * The same key within a day returns the same intent in its current state. A cancelled intent stays cancelled, so a new
   * attempt needs a new key. Derived from the booking. A key belongs to one booking, amount, description and email.
   */
  idempotencyKey: string;
  /** Printed on the provider's receipt. */
  description: string;
  buyerEmail: string;
}

export interface RefundRequest {
  intentId: string;
  amountCents: number;
  /**
   * The same key returns the same refund, so that money never goes back twice. Derived from the payment. The amount may
   * change until a refund with this key has been made.
   */
  idempotencyKey: string;
}

/** A chargeback: the bank of a buyer has asked for the money of a charge back. */
export interface CardDispute {
  id: string;
  intentId: string;
  amountCents: number;
  /** What the provider charges for it. */
  feeCents: number;
  state: 'open' | 'won' | 'lost';
}

/** A webhook event whose signature has been checked. */
export interface CardEvent {
  /** The provider's id of this event. The same event may arrive more than once, and in any order. */
  id: string;
  type: string;
  /** Undefined for events that do not belong to an intent. */
  intentId: string | undefined;
  /** Undefined for events that are about no chargeback. */
  disputeId: string | undefined;
  /** Safe to store: contains no secrets and nothing about the card. */
  payload: Readonly<Record<string, unknown>>;
}

/**
 * Charges cards and refunds charges. Every method throws Problem unavailable when the provider cannot be reached or does
 * not respond in time, after the adapter's own retries with the same idempotency key; the caller may try again.
 */
export interface CardProvider {
  readonly name: 'sandbox' | 'stripe';
  /** The provider's key for browsers, where it has one. */
  readonly publishableKey: string | undefined;

  /**
   * Creates the intent, or returns the one that was created with this key. Concurrent calls with one key all return the
   * same intent.
   * @throws Problem cannot-process when the provider refuses the amount (zero, or out of its bounds); conflict when the
   *   key was used with other details
   */
  createIntent(request: IntentRequest): Promise<CardIntent>;

  /** Null when the provider has no such intent. */
  findIntent(id: string): Promise<CardIntent | null>;

  /**
   * Cancels an open intent, so that it can never be charged. An intent that is already charged or cancelled is returned
   * unchanged, and so is one that is `processing`, which cannot be cancelled: check the returned state.
   * @throws Problem conflict when the provider has no such intent, or refuses to cancel it: `findIntent` says which
   */
  cancelIntent(id: string): Promise<CardIntent>;

  /**
   * Refunds a charge to the card, once per key, however long ago the key was first used. Several keys may refund a charge
   * in parts, never more than was charged.
   * @returns the provider's id of the refund
   * @throws Problem conflict when the charge does not exist or was refunded otherwise, a refund with the key has been made with another
   *   amount, or the bank rejected the refund
   */
  refund(request: RefundRequest): Promise<{ id: string }>;

  /** A chargeback. Null when the provider has no such one. */
  findDispute(id: string): Promise<CardDispute | null>;

  /**
   * Parses a webhook from its raw body, after checking its signature. The same event may arrive again, late, and before
   * one that happened earlier: call `findIntent` for the current state.
   * @throws Problem bad-input when the signature is missing, wrong or more than five minutes old
   */
  readEvent(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): CardEvent;

  /** Adds the routes of a provider that is part of this server. */
  registerRoutes?(app: FastifyInstance): void;

  /** Sends the webhooks that could not be delivered before. @returns how many were delivered */
  sweep?(): Promise<number>;

  /** Closes connections and waits for work in progress. */
  close?(): Promise<void>;
}

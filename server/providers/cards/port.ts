import type { FastifyInstance } from 'fastify';

/** How an intent stands with the provider. `processing`: the card was asked and has not answered yet. */
export type CardIntentState = 'open' | 'processing' | 'succeeded' | 'cancelled';

/** One attempt to take the money for one booking, as the card provider knows it. */
export interface CardIntent {
  /** The provider's id; as a payment's `transactionId` it names the charge. */
  id: string;
  /** Lets the browser of the buyer confirm this intent, and nothing else. Never logged, never stored by us. */
  clientSecret: string;
  amountCents: number;
  state: CardIntentState;
  /** What `createIntent` was given; undefined for an intent that somebody else made in the same account. */
  bookingId: string | undefined;
  /** Cents that were given back so far. */
  refundedCents: number;
}

export interface IntentRequest {
  bookingId: string;
  amountCents: number;
  /**
   * The same key within a day gives the same intent, as it stands now: one that was cancelled stays cancelled, so a new
   * attempt needs a new key. Derived from the booking. A key goes with one booking, amount, description and email.
   */
  idempotencyKey: string;
  /** Stands on the provider's receipt. */
  description: string;
  buyerEmail: string;
}

export interface RefundRequest {
  intentId: string;
  amountCents: number;
  /** The same key gives the same refund: money never goes back twice. Derived from the payment. */
  idempotencyKey: string;
}

/** What the provider tells by webhook, with its signature checked. */
export interface CardEvent {
  /** The provider's id of this event: the same one may come again, and in any order. */
  id: string;
  type: string;
  /** Undefined for events that are about no intent. */
  intentId: string | undefined;
  /** Without secrets and without anything about the card, fit to be kept. */
  payload: Readonly<Record<string, unknown>>;
}

/**
 * Takes cards and gives money back. Every method throws Problem unavailable when the provider cannot be reached or does
 * not answer in time, after the adapter's own retries with the same idempotency key; whoever asked may ask again.
 */
export interface CardProvider {
  readonly name: 'sandbox' | 'stripe';
  /** The provider's key for browsers, where it has one. */
  readonly publishableKey: string | undefined;

  /**
   * Makes the intent, or finds the one that this key made. Of several at the same moment with one key, all get the same.
   * @throws Problem cannot-process when the provider refuses the amount (none, or beyond its bounds); conflict when the
   *   key was used with other details
   */
  createIntent(request: IntentRequest): Promise<CardIntent>;

  /** Null when the provider knows no such intent. */
  findIntent(id: string): Promise<CardIntent | null>;

  /**
   * Keeps an open intent from ever being charged. One that was charged before, or is cancelled, comes back as it is: the
   * state in the answer decides, not the wish. One that is `processing` cannot be kept from it and says so.
   * @throws Problem conflict when the provider knows no such intent
   */
  cancelIntent(id: string): Promise<CardIntent>;

  /**
   * Sends money back to the card, once for each key however long ago it was used first; several keys may give back a
   * charge in parts, never more than was charged.
   * @returns the provider's id of the refund
   * @throws Problem conflict when the charge does not exist or was given back otherwise, the key was used with another
   *   amount, or the bank did not take the money
   */
  refund(request: RefundRequest): Promise<{ id: string }>;

  /**
   * Reads a webhook from the bytes as they came. Nothing of it is believed before its signature is checked. The same
   * event may come again, late, and before one that happened earlier: ask `findIntent` how things stand.
   * @throws Problem bad-input when the signature is missing, wrong or more than five minutes old
   */
  readEvent(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): CardEvent;

  /** A provider that is part of this server answers the browser itself. */
  serve?(app: FastifyInstance): void;

  /** Sends what could not be sent before, and tells how much that was. */
  sweep?(): Promise<number>;

  /** Lets go of connections and of work under way. */
  close?(): Promise<void>;
}

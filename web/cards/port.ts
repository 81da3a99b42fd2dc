import type { ComponentType } from 'react';
import type { CallReply } from '#contract/calls.ts';

/** What the server returns for paying a booking. */
export type PaymentIntent = CallReply<'createPaymentIntent'>;

export interface CardEntryProps {
  intent: PaymentIntent;
  /** The cardholder's details, unless they enter others. */
  billing: { name: string; email: string };
  /** The button's label, with the amount. */
  payLabel: string;
  /** True when no payment may start, for instance because the hold has ended. */
  isClosed: boolean;
  /** Awaited when Pay is pressed, before the card is charged; when it rejects, nothing is charged and its message shown. */
  beforePaying: () => Promise<void>;
  /** Called when the card was charged. May be called again for the same intent after a reload. */
  onCharged: (transactionId: string) => void;
}

/**
 * The browser's half of a card provider: the card form with its Pay button. It first asks the provider for the
 * intent's state, so that a reload during a payment continues where it was. The button is disabled until the
 * provider is ready, and while a payment runs. Refusals are shown in red below the form.
 */
export type CardEntry = ComponentType<CardEntryProps>;

import type { ComponentType } from 'react';
import type { CallReply } from '#contract/calls.ts';

/** What the shop hands out for paying a booking. */
export type PaymentIntent = CallReply<'createPaymentIntent'>;

export interface CardEntryProps {
  intent: PaymentIntent;
  /** Whose card it is, unless they say otherwise. */
  billing: { name: string; email: string };
  /** What the button says, with the amount. */
  payLabel: string;
  /** No payment may begin now, because the hold has ended for instance. */
  isClosed: boolean;
  /** The card was charged. May be called again for the same intent after a reload. */
  onCharged: (transactionId: string) => void;
}

/**
 * The browser's half of a card provider: where one enters the card, with its Pay button. It asks the provider how the
 * intent stands first, so that a reload in the middle of a payment goes on where it was. The button is disabled until the
 * provider is ready, and while it works. What the provider refuses with stands in red below the card.
 */
export type CardEntry = ComponentType<CardEntryProps>;

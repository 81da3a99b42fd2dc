import type { DisputeCause } from '#contract/bookings/states.ts';
import { textsOf } from '#contract/language.ts';
import type { PaymentIssue } from '#contract/payments/payment-issues.ts';
import { msg } from '#contract/text.ts';

/* Apart from the schemas, for the page, which says them in its language. */

/** What an admin does about an open dispute. */
export const disputeTodos: Record<DisputeCause, string> = textsOf({
  'return-contested': msg`Read both sides, ask what is missing, and decide what the buyer gets back and whether the instrument goes back.`,
  'not-as-described': msg`Compare what the buyer shows with the listing as it was sold, and read what they wrote to each other. Then decide: the instrument goes back, the buyer gets a part of the price, or the sale stands.`,
  'not-received': msg`Ask the seller for the proof of shipping and look the parcel up at the carrier. Then decide: the buyer gets the money back, or the sale stands.`,
  'sent-back': msg`Ask the seller whether it has come back, and look the parcel up at the carrier. Then decide: the buyer gets the money back, or the sale stands.`,
  'no-place': msg`Ask the seller where the instrument is to be returned, and tell the buyer. Then decide: it goes back, or the buyer gets the money back without it.`,
  chargeback: msg`Answer at the card provider before its deadline, with the statements of buyer and seller as evidence. The provider's verdict ends the dispute.`,
});

/** What an admin does about a payment. */
export const paymentIssueTodos: Record<PaymentIssue['kind'], string> = textsOf({
  'refund-stuck': msg`The card provider does not take this refund. Look the transaction up there: top the balance up, or refund it in the provider's dashboard, which the next attempt finds.`,
  'refund-failed': msg`The bank sent this refund back, and the money is in your balance at the card provider again. Ask the buyer for another way, and pay it there.`,
  'refunded-elsewhere': msg`This was refunded in the card provider's dashboard. The shop has entered it: the seller is not paid for it, what was paid out already is taken back or set against the next sale, and if it was refunded in full, the sale is over. Tell buyer and seller why, and what happens to the instrument.`,
});

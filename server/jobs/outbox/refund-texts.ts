import { currencySign } from '#contract/constants.ts';
import { refundReasons } from '../../features/payments/payments.ts';
import type { MailReader, Sale } from './read-sale.ts';

/** An amount as people read it: `$1,234.50`. */
export function dollars(amountCents: number): string {
  const amount = (amountCents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  return `${currencySign}${amount}`;
}

/** Tells buyer and seller why and how much was refunded. */
export function refundTexts({
  productName,
  buyerName,
  refundedCents,
  priceCents,
  refundReason,
}: Sale): Record<MailReader, string> {
  const amount = dollars(refundedCents ?? priceCents);
  switch (refundReason) {
    case refundReasons.alreadyPaid:
      return {
        buyer: `Your card was charged once more for ${productName}, which was paid already, so we sent ${amount} back to it. We are sorry.`,
        seller: `${buyerName} was charged once more for ${productName} and has that money back. What was paid before is not touched. You need not do anything.`,
      };
    case refundReasons.wrongAmount:
      return {
        buyer: `Your card was charged another amount than the price of ${productName}, so we sent ${amount} back to it. We are sorry.`,
        seller: `A payment for ${productName} was of another amount than its price and was given back to ${buyerName}. You need not do anything.`,
      };
    case refundReasons.bookingEnded:
      return {
        buyer: `Your card was charged when ${productName} could no longer be yours, so we sent ${amount} back to it. We are sorry.`,
        seller: `A payment for ${productName} came too late and was given back to ${buyerName}. You need not do anything.`,
      };
    default:
      return {
        buyer: `We sent ${amount} back to the card that you paid with.`,
        seller: `${buyerName} has the ${amount} for ${productName} back.`,
      };
  }
}

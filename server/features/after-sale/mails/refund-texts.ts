import { t } from '#contract/text.ts';
import { moneyText } from '../../mails/mail-content.ts';
import { refundReasons } from '../../payments/payments.ts';
import type { MailReader, Sale } from './read-sale.ts';

/** Adds to a sentence about a refund how much of it is for shipping, if any of it is. */
export function withShipping(sentence: string, shippingCents: number | null): string {
  if (!shippingCents) return sentence;
  return `${sentence} ${t`${{ amount: moneyText(shippingCents) }} of that is for shipping.`}`;
}

/** Tells buyer and seller why and how much was refunded. */
export function refundTexts({
  productName,
  buyerName,
  refundedCents,
  refundedShippingCents,
  totalCents,
  refundReason,
}: Sale): Record<MailReader, string> {
  const amount = moneyText(refundedCents ?? totalCents);
  switch (refundReason) {
    case refundReasons.alreadyPaid:
      return {
        buyer: t`Your card was charged a second time for ${productName}, which was paid already, so we have sent ${amount} back to it. We are sorry.`,
        seller: t`${buyerName} was charged a second time for ${productName} and has been refunded for that. The first payment is not affected. There is nothing for you to do.`,
      };
    case refundReasons.wrongAmount:
      return {
        buyer: t`The amount charged to your card was not the price of ${productName}, so we have sent ${amount} back to it. We are sorry.`,
        seller: t`A payment for ${productName} was not for its price, so it was refunded to ${buyerName}. There is nothing for you to do.`,
      };
    case refundReasons.bookingEnded:
      return {
        buyer: t`Your card was charged when ${productName} could no longer be yours, so we have sent ${amount} back to it. We are sorry.`,
        seller: t`A payment for ${productName} came too late and was refunded to ${buyerName}. There is nothing for you to do.`,
      };
    default:
      return {
        buyer: withShipping(
          t`We have sent ${amount} back to the card that you paid with.`,
          refundedShippingCents,
        ),
        seller: withShipping(
          t`${buyerName} has been refunded ${amount} for ${productName}.`,
          refundedShippingCents,
        ),
      };
  }
}

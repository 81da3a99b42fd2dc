import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { t } from '#contract/text.ts';
import type { CardEntryProps } from '../port.ts';

/**
 * Creates a payment method from the entered card and confirms the intent with it, billed to this name and email.
 * Stripe does both in one call, with the bank's challenge in between.
 * @returns null when the card was charged, otherwise the reason in words for people
 */
export async function confirmCard(
  stripe: Pick<Stripe, 'confirmCardPayment'>,
  card: StripeCardElement,
  { clientSecret, billing }: { clientSecret: string; billing: CardEntryProps['billing'] },
): Promise<string | null> {
  const { name, email } = billing;
  const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: { card, billing_details: { name, email } },
  });
  const status = paymentIntent?.status ?? error?.payment_intent?.status;
  if (status === 'succeeded') return null;
  if (status === 'processing') return t`Your bank is still working on it. Do not pay again.`;
  return error?.message ?? t`The card was not charged. Please try again.`;
}

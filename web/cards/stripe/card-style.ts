import type { StripeElementStyle } from '@stripe/stripe-js';

/** The page's colours for the fields in Stripe's frame, which our style sheets do not reach. */
export function cardStyle(): StripeElementStyle {
  const page = getComputedStyle(document.documentElement);
  const colour = (name: string) => page.getPropertyValue(`--color-${name}`).trim();
  return {
    base: {
      color: colour('ink'),
      iconColor: colour('muted'),
      fontSize: '16px',
      '::placeholder': { color: colour('muted') },
    },
    invalid: { color: colour('red'), iconColor: colour('red') },
  };
}

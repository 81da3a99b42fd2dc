import type { StripeElementStyle } from '@stripe/stripe-js';

/** The page's own colours for the fields inside of Stripe's frame, where its style sheets do not reach. */
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

import { z } from 'zod';
import { payoutProviders } from '#contract/payouts/earnings.ts';
import type { StripeSettings } from './card-settings.ts';

/** The settings of payouts to sellers. */
export const payoutSettings = {
  PAYOUTS: z
    .enum(payoutProviders, 'must be manual, sandbox or stripe')
    .default('manual')
    .describe(
      'How sellers are paid: by admins at your bank (`manual`), by Stripe Connect, or by the sandbox, which moves no money.',
    ),
  STRIPE_CONNECT_WEBHOOK_SECRET: z
    .string()
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .refine(
      (secrets) => secrets.every((secret) => secret.startsWith('whsec_')),
      'must be signing secrets of webhook endpoints, which begin with whsec_',
    )
    .optional()
    .describe(
      'Signing secrets, with commas between them, of the webhook endpoints for connected accounts and for transfers at Stripe, with `PAYOUTS=stripe`.',
    ),
} as const;

type PayoutValues = z.output<z.ZodObject<typeof payoutSettings>>;

/** The payout provider; with Stripe, the secrets of its webhooks. */
export type PayoutSettings =
  | { provider: 'manual' | 'sandbox' }
  | { provider: 'stripe'; webhookSecrets: readonly string[] };

/**
 * Conflicts between the settings, one sentence each.
 * @param stripe the account that takes the cards; undefined when the sandbox does
 */
export function findPayoutFaults(
  { PAYOUTS, STRIPE_CONNECT_WEBHOOK_SECRET }: PayoutValues,
  stripe: StripeSettings | undefined,
): string[] {
  const faults: string[] = [];
  if (PAYOUTS === 'stripe' && !stripe) {
    faults.push('PAYOUTS must not be stripe unless Stripe takes the cards too: set its keys');
  }
  if (PAYOUTS === 'stripe' && STRIPE_CONNECT_WEBHOOK_SECRET === undefined) {
    faults.push('STRIPE_CONNECT_WEBHOOK_SECRET must be set with PAYOUTS=stripe');
  }
  if (PAYOUTS === 'sandbox' && stripe) {
    faults.push(
      'PAYOUTS must not be sandbox while Stripe takes the cards: sellers would be told of money that never moves',
    );
  }
  return faults;
}

export function readPayoutSettings(values: PayoutValues): PayoutSettings {
  const { PAYOUTS: provider, STRIPE_CONNECT_WEBHOOK_SECRET: webhookSecrets = [] } = values;
  return provider === 'stripe' ? { provider, webhookSecrets } : { provider };
}

import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/connection.ts';
import { createManualPayouts } from '../providers/payouts/manual-payouts.ts';
import type { PayoutProvider } from '../providers/payouts/port.ts';
import { createSandboxPayouts } from '../providers/payouts/sandbox/sandbox-payouts.ts';

interface PayoutProviderDeps {
  config: Pick<Config, 'payouts' | 'stripe' | 'production'>;
  database: Database;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
}

/** Creates the configured payout provider: admins at the shop's bank, the sandbox, or Stripe Connect. */
export async function createPayoutProvider(deps: PayoutProviderDeps): Promise<PayoutProvider> {
  const { config, log } = deps;
  const { payouts, stripe } = config;
  if (payouts.provider === 'sandbox') {
    if (config.production) log.warn('PAYOUTS=sandbox in production: no seller is paid');
    return createSandboxPayouts(deps);
  }
  if (payouts.provider !== 'stripe' || !stripe) return createManualPayouts();
  // Imported here, because the SDK is large and only needed with Stripe.
  const { createStripeClient } = await import('../providers/stripe/stripe-client.ts');
  const { createStripePayouts } = await import('../providers/payouts/stripe/stripe-payouts.ts');
  const { webhookSecrets } = payouts;
  return createStripePayouts({
    stripe: createStripeClient(stripe),
    webhookSecrets,
    clock: deps.clock,
  });
}

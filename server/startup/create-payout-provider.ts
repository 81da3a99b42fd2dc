import type { Config } from '../config/config.ts';
import { createManualPayouts } from '../providers/payouts/manual-payouts.ts';
import type { PayoutProvider } from '../providers/payouts/port.ts';

interface PayoutProviderDeps {
  config: Config;
}

/** Creates the configured payout provider. */
export async function createPayoutProvider(_deps: PayoutProviderDeps): Promise<PayoutProvider> {
  return createManualPayouts();
}

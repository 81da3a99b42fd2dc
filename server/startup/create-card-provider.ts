import type { Logger } from 'pino';
import type { StripeSettings } from '../config/card-settings.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/connection.ts';
import type { ProviderBalance } from '../providers/balances/port.ts';
import { createSandboxBalance } from '../providers/balances/sandbox-balance.ts';
import type { CardProvider } from '../providers/cards/port.ts';
import { createSandboxCards } from '../providers/cards/sandbox/sandbox-cards.ts';

interface CardDeps {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  /** Reads a secret that all servers of the shop share. */
  readSecret: (name: string) => Promise<string>;
  /** URL that the server listens on; the sandbox posts its webhooks there. */
  url: () => string;
}

const webhookPath = '/api/webhooks/cards';
const webhookTimeoutMs = 10_000;

/** Creates the configured card provider: Stripe, or the sandbox. */
export async function createCardProvider(
  deps: CardDeps,
  closers: (() => Promise<unknown>)[],
): Promise<CardProvider> {
  const { config, clock, log } = deps;
  if (!config.stripe && config.production) {
    log.warn('CARDS=sandbox in production: the sandbox accepts test cards and no money moves');
  }
  const cards = config.stripe ? await openStripe(config.stripe, clock) : await openSandbox(deps);
  closers.push(async () => cards.close?.());
  return cards;
}

/** Creates the books of the configured card provider, which also has the payouts of its own kind: Stripe, or the sandbox. */
export async function createBalance(
  { stripe }: Pick<Config, 'stripe'>,
  database: Database,
): Promise<ProviderBalance> {
  if (!stripe) return createSandboxBalance(database);
  const { createStripeClient } = await import('../providers/stripe/stripe-client.ts');
  const { createStripeBalance } = await import('../providers/balances/stripe-balance.ts');
  return createStripeBalance(createStripeClient(stripe));
}

async function openStripe(settings: StripeSettings, clock: Clock): Promise<CardProvider> {
  // Imported here, because the SDK is large and only needed with Stripe.
  const { createStripeCards } = await import('../providers/cards/stripe/stripe-cards.ts');
  return createStripeCards({ ...settings, clock });
}

async function openSandbox({
  database,
  clock,
  log,
  readSecret,
  url,
}: CardDeps): Promise<CardProvider> {
  return createSandboxCards({
    database,
    clock,
    log,
    secret: await readSecret('sandbox-webhooks'),
    async deliver(body, headers) {
      const response = await fetch(url() + webhookPath, {
        method: 'POST',
        body: new Uint8Array(body),
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(webhookTimeoutMs),
      });
      await response.body?.cancel();
      return response.status;
    },
  });
}

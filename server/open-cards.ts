import type { Logger } from 'pino';
import type { StripeSettings } from './card-settings.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/connection.ts';
import type { CardProvider } from './providers/cards/port.ts';
import { sandboxCards } from './providers/cards/sandbox.ts';
import { sharedSecret } from './session/shared-secret.ts';

interface CardParts {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  /** Where the shop listens: the sandbox sends its webhooks there. */
  url: () => string;
}

const webhookPath = '/api/webhooks/cards';
const webhookTimeoutMs = 10_000;

/** Chooses and opens what takes cards: Stripe where it is configured, the sandbox where that is allowed. */
export async function openCards(
  parts: CardParts,
  closers: (() => Promise<unknown>)[],
): Promise<CardProvider> {
  const { config, clock, log } = parts;
  if (!config.stripe && config.production) {
    log.warn('Cards are taken by the sandbox, because CARDS=sandbox says so: no money moves');
  }
  const cards = config.stripe ? await openStripe(config.stripe, clock) : await openSandbox(parts);
  closers.push(async () => cards.close?.());
  return cards;
}

async function openStripe(settings: StripeSettings, clock: Clock): Promise<CardProvider> {
  // Its library is large, and only a shop that takes cards by Stripe loads it.
  const { stripeCards } = await import('./providers/cards/stripe.ts');
  return stripeCards({ ...settings, clock });
}

async function openSandbox({ database, clock, log, url }: CardParts): Promise<CardProvider> {
  return sandboxCards({
    ...{ database, clock, log },
    secret: await sharedSecret(database.sql, 'sandbox-webhooks', clock.now()),
    async deliver(body, headers) {
      const reply = await fetch(url() + webhookPath, {
        ...{ method: 'POST', body: new Uint8Array(body), headers, redirect: 'error' },
        signal: AbortSignal.timeout(webhookTimeoutMs),
      });
      await reply.body?.cancel();
      return reply.status;
    },
  });
}

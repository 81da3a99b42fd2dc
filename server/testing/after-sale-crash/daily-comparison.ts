import type { Database } from '../../database/connection.ts';
import { compareLedger } from '../../features/reconciliation/compare-ledger.ts';
import { createStripeBalance } from '../../providers/balances/stripe-balance.ts';
import { createStripeCards } from '../../providers/cards/stripe/stripe-cards.ts';
import { createStripePayouts } from '../../providers/payouts/stripe/stripe-payouts.ts';
import { createStripeClient } from '../../providers/stripe/stripe-client.ts';
import type { FakeStripe } from '../fake-stripe.ts';

/** The comparison waits for an hour after money has moved. */
const laterMs = 2 * 3_600_000;

/**
 * Lets the shop compare its ledger with all that the fake lists of its balance, as the job of the next day does.
 * @returns one line for each difference that somebody would have to look at
 */
export async function findComparedDifferences(
  database: Database,
  { secretKey, webhookSecret, url: apiUrl, books }: FakeStripe,
): Promise<string[]> {
  const clock = { now: () => new Date(Date.now() + laterMs) };
  const keys = { secretKey, webhookSecret, publishableKey: 'pk_test_of_the_fake', apiUrl };
  const stripe = createStripeClient(keys);
  await compareLedger({
    database,
    clock,
    balance: createStripeBalance(stripe),
    cards: createStripeCards({ ...keys, clock, sendsReceipts: false }),
    payouts: createStripePayouts({ stripe, clock, webhookSecrets: [webhookSecret] }),
  });
  const rows = await database.sql<{ fault: string }[]>`
    select 'the daily comparison has for ' || kind || ' ' || reference || ': ' || ledger_cents
      || ' cents in the ledger, ' || provider_cents || ' at Stripe' as fault
    from ledger_differences where ended_at is null and explanation is null`;
  const read = await database.sql`select from balance_movements`;
  const missing = books.transactions.length - read.length;
  return [
    ...rows.map(({ fault }) => fault),
    ...(missing === 0 ? [] : [`the daily comparison has not read ${missing} movements`]),
  ];
}

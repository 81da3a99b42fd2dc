import { expect } from 'vitest';
import type { Database } from '../../database/connection.ts';
import { compareLedger } from '../../features/reconciliation/compare-ledger.ts';
import { createStripeBalance } from '../../providers/balances/stripe-balance.ts';
import { createStripeCards } from '../../providers/cards/stripe/stripe-cards.ts';
import { createStripePayouts } from '../../providers/payouts/stripe/stripe-payouts.ts';
import { createStripeClient } from '../../providers/stripe/stripe-client.ts';
import type { FakeStripe } from '../fake-stripe.ts';
import { findLostEvents, findLostSteps } from './lost-steps.ts';
import {
  findMoneyLeft,
  findPaymentFaults,
  findPayoutFaults,
  findUnfinishedSales,
} from './payment-faults.ts';
import type { PlayedSales } from './played-sales.ts';
import { findAfterSaleFaults } from './sale-faults.ts';
import { findStripeDifferences, findUnpaidPeople, findWrongEnds } from './stripe-books.ts';

/** Waits until clocks, jobs and webhooks have ended all sales. What does not end is a fault of the sales. */
export async function untilSalesEnd({ sql }: Database, sales: PlayedSales): Promise<void> {
  const find = async () => [...(await findUnfinishedSales(sql)), ...(await findMoneyLeft(sql))];
  // PostgreSQL may be away.
  const unfinished = () => find().catch((error) => [String(error)]);
  const ends = expect.poll(unfinished, { timeout: 240_000, interval: 500 }).toEqual([]);
  await ends.catch(async () => void sales.faults.push(...(await unfinished())));
  await sales.stop();
}

interface SoldByHttp {
  database: Database;
  stripe: FakeStripe;
  rounds: readonly PlayedSales[];
  commissionPercent: number;
}

/**
 * Checks all sales once they have ended: nothing acknowledged is lost, each has ended as it had to, and the ledger agrees
 * with Stripe and with what people have got. @returns one line for each fault
 */
export async function findSaleFaults(sold: SoldByHttp): Promise<string[]> {
  const { database, stripe, rounds, commissionPercent } = sold;
  const { sql } = database;
  const played = rounds.flatMap((one) => one.played);
  const disputeIds = new Set(rounds.flatMap(({ webhooks }) => [...webhooks.disputeIds]));
  const events = new Set(rounds.flatMap(({ webhooks }) => [...webhooks.acknowledged]));
  const acknowledged = rounds.flatMap((one) => one.acknowledged);
  const found = await Promise.all([
    findLostSteps(sql, acknowledged),
    findLostEvents(sql, events),
    findWrongEnds(sql, played),
    findUnpaidPeople(sql, stripe, { sales: played, commissionPercent }),
    findComparedDifferences(database, stripe),
    findStripeDifferences(sql, stripe, disputeIds),
    findPaymentFaults(sql),
    findAfterSaleFaults(sql),
    findPayoutFaults(sql),
  ]);
  return [...rounds.flatMap((one) => [...one.faults, ...one.webhooks.faults]), ...found.flat()];
}

/** The comparison waits for an hour after money has moved. */
const laterMs = 2 * 3_600_000;

/**
 * Lets the shop compare its ledger with all that the fake lists of its balance, as the job of the next day does.
 * @returns one line for each difference that needs attention
 */
async function findComparedDifferences(
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

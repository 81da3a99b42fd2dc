import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  describeFaults,
  findLostEvents,
  findLostSteps,
} from '../../testing/after-sale-crash/acknowledged-steps.ts';
import { findComparedDifferences } from '../../testing/after-sale-crash/daily-comparison.ts';
import {
  type KillableShop,
  openKillableShop,
} from '../../testing/after-sale-crash/killable-shop.ts';
import {
  type PlayedSales,
  planSales,
  startSales,
} from '../../testing/after-sale-crash/played-sales.ts';
import {
  findStripeDifferences,
  findUnpaidPeople,
  findWrongEnds,
} from '../../testing/after-sale-crash/stripe-books.ts';
import { findAfterSaleFaults, watchAfterSale } from '../../testing/after-sale-faults.ts';
import { findPaymentFaults } from '../../testing/payment-faults.ts';
import { findPayoutFaults, findUnfinishedSales } from '../../testing/payout-faults.ts';

/*
 * The whole server sells, hands over, takes back, refunds and pays out by Stripe's SDK while it and its PostgreSQL are
 * killed. `npm run test:storm` runs a longer version. SALE_CRASH_SEED repeats the plans of a run, though not its timing.
 */

const saleCount = Number(process.env.AFTER_SALE_SALES ?? 63);
const isLong = process.env.AFTER_SALE_SALES !== undefined;
const anySeed = isLong ? Math.floor(Math.random() * 2 ** 31) : 12;
const seed = Number(process.env.SALE_CRASH_SEED ?? anySeed);
const concurrency = isLong ? 60 : 30;
const commissionPercent = 7.5;
/** How often server and PostgreSQL are killed, the last time while only jobs are left. */
const killsOfEach = Math.max(2, Math.round(saleCount / 150));

let shop: KillableShop;

beforeAll(async () => {
  shop = await openKillableShop({ commissionPercent });
  await watchAfterSale(shop.database.sql);
}, 120_000);
afterAll(() => shop?.close(), 120_000);

/** Kills server and PostgreSQL in turn, again and again while sales are played. */
async function killInTurn({ ended }: PlayedSales): Promise<void> {
  for (let number = 0; number < 2 * (killsOfEach - 1); number += 1) {
    const share = (number + 0.3 + Math.random() / 2) / (2 * killsOfEach);
    while (ended() < share * saleCount) await pause(10);
    await pause(Math.random() * 200);
    await (number % 2 === 0 ? shop.killServer() : shop.killPostgres());
  }
}

it('whatever is killed, every sale ends as it has to, and nothing acknowledged is lost', async () => {
  const startedMs = performance.now();
  const planned = await planSales(shop, seed, saleCount);
  await shop.start();
  const sales = startSales(shop, planned, concurrency);
  await Promise.all([sales.playing(), killInTurn(sales)]);
  // What is left is done by jobs and webhooks.
  await shop.killPostgres();
  await pause(Math.random() * 500);
  await shop.killServer();
  await sales.recover();
  const unfinished = () => findUnfinishedSales(shop.database.sql).catch((error) => [String(error)]);
  const ends = expect.poll(unfinished, { timeout: 240_000, interval: 500 }).toEqual([]);
  await ends.catch(async () => void sales.faults.push(...(await unfinished())));
  await sales.stop();

  const faults = await findFaults(sales);
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  const summary = { seed, ...sales.figures(), kills: 2 * killsOfEach, seconds };
  if (isLong) process.stdout.write(`${JSON.stringify(summary)}\n`);
  expect(faults, describeFaults(faults, sales.acknowledged, seed)).toEqual([]);
  expect(sales.played).toHaveLength(saleCount);
}, 1_800_000);

async function findFaults({ faults, acknowledged, played, webhooks }: PlayedSales) {
  const { stripe, database } = shop;
  const { sql } = database;
  const commissionBasisPoints = commissionPercent * 100;
  const found = await Promise.all([
    findLostSteps(sql, acknowledged),
    findLostEvents(sql, webhooks.acknowledged),
    findWrongEnds(sql, played),
    findUnpaidPeople(sql, stripe, { sales: played, commissionBasisPoints }),
    findComparedDifferences(database, stripe),
    findStripeDifferences(sql, stripe, webhooks.disputeIds),
    findPaymentFaults(sql),
    findAfterSaleFaults(sql),
    findPayoutFaults(sql),
  ]);
  return [...faults, ...webhooks.faults, ...found.flat()];
}

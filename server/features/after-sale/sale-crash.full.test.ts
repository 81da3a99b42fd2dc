import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findSaleFaults, untilSalesEnd } from '../../testing/sales/http-sale-faults.ts';
import { type KillableShop, openKillableShop } from '../../testing/sales/killable-shop.ts';
import { describeFaults } from '../../testing/sales/lost-steps.ts';
import { type PlayedSales, planSales, startSales } from '../../testing/sales/played-sales.ts';
import { watchAfterSale } from '../../testing/sales/sale-faults.ts';

/*
 * The whole server sells, hands over, takes back, refunds and pays out by Stripe's SDK while it and its PostgreSQL are
 * killed. CRASH_SALES=42 makes it short. SALE_CRASH_SEED repeats the plans of a run, though not its timing.
 */

const saleCount = Number(process.env.CRASH_SALES ?? 3_000);
const seed = Number(process.env.SALE_CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));
const concurrency = Math.min(60, saleCount);
const commissionPercent = 7.5;
/** Before the last one, when only jobs are left. */
const killCount = Math.max(3, Math.round(saleCount / 75));

let shop: KillableShop;

beforeAll(async () => {
  shop = await openKillableShop({ commissionPercent });
  await watchAfterSale(shop.database.sql);
}, 120_000);
afterAll(() => shop?.close(), 120_000);

/** Kills the server, PostgreSQL and both in turn, again and again while sales are played. */
async function killInTurn({ ended }: PlayedSales): Promise<void> {
  const kills = [shop.killServer, shop.killPostgres, shop.killBoth];
  for (let number = 0; number < killCount; number += 1) {
    const share = (number + 0.3 + Math.random() / 2) / (killCount + 1);
    while (ended() < share * saleCount) await pause(10);
    await pause(Math.random() * 200);
    await kills[number % kills.length]?.();
  }
}

it('whatever is killed, every sale ends as it has to, and nothing acknowledged is lost', async () => {
  const startedMs = performance.now();
  const planned = await planSales(shop, seed, saleCount);
  await shop.start();
  const sales = startSales(shop, planned, concurrency);
  await Promise.all([sales.playing(), killInTurn(sales)]);
  // What is left is done by jobs and webhooks.
  await shop.killBoth();
  await sales.recover();
  await untilSalesEnd(shop.database, sales);

  const { database, stripe } = shop;
  const faults = await findSaleFaults({ database, stripe, rounds: [sales], commissionPercent });
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  const summary = { seed, ...sales.figures(), kills: killCount + 1, seconds };
  process.stdout.write(`${JSON.stringify(summary)}\n`);
  expect(faults, describeFaults(faults, sales.acknowledged, seed)).toEqual([]);
  expect(sales.played).toHaveLength(saleCount);
}, 1_800_000);

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addImage } from '../builders.ts';
import { findSaleFaults, untilSalesEnd } from '../sales/http-sale-faults.ts';
import { describeFaults } from '../sales/lost-steps.ts';
import { type PlayedSales, planSales, startSales } from '../sales/played-sales.ts';
import { watchAfterSale } from '../sales/sale-faults.ts';
import { bookingRaces, findLostWrites } from './booking-races.ts';
import { type ClusterShop, openClusterShop } from './cluster-shop.ts';
import { type Fault, faults } from './faults.ts';
import { shopHosts } from './network.ts';
import { startWriteProbes } from './write-probes.ts';

/*
 * `npm run test:cluster` runs this: three servers on a cluster of three PostgreSQL sell, hand over, take back, refund and
 * pay out while hosts are cut off and processes killed. CLUSTER_FAULTS chooses the faults by a part of their names.
 */

const { CLUSTER_FOLDER: folder = '', CLUSTER_BIN_DIR: binDir = '', CLUSTER_FAULTS } = process.env;
const chosen = Object.entries(faults).filter(
  ([name]) => !CLUSTER_FAULTS || CLUSTER_FAULTS.split(',').some((part) => name.includes(part)),
);
const commissionPercent = 7.5;
const seed = Number(process.env.SALE_CRASH_SEED ?? 12);
/** The time of each fault. */
const saleCount = 12;
const concurrency = 6;

let shop: ClusterShop;
let probes: ReturnType<typeof startWriteProbes>;
let races: ReturnType<typeof bookingRaces>;
const rounds: PlayedSales[] = [];
const report: object[] = [];

beforeAll(async () => {
  shop = await openClusterShop({ folder, binDir, commissionPercent });
  await watchAfterSale(shop.database.sql);
  const image = `${shop.url()}/pictures/${await addImage(shop.database, { avif: true })}/1600.webp`;
  const servers = Object.fromEntries(shopHosts.map((host) => [host, shop.serverUrl(host)]));
  races = bookingRaces({
    servers: Object.values(servers),
    buyers: await shop.addPeople('buyer', 60),
  });
  probes = startWriteProbes({
    targets: { edge: shop.url(), ...servers },
    image,
    sellers: await shop.addPeople('seller', 10),
    onListed: races.start,
  });
}, 300_000);
afterAll(async () => {
  await probes?.stop();
  await races?.finish();
  await shop?.close();
}, 120_000);

/** Lets a fault happen while sales are played, and measures until everything is as it was. */
async function play(name: string, fault: Fault, number: number): Promise<void> {
  const planned = await planSales(shop, seed + number, saleCount);
  const sales = startSales(shop, planned, concurrency);
  rounds.push(sales);
  await probes.untilAcknowledgedAgain();
  probes.begin();
  await pause(3_000);
  await fault(shop);
  await shop.recovered();
  await probes.untilAcknowledgedAgain();
  const figures = probes.figures();
  await sales.playing();
  await sales.recover();
  report.push({ name, figures, sales: sales.figures() });
  process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`);
}

it('whatever fails in the cluster, nothing acknowledged is lost, and nothing is sold twice', async () => {
  for (const [number, [name, fault]] of chosen.entries()) {
    await play(name, fault, number);
    // The last round goes on to let jobs run.
    if (number < chosen.length - 1) await rounds.at(-1)?.stop();
  }
  await probes.stop();
  await races.finish();
  const last = rounds.at(-1);
  if (last) await untilSalesEnd(shop.database, last);

  const found = await findFaults();
  const acknowledged = rounds.flatMap((one) => one.acknowledged);
  const totals = {
    listed: probes.listed.size,
    races: races.counts,
    sales: rounds.flatMap(({ played }) => played).length,
    steps: acknowledged.length,
    transfers: shop.stripe.connect.transfers.size,
  };
  await writeFile(join(folder, 'report.json'), JSON.stringify({ rounds: report, totals, found }));
  process.stdout.write(`in all: ${JSON.stringify(totals)}\n`);
  expect(found, describeFaults(found, acknowledged, seed)).toEqual([]);
  expect(totals.sales).toBe(chosen.length * saleCount);
  expect(races.counts.won).toBeGreaterThan(chosen.length);
}, 3_600_000);

async function findFaults(): Promise<string[]> {
  const { stripe, database, lines } = shop;
  return [
    ...probes.unexpected,
    ...races.faults,
    ...lines().filter(isFailedRequest),
    ...(await findLostWrites(database.sql, probes.listed, races.won)),
    ...(await findSaleFaults({ database, stripe, rounds, commissionPercent })),
  ];
}

/** Log lines of requests that failed otherwise than by an outage. */
function isFailedRequest(line: string): boolean {
  const status = Number(/"msg":"request"/.test(line) && /"status":(\d+)/.exec(line)?.[1]);
  return status >= 500 && status !== 503;
}

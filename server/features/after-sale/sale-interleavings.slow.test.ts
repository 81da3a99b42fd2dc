import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { disputeCauses } from '#contract/bookings/states.ts';
import { findCurrency } from '#contract/money/currencies.ts';
import { setShopCurrency, usDollar } from '#contract/money/shop-currency.ts';
import { randomHistories } from '../../testing/sales/random-histories.ts';
import { openSaleWorld } from '../../testing/sales/sale-world.ts';

/** `npm run test:full` runs more, other ones each time. */
const { SALE_RUNS } = process.env;
const runs = Number(SALE_RUNS ?? 40);
/**
 * SALE_SEED repeats the runs, and with SALE_PATH the one that failed: the `seed` and the `path` that are printed
 * with a failure. The actions of one step happen at the same time, so their order may differ.
 */
const anySeed = SALE_RUNS === undefined ? 12 : Math.floor(Math.random() * 2 ** 31);
const seed = Number(process.env.SALE_SEED ?? anySeed);
/** Otherwise the runs would prove nothing about them. */
const mustBeReached = [
  ...[
    'release',
    'refund',
    'chargeback',
    'chargeback-fee',
    'payout',
    'payout-failed',
    'reversal',
  ].map((kind) => `movement ${kind}`),
  ...['completed', 'returned', 'cancelled'].map((state) => `sale ${state}`),
  ...['lapsed', 'refunded'].map((state) => `return ${state}`),
  ...disputeCauses.map((cause) => `dispute ${cause}`),
  ...['won', 'lost'].map((state) => `chargeback ${state}`),
  ...['manual paid', 'manual failed', 'sandbox paid', 'sandbox failed'].map(
    (state) => `payout ${state}`,
  ),
  'event refund.failed',
  ...['given', 'refused', 'late'].map((end) => `permit ${end}`),
];
const runsThatReachEverything = 2_000;
const path = process.env.SALE_PATH;
/** The code of the shop's currency. */
setShopCurrency(findCurrency(process.env.SALE_CURRENCY ?? 'USD') ?? usDollar);
/** While one world waits for the database, another computes. */
const worldCount = path === undefined ? 4 : 1;

const worlds = await Promise.all(Array.from({ length: worldCount }, () => openSaleWorld()));
afterAll(() => Promise.all(worlds.map((world) => world.close())));

it('no product gets two buyers, and every sale ends with its money where it belongs, in any interleaving', async () => {
  const startedMs = performance.now();
  let actions = 0;
  let isShrinking = false;
  const results = await Promise.allSettled(
    worlds.map((world, index) =>
      fc.assert(
        fc.asyncProperty(randomHistories, async ([setup, schedule]) => {
          actions += schedule.flat().length;
          const faults = await world.run(setup, schedule);
          if (faults.length > 0 && !isShrinking) {
            isShrinking = true;
            process.stdout.write(`sales: a run failed and is made smaller: ${faults}\n`);
          }
          expect(faults).toEqual([]);
        }),
        {
          seed: seed + index,
          numRuns: Math.ceil(runs / worldCount),
          ...(path === undefined ? {} : { path }),
        },
      ),
    ),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  const reached: Record<string, number> = {};
  for (const world of worlds) {
    for (const [name, count] of await world.reached()) reached[name] = (reached[name] ?? 0) + count;
  }
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  process.stdout.write(
    `sales: ${runs} runs of ${actions} actions in ${seconds} s, SALE_SEED=${seed}\n`,
  );
  if (runs < runsThatReachEverything) return;
  process.stdout.write(`sales: reached ${JSON.stringify(reached)}\n`);
  expect(Object.keys(reached)).toEqual(expect.arrayContaining(mustBeReached));
}, 3_600_000);

import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { findAfterSaleFaults, findLedgerDifferences } from '../testing/after-sale-faults.ts';
import {
  afterSaleActions,
  openAfterSaleWorld,
  saleBeginnings,
} from '../testing/after-sale-world.ts';

const world = await openAfterSaleWorld();
afterAll(() => world.close());

it('in any interleaving every sale ends, and its money is where it belongs', async () => {
  const steps = fc.array(afterSaleActions, { minLength: 1, maxLength: 4, size: 'max' });
  const begin = fc.array(fc.constantFrom(...saleBeginnings), { minLength: 1, maxLength: 3 });
  const schedules = fc.array(steps, { minLength: 5, maxLength: 25, size: 'max' });
  await fc.assert(
    fc.asyncProperty(begin, schedules, async (beginnings, schedule) => {
      const sales = await Promise.all(beginnings.map((beginning) => world.sell(beginning)));
      for (const step of schedule) {
        await Promise.all(step.map((action) => world.perform(sales, action)));
      }
      expect(await findAfterSaleFaults(world.sql)).toEqual([]);
      await world.finish(sales);
      expect(await findAfterSaleFaults(world.sql)).toEqual([]);
      expect(await findLedgerDifferences(world.sql)).toEqual([]);
    }),
    { numRuns: Number(process.env.AFTER_SALE_RUNS ?? 40), endOnFailure: true },
  );
}, 600_000);

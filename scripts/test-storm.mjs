// The tests of races and crashes at full length: 20,000 runs of a product's life, 5,000 payments through 13 kills of the
// server and its database, 2,400 random histories of what follows a sale, 3,000 sales from booking to payout through 40
// kills, outages of the database of 30 s each, and 2,500 random searches, and 160 random histories of cached lists and
// searches. `npm test` runs a twentieth of it or less.
import { installPackages } from './setup/packages.mjs';
import { run } from './setup/run.mjs';

const sizes = {
  SALE_SCHEDULES: '20000',
  PAYMENT_RUNS: '200',
  AFTER_SALE_RUNS: '2400',
  POWER_CUT_SALES: '5000',
  AFTER_SALE_SALES: '3000',
  OUTAGE_SECONDS: '30',
  SEARCH_RUNS: '500',
  CACHED_SEARCH_RUNS: '60',
  PERSONAL_LIST_RUNS: '100',
};
const files = [
  'server/features/bookings/storm.slow.test.ts',
  'server/features/payments/payments-serializable.slow.test.ts',
  'server/features/payments/payment-interleavings.slow.test.ts',
  'server/features/after-sale/after-sale-interleavings.slow.test.ts',
  'server/features/payments/payments-power-cut.slow.test.ts',
  'server/features/after-sale/after-sale-crash.slow.test.ts',
  'server/startup/outages.slow.test.ts',
  'server/features/search/results/search-model.test.ts',
  'server/features/search/results/cached-searches.slow.test.ts',
  'server/http/cache/personal-interleavings.slow.test.ts',
];

await installPackages();
// One file at a time, so that each has the machine to itself.
const options = ['--no-file-parallelism', '--testTimeout=1800000'];
await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options, ...files], {
  env: { ...process.env, ...sizes },
});

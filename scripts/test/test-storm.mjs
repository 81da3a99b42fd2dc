import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { orTellFault } from '../setup/fault.mjs';
import { ensurePackages } from '../setup/packages.mjs';
import { projectFolder } from '../setup/project.mjs';

/** The tests of races and crashes, and how much of each is done here; `npm test` does a tenth of it. */
const sizes = { SALE_LIVES: '20000', PAYMENT_RUNS: '200', POWER_CUT_SALES: '5000' };
const files = [
  'server/features/bookings/storm.test.ts',
  'server/workflows/payments-in-turn.test.ts',
  'server/workflows/payment-interleavings.test.ts',
  'server/workflows/payments-power-cut.test.ts',
];

/**
 * Runs the tests of what happens at once, and of what is killed meanwhile, at their full length: twenty thousand lives of
 * a product, and five thousand payments through thirteen power cuts.
 */
export async function testStorm() {
  await orTellFault(async () => {
    await ensurePackages(projectFolder, { withDev: true });
    process.exitCode = await runVitest();
  });
}

/** @returns {Promise<number>} its exit status */
function runVitest() {
  const vitest = join(projectFolder, 'node_modules/vitest/vitest.mjs');
  // One after another, so that each has the machine to itself.
  const words = [vitest, 'run', '--no-file-parallelism', '--testTimeout=1800000', ...files];
  const child = spawn(process.execPath, words, {
    cwd: projectFolder,
    env: { ...process.env, ...sizes },
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve(status ?? 1));
  });
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Fault, orTellFault } from '../setup/fault.mjs';
import { ensurePackages } from '../setup/packages.mjs';
import { projectFolder } from '../setup/project.mjs';

/**
 * Runs what every card provider must hold against Stripe's own test mode, over the network. It makes some twenty payment
 * intents and a few refunds there; no money moves.
 */
export async function testStripe() {
  await orTellFault(async () => {
    requireTestKey(process.env.STRIPE_TEST_SECRET_KEY);
    await ensurePackages(projectFolder, { withDev: true });
    process.exitCode = await runVitest();
  });
}

/** @param {string | undefined} key */
function requireTestKey(key) {
  const remedy =
    'Copy the secret key of test mode from https://dashboard.stripe.com/test/apikeys and run\n  STRIPE_TEST_SECRET_KEY=sk_test_… npm run test:stripe';
  if (!key) throw new Fault('STRIPE_TEST_SECRET_KEY is not set, so nothing was tested.', remedy);
  if (!/^(sk|rk)_test_/.test(key)) {
    throw new Fault('STRIPE_TEST_SECRET_KEY is not a secret key of test mode.', remedy);
  }
}

/** @returns {Promise<number>} its exit status */
function runVitest() {
  const vitest = join(projectFolder, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', 'vitest.stripe.config.ts'], {
    cwd: projectFolder,
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve(status ?? 1));
  });
}

// The tests of the Stripe adapters against Stripe's test mode, over the network. They make about twenty payment intents, a
// few refunds, three connected accounts and a transfer there; no money moves.
import { installPackages } from './setup/packages.mjs';
import { run } from './setup/run.mjs';

const key = process.env.STRIPE_TEST_SECRET_KEY;
if (!key || !/^(sk|rk)_test_/.test(key)) {
  const problem = key ? 'is not a secret key of test mode' : 'is not set, so nothing was tested';
  process.stderr.write(
    `\nSTRIPE_TEST_SECRET_KEY ${problem}.\n` +
      'Copy the secret key of test mode from https://dashboard.stripe.com/test/apikeys and run\n' +
      '  STRIPE_TEST_SECRET_KEY=sk_test_… npm run test:stripe\n\n',
  );
  process.exit(1);
}

await installPackages();
const vitest = 'node_modules/vitest/vitest.mjs';
await run(process.execPath, [vitest, 'run', '--config', 'vitest.stripe.config.ts'], {});

import { defineConfig } from 'vitest/config';

/** `npm run test:stripe`: the tests of the Stripe adapters against Stripe's own test mode, over the network. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['server/testing/stripe-test-mode.ts'],
    setupFiles: ['server/testing/console-guard.ts'],
    testTimeout: 120_000,
  },
});

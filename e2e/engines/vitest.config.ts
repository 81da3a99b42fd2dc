import { defineConfig } from 'vitest/config';

/** For `npm run test:browsers`, which names the engines. */
export default defineConfig({
  test: {
    include: ['e2e/engines/*.journey.ts'],
    globalSetup: ['e2e/support/global-setup.ts'],
    setupFiles: ['server/testing/console-guard.ts'],
    pool: 'forks',
    // One browser at a time.
    fileParallelism: false,
    reporters: ['verbose', 'json'],
    outputFile: { json: 'test-results/browsers.json' },
    // The limits catch what hangs.
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});

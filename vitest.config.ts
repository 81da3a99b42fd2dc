import { defineConfig } from 'vitest/config';

// A machine counts passed and failed by the JSON; people read the default reporter.
const wantsJson = Boolean(process.env.VITEST_JSON);

export default defineConfig({
  test: {
    environment: 'node',
    include: ['server', 'contract', 'scripts', 'demo', 'web'].map(
      (floor) => `${floor}/**/*.test.{ts,tsx}`,
    ),
    globalSetup: ['server/testing/global-setup.ts'],
    setupFiles: ['server/testing/console-guard.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: wantsJson ? ['default', 'json'] : ['default'],
    outputFile: { json: 'test-results/vitest.json' },
  },
});

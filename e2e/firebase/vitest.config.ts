import { defineConfig } from 'vitest/config';

/** For `npm run test:firebase`, which starts the emulator. */
export default defineConfig({
  test: {
    include: ['e2e/firebase/*.emulator.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    setupFiles: ['server/testing/console-guard.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

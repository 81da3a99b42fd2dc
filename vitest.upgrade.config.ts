import { defineConfig } from 'vitest/config';

/** `npm run test:upgrade`: a server of an earlier version and one of this version on one database. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['server/testing/upgrade-in-turn.ts'],
    setupFiles: ['server/testing/console-guard.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});

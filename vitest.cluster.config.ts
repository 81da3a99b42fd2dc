import { defineConfig } from 'vitest/config';

/** `npm run test:cluster`: the shop on a cluster of PostgreSQL in network namespaces; its script prepares and cleans up. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['server/testing/cluster/cluster-faults.ts'],
    setupFiles: ['server/testing/console-guard.ts'],
    pool: 'forks',
    testTimeout: 3_600_000,
  },
});

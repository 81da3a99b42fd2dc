import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { lingui } from './scripts/build/lingui.mjs';

const slow = ['{server,demo,scripts}/**/*.slow.test.ts'];
/** What only `npm run test:full` runs. */
const full = ['{server,demo,scripts}/**/*.full.test.ts'];
const unit = ['{web,contract,scripts}/**/*.test.{ts,tsx}', '{server,demo}/**/*.unit.test.ts'];
/** What fails around the shop, and what it does then (docs/operators/failures.md). */
const failures = ['server/failures/**/*.test.ts'];
const server = ['{server,demo}/**/*.test.ts'];

const common: TestProjectInlineConfiguration['test'] = {
  environment: 'node',
  setupFiles: ['server/testing/console-guard.ts', 'server/testing/shop-as-it-comes.ts'],
  pool: 'forks',
  // Each worker loads the application once, and not once for each file: no test replaces a module or leaves a global behind.
  isolate: false,
  // The limits catch what hangs. They do not judge how fast the machine is.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};
/** Starts a PostgreSQL for the projects whose tests use one. */
const globalSetup = ['server/testing/global-setup.ts'];

/** Runs the slow files first: at the end one of them would run alone for a minute, while the other worker is idle. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ project }: TestSpecification) => project.name === 'slow';
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

const plugins = [lingui()];

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    // `npm test` counts passed and failed tests in the JSON.
    reporters: process.env.VITEST_JSON ? ['default', 'json'] : ['default'],
    outputFile: { json: process.env.VITEST_JSON ?? '' },
    projects: [
      { plugins, test: { ...common, name: 'unit', include: unit, exclude: [...slow, ...full] } },
      {
        plugins,
        test: {
          ...common,
          name: 'server',
          include: server,
          exclude: [...unit, ...slow, ...full, ...failures],
          globalSetup,
        },
      },
      {
        plugins,
        test: { ...common, name: 'failures', include: failures, exclude: full, globalSetup },
      },
      // Some of these count or measure what their process holds.
      { plugins, test: { ...common, name: 'slow', include: slow, globalSetup, isolate: true } },
      { plugins, test: { ...common, name: 'full', include: full, globalSetup, isolate: true } },
    ],
  },
});

import { defineConfig } from '@playwright/test';
import { chooseBrowser } from './e2e/support/browser.ts';
import { isFull } from './e2e/support/full-tests.ts';

const browser = await chooseBrowser();

export default defineConfig({
  testDir: 'e2e',
  testIgnore: isFull ? [] : '**/*.full.spec.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // `npm test` tries a failed story once more and names it at the end.
  retries: 0,
  // The limits catch what hangs. They do not judge how fast the machine is.
  timeout: 180_000,
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  forbidOnly: Boolean(process.env.CI),
  // `npm test` counts passed and failed tests in the JSON.
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    // Playwright does not see requests that go through a worker; the stories about it let it in.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A trace costs a quarter of the run: `npx playwright test --trace on` records one of a test that fails.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...browser,
      // Otherwise each page load starts a spare renderer process: a third of the load's processor time.
      args: [...(browser.args ?? []), '--renderer-process-limit=1'],
    },
  },
});

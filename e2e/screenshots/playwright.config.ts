import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Takes the screenshots for the README with the server of the browser tests: `npx playwright test --config e2e/screenshots`. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'screenshots.ts',
  globalSetup: fileURLToPath(new URL(`../../${base.globalSetup}`, import.meta.url)),
  reporter: 'list',
  timeout: 120_000,
});

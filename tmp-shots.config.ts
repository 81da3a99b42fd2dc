import { defineConfig } from '@playwright/test';
import { chooseBrowser } from './e2e/support/browser.ts';
const browser = await chooseBrowser();
export default defineConfig({ testDir: '/work/wt/lang/e2e', testMatch: 'tmp-shots.ts', workers: 1, timeout: 300000, reporter: 'line', outputDir:'/tmp/shots/out', use: { launchOptions: browser } });

import { mkdir, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { testServer } from '../support/test-server.ts';
import { type BrowserPage, browserPage } from './browser-page.ts';
import { type RunningBrowser, startBrowser } from './engines.ts';
import { engineNames } from './installed-browsers.mjs';

const folder = 'test-results/browsers';

/** The engines of this run: those that `npm run test:browsers` was asked for. */
const engines = engineNames.filter(
  (name) => process.env.BROWSER_ENGINES?.split(',').includes(name) ?? true,
);

/** A way through the shop, which is gone in a new browser of each engine. When it fails, there is a screenshot. */
export function journey(title: string, go: (page: BrowserPage) => Promise<void>): void {
  for (const engine of engines) {
    it(`${title} (${engine})`, async () => {
      const browser = await startBrowser[engine]();
      try {
        const page = browserPage(browser.driver, testServer().url);
        await go(page);
        expect(await page.faults(), 'errors of the browser').toBe('');
      } catch (error) {
        await keepScreenshot(browser, `${engine} ${title}`);
        throw error;
      } finally {
        await browser.stop();
      }
    });
  }
}

async function keepScreenshot({ driver, output }: RunningBrowser, title: string): Promise<void> {
  const file = `${folder}/${title.replace(/\W+/g, '-')}`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.log`, output());
  const png = await driver.takeScreenshot().catch(() => undefined);
  if (png !== undefined) await writeFile(`${file}.png`, Buffer.from(png, 'base64'));
}

import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { openPage } from '../support/open-page.ts';
import { test } from '../support/test.ts';

const folder = 'docs/pictures';
/** What the repository can bear for each file. */
const maxBytes = 220_000;
const viewports = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
  { width: 1920, height: 1080 },
];
/** Pages of words look alike in between. */
const widthsOfWords = [390, 1280];

for (const viewport of viewports) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(() => {
      test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } });
      const suffix = `${viewport.width}-${colorScheme}`;
      const words = { blog: '/blog#unit-tests', login: '/login', about: '/about' };
      const hasWords = widthsOfWords.includes(viewport.width);

      for (const [name, path] of Object.entries({ home: '/', ...(hasWords ? words : {}) })) {
        test(`${name}-${suffix}`, async ({ page }) => {
          await openPage(page, path);
          await save(page, `${name}-${suffix}`);
        });
      }

      test(`product-${suffix}`, async ({ page }) => {
        await page.goto('/');
        const link = page.getByRole('link', { name: /^see details/ }).first();
        await openPage(page, (await link.getAttribute('href')) ?? '/');
        await save(page, `product-${suffix}`);
      });

      for (const [name, path] of Object.entries({
        category: '/category/Brass',
        bookings: '/dashboard/bookings',
        dashboard: '/dashboard',
      })) {
        test(`${name}-${suffix}`, async ({ page, signInAs }) => {
          await signInAs('buyer@reprise.test');
          await openPage(page, path);
          await save(page, `${name}-${suffix}`);
        });
      }

      test(`not-found-${suffix}`, async ({ page, expectConsole }) => {
        expectConsole(/404 \(Not Found\)/);
        await openPage(page, '/not-here');
        await save(page, `not-found-${suffix}`);
      });
    });
  }
}

async function save(page: Page, name: string): Promise<void> {
  await writeFile(`${folder}/${name}.webp`, await compress(await screenshot(page)));
}

/**
 * The page from top to bottom. The viewport is made as high as the page first, so that what is rendered only when it comes
 * near is rendered, images load, and what sticks to an edge of the viewport is in its place.
 */
async function screenshot(page: Page): Promise<Buffer> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // Rendering more may make the page higher again; five times are enough for every page.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const size = page.viewportSize();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (size === null || height <= size.height) break;
    await page.setViewportSize({ width: size.width, height });
    await page.waitForLoadState('networkidle');
  }
  await page.evaluate(() => scrollTo(0, 0));
  // Images that are not complete are far along in a row that scrolls, and would never load.
  await page.evaluate(() =>
    Promise.allSettled(
      [...document.images].filter(({ complete }) => complete).map((image) => image.decode()),
    ).then(() => undefined),
  );
  return page.screenshot();
}

/** WebP, at the best quality that fits. */
async function compress(png: Buffer): Promise<Buffer> {
  for (const quality of [80, 70, 60, 50, 40]) {
    const webp = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
    if (webp.length <= maxBytes) return webp;
  }
  throw new Error(`A screenshot has more than ${maxBytes} bytes at every quality`);
}

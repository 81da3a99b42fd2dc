import type { Page } from '@playwright/test';
import { workerPath } from '../contract/constants.ts';
import { openPage } from './support/open-page.ts';
import { startSeparateServer } from './support/separate-server.ts';
import { expect, expectAccessible, test } from './support/test.ts';

// Elsewhere Playwright keeps the worker out, because it does not see what goes through one.
test.use({ serviceWorkers: 'allow' });

test('the browser can install the shop in the language of the visitor', async ({
  page,
  baseURL,
}) => {
  await page.goto('/de');
  const session = await page.context().newCDPSession(page);
  const { manifest, errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(manifest).toMatchObject({
    id: `${baseURL}/`,
    name: 'Reprise',
    startUrl: `${baseURL}/de/`,
    scope: `${baseURL}/`,
    display: 'kStandalone',
  });
  // What Chromium asks of an application: an icon of 192 and one of 512 pixels that are as large as they say.
  const sizes = await page.evaluate(measureIcons, manifest.icons ?? []);
  expect(sizes).toEqual(['192x192', '512x512', '192x192', '512x512']);
  for (const [theme, colour] of [
    ['light', '#faf4e9'],
    ['dark', '#18120e'],
  ]) {
    const meta = page.locator(`meta[name=theme-color][media*=${theme}]`);
    await expect(meta).toHaveAttribute('content', String(colour));
  }
});

test('a visitor without a connection reads so in their language, and goes on when it is back', async ({
  page,
  context,
  expectConsole,
}) => {
  await page.goto('/de');
  await waitForWorker(page);
  await context.setOffline(true);
  expectConsole(/status of 503/);
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/de/about');
  await expect(page).toHaveTitle('Du bist offline | Reprise');
  await expect(page.getByRole('heading', { level: 1, name: 'Du bist offline' })).toBeVisible();
  await expectAccessible(page);
  const again = page.getByRole('link', { name: 'Noch einmal versuchen' });
  expect(await again.evaluate(({ href }: HTMLAnchorElement) => href)).toBe(page.url());
  await context.setOffline(false);
  await expect(page).toHaveTitle(/^Über/);
  expect(await page.evaluate('caches.keys()')).toEqual([]);
});

test('the second page of a visit comes from the network through the worker', async ({ page }) => {
  await openPage(page, '/');
  await waitForWorker(page);
  const response = await page.goto('/about');
  expect(response?.fromServiceWorker()).toBe(true);
  expect(response?.status()).toBe(200);
});

test('a browser that has the worker removes it when the shop has turned it off', async ({
  page,
}) => {
  const server = await startSeparateServer({ SERVICE_WORKER: '0' });
  try {
    await page.goto(`${server.url}/about`);
    await page.evaluate((path) => navigator.serviceWorker.register(path), workerPath);
    await expect.poll(() => page.evaluate(countWorkers)).toBe(0);
    await page.goto(`${server.url}/`);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(countWorkers)).toBe(0);
  } finally {
    await server.close();
  }
});

function measureIcons(icons: readonly { url: string }[]): Promise<string[]> {
  return Promise.all(
    icons.map(async ({ url }) => {
      const image = await createImageBitmap(await (await fetch(url)).blob());
      return `${image.width}x${image.height}`;
    }),
  );
}

const countWorkers = async () => (await navigator.serviceWorker.getRegistrations()).length;

async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') {
      await new Promise((resolve) =>
        active?.addEventListener('statechange', resolve, { once: true }),
      );
    }
  });
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPage } from './support/open-page.ts';
import { expectToFitEverywhere } from './support/overflow.ts';
import { offerViolin } from './support/second-shop.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { test as base, expect, expectAccessible } from './support/test.ts';

/** Counts visits as Matomo does: its script reads what pages have noted, sets a cookie, and reports addresses. */
const script = (host: string) => `
document.cookie = '_pk_id.1=abc; path=/';
const told = {};
const run = ([name, value]) => {
  told[name] = value;
  if (name !== 'trackPageView') return;
  const { setCustomUrl: url, setDocumentTitle: title, setReferrerUrl: referrer } = told;
  navigator.sendBeacon('${host}/matomo.php', new URLSearchParams({ url, title, referrer }));
};
const before = window._paq;
window._paq = { push: run };
before.forEach(run);`;

interface Counter {
  host: string;
  /** The paths that were asked for, and the addresses of the pages that were reported. */
  requests: string[];
  pages: string[];
  close: () => void;
}

async function startCounter(): Promise<Counter> {
  const counter: Counter = { host: '', requests: [], pages: [], close: () => server.close() };
  const server = createServer((request, response) => {
    counter.requests.push(request.url ?? '');
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const url = new URLSearchParams(body).get('url');
      if (url) counter.pages.push(url);
      response.setHeader('content-type', 'text/javascript');
      response.setHeader('cross-origin-resource-policy', 'cross-origin');
      response.end(request.url === '/matomo.js' ? script(counter.host) : '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  counter.host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return counter;
}

const test = base.extend<object, { counter: Counter; server: SeparateServer }>({
  counter: [
    async ({ browserName: _ }, use) => {
      const counter = await startCounter();
      await use(counter);
      counter.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ counter }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'reprise-words-'));
      await writeFile(join(folder, 'rent.md'), '# Renting\n\nFrom ten euros a month.\n');
      const shop = {
        name: 'Nordklang',
        firstYear: 2026,
        languages: ['en', 'ar'],
        pages: [{ title: 'Renting', file: 'rent.md', path: '/renting' }],
        menu: [{ title: { en: 'Rent', ar: 'استئجار' }, to: '/renting' }],
        footer: [{ title: 'Repairs', to: 'https://repairs.example/' }],
        banner: {
          text: { en: 'Closed in the first week of May', ar: 'نغلق في الأسبوع الأول من مايو' },
          to: '/renting',
          from: '2026-01-01',
        },
        analytics: { kind: 'matomo', address: counter.host, site: 1 },
      };
      await writeFile(join(folder, 'shop.json'), JSON.stringify(shop));
      const server = await startSeparateServer({ SHOP_DIR: folder });
      await use(server);
      await server.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

// One worker runs all tests of this file, so that it starts one server.
test.describe.configure({ mode: 'default' });

test('entries of the owner are in menu and footer, and a closed announcement stays closed without a jump', async ({
  page,
}) => {
  await openPage(page, '/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Blog' })).toBeHidden();
  await menu.getByRole('link', { name: 'Rent' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Renting' })).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Repairs' })).toHaveAttribute(
    'href',
    'https://repairs.example/',
  );
  await expect(footer).toContainText('Copyright © 2026 Nordklang');
  const banner = page.getByRole('complementary', { name: 'Announcement' });
  await expect(banner.getByRole('link')).toHaveText('Closed in the first week of May');
  await expectAccessible(page);
  await expectToFitEverywhere(page);
  await banner.getByRole('button', { name: 'Close the announcement' }).click();
  await expect(banner).toBeHidden();
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(banner).toBeHidden();
});

test('nothing of the counting service is loaded before a visitor accepts, and rejecting is remembered', async ({
  page,
  counter,
}) => {
  counter.requests.length = 0;
  await openPage(page, '/');
  const notice = page.getByRole('region', { name: 'Visitor statistics' });
  await expect(notice).toContainText('Matomo');
  await expectAccessible(page);
  const buttons = notice.getByRole('button');
  await expect(buttons).toHaveText(['Reject', 'Accept']);
  const [reject, accept] = await Promise.all([0, 1].map((at) => buttons.nth(at).boundingBox()));
  expect([reject?.width, reject?.height]).toEqual([accept?.width, accept?.height]);
  await buttons.first().click();
  await expect(notice).toBeHidden();
  await openPage(page, '/renting');
  await expect(notice).toBeHidden();
  expect(counter.requests).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).not.toContain('_pk');

  await page.getByRole('contentinfo').getByRole('button', { name: 'Visitor statistics' }).click();
  await expect(notice).toBeFocused();
  await buttons.last().click();
  await expect.poll(() => counter.requests).toContain('/matomo.js');
});

test('pages are reported without their queries, none of the dashboard, and the script leaves before private addresses', async ({
  page,
  counter,
  server,
}) => {
  const { productId } = await offerViolin(server);
  counter.requests.length = 0;
  counter.pages.length = 0;
  await openPage(page, '/renting?utm_source=letter&token=secret');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => counter.pages).toEqual([`${server.url}/renting?utm_source=letter`]);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sell' }).click();
  await expect.poll(() => counter.pages.at(-1)).toBe(`${server.url}/sell`);

  await openPage(page, `/products/${productId}`);
  await expect.poll(() => counter.pages.at(-1)).toBe(`${server.url}/products/${productId}`);
  const count = counter.requests.length;
  await page.evaluate(() => Object.assign(window, { isMeasuredDocument: true }));
  await page.getByRole('link', { name: 'Report this listing' }).click();
  await expect(page).toHaveURL(`/report/product/${productId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The document of the private address replaces the measured one.
  await expect(async () => {
    expect(await page.evaluate(() => Reflect.get(window, '_paq'))).toBeUndefined();
  }).toPass();
  expect(await page.evaluate(() => Reflect.get(window, 'isMeasuredDocument'))).toBeUndefined();
  expect(await page.locator(`script[src^="${counter.host}"]`).count()).toBe(0);
  expect(counter.requests).toHaveLength(count);
});

test('a visitor who rejects later loses the cookies of the service', async ({ page, counter }) => {
  await openPage(page, '/renting');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('_pk_id');
  counter.requests.length = 0;
  await page.getByRole('contentinfo').getByRole('button', { name: 'Visitor statistics' }).click();
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain('_pk_id');
  await openPage(page, '/renting');
  expect(counter.requests).toEqual([]);
});

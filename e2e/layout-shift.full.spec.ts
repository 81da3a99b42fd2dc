import type { Page, Request } from '@playwright/test';
import { demoProduct } from './support/demo-products.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 } });
  const pages = {
    'the home page': async () => '/',
    'a product': async () => (await demoProduct('advertise')).path,
    'the blog': async () => '/blog',
    'search results': async () => '/search?q=brass',
    'the login page': async () => '/login',
    'the register page': async () => '/register',
  };
  for (const [name, path] of Object.entries(pages)) {
    test(`nothing shifts on a phone while ${name} loads and is scrolled`, async ({ page }) => {
      const pending = watchRequests(page);
      await page.addInitScript(recordLayoutShifts);
      await openPage(page, await path());
      await expectStableWhileScrolling(page, pending);
    });
  }

  test('nothing shifts on a phone while search results of a user load and are scrolled', async ({
    page,
    signInAs,
  }) => {
    const pending = watchRequests(page);
    await signInAs('buyer@reprise.test');
    await page.addInitScript(recordLayoutShifts);
    await openPage(page, '/search?category=String');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await expectStableWhileScrolling(page, pending);
  });

  test('nothing shifts on a phone while a category of a user loads and is scrolled', async ({
    page,
    signInAs,
  }) => {
    const pending = watchRequests(page);
    await signInAs('buyer@reprise.test');
    await page.addInitScript(recordLayoutShifts);
    await openPage(page, '/category/String');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await expectStableWhileScrolling(page, pending);
  });

  for (const path of ['', '/bookings', '/messages', '/earnings', '/profile']) {
    test(`nothing shifts on a phone while /dashboard${path} of a seller loads`, async ({
      page,
      signInAs,
    }) => {
      const pending = watchRequests(page);
      await signInAs('seller@reprise.test');
      await page.addInitScript(recordLayoutShifts);
      await openPage(page, `/dashboard${path}`);
      await expectStableWhileScrolling(page, pending);
    });
  }
});

/** The requests of the page that have no response yet. */
function watchRequests(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return pending;
}

async function expectStableWhileScrolling(page: Page, pending: ReadonlySet<Request>) {
  await scrollToFooter(page, pending);
  const { score, sources } = await layoutShifts(page);
  expect(score, sources.join('\n')).toBeLessThan(0.05);
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Runs in the page before its own scripts: adds up the layout shifts that no input caused. */
function recordLayoutShifts(): void {
  const total = { score: 0, sources: [] as string[] };
  Reflect.set(window, 'layoutShifts', total);
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries as LayoutShift[]) {
      if (entry.hadRecentInput) continue;
      total.score += entry.value;
      total.sources.push(
        ...entry.sources.map(({ node }) => {
          const html = node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent;
          return `${entry.value.toFixed(4)} ${html}`;
        }),
      );
    }
  };
  new PerformanceObserver((list) => add(list.getEntries())).observe({
    type: 'layout-shift',
    buffered: true,
  });
}

async function layoutShifts(page: Page): Promise<{ score: number; sources: string[] }> {
  return page.evaluate(() => Reflect.get(window, 'layoutShifts'));
}

/**
 * Scrolls to the end in steps a little smaller than the screen. A step waits for what the one before it made the page
 * request: a reader scrolls more slowly than a server answers, a script on a busy machine does not.
 */
async function scrollToFooter(page: Page, pending: ReadonlySet<Request>): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expect(async () => {
    await expect.poll(() => countPending(page, pending)).toBe(0);
    const isAtEnd = await page.evaluate(async () => {
      scrollBy({ top: innerHeight * 0.8, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { scrollHeight } = document.documentElement;
      return document.readyState === 'complete' && scrollY + innerHeight >= scrollHeight - 1;
    });
    expect(isAtEnd).toBe(true);
  }).toPass({ intervals: [30] });
}

/** Requests without a response, before and after the page has rendered what it has and begun what came into view. */
async function countPending(page: Page, pending: ReadonlySet<Request>): Promise<number> {
  const before = pending.size;
  await page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  return before + pending.size;
}

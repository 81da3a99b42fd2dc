import type { Page } from '@playwright/test';
import { everyPage } from './support/every-page.ts';
import { anInstrument } from './support/instruments.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const phone = { width: 390, height: 844 };

test.describe('on a phone nothing jumps while one loads and scrolls', () => {
  test.use({ viewport: phone });
  const places = {
    'the home page': async () => '/',
    'an instrument’s page': async () => (await anInstrument('advertise')).path,
    'the blog': async () => '/blog',
  };
  for (const [place, address] of Object.entries(places)) {
    test(place, async ({ page }) => {
      await page.addInitScript(measureShifts);
      await openPage(page, await address());
      await scrollThrough(page);
      const { shift, sources } = await shiftsOf(page);
      expect(shift, sources.join('\n')).toBeLessThan(0.05);
    });
  }

  test('a category while it loads, for a member', async ({ page, signInAs }) => {
    await signInAs('buyer@reprise.test');
    await page.addInitScript(measureShifts);
    await openPage(page, '/category/String');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await scrollThrough(page);
    const { shift, sources } = await shiftsOf(page);
    expect(shift, sources.join('\n')).toBeLessThan(0.05);
  });
});

test.describe('nothing is cut off or reaches out of the window', () => {
  for (const { name, address, isGuarded, seenBy, complaint } of everyPage) {
    test(`${name}: narrow, zoomed, and with letters twice as large`, async ({
      page,
      signInAs,
      expectConsole,
    }) => {
      if (isGuarded) await signInAs(seenBy ?? 'buyer@reprise.test');
      if (complaint) expectConsole(complaint);
      await page.setViewportSize({ width: 320, height: 640 });
      await openPage(page, await address());
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await widerThanTheWindow(page), 'at 320 px').toEqual([]);

      await page.setViewportSize({ width: 640, height: 450 });
      expect(await widerThanTheWindow(page), 'at 1280 px and a zoom of 200 %').toEqual([]);

      await page.setViewportSize({ width: 1280, height: 900 });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      expect(await widerThanTheWindow(page), 'with letters of 200 %').toEqual([]);
    });
  }
});

/** What makes the page scroll sideways; empty when it does not. Rows that scroll inside of the page may be wider. */
async function widerThanTheWindow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter((element) => {
      if (element.getBoundingClientRect().right <= clientWidth + 0.5) return false;
      for (let up = element.parentElement; up; up = up.parentElement) {
        if (getComputedStyle(up).overflowX !== 'visible') return false;
      }
      return true;
    });
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...wide.map(({ outerHTML }) => outerHTML.slice(0, 160)),
    ];
  });
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Runs in the page before its own scripts: adds up how far things moved that nobody moved. */
function measureShifts(): void {
  const sum = { shift: 0, sources: [] as string[] };
  Reflect.set(window, 'shifts', sum);
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries as Shift[]) {
      if (entry.hadRecentInput) continue;
      sum.shift += entry.value;
      sum.sources.push(
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

async function shiftsOf(page: Page): Promise<{ shift: number; sources: string[] }> {
  return page.evaluate(() => Reflect.get(window, 'shifts'));
}

/** To the end, screen by screen, as a thumb does. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expect(async () => {
    await page.evaluate(async () => {
      scrollBy({ top: innerHeight * 0.8, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    await expect(page.getByRole('contentinfo').getByText('Copyright')).toBeInViewport({
      timeout: 1,
    });
  }).toPass({ intervals: [30] });
}

import { expect, type Page } from '@playwright/test';

/** Fails when the page scrolls sideways in a narrow window, when zoomed, or with a large font. */
export async function expectToFitEverywhere(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await findOverflow(page), 'at 320 px').toEqual([]);

  await page.setViewportSize({ width: 640, height: 450 });
  expect(await findOverflow(page), 'at 1280 px with 200 % zoom').toEqual([]);

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await findOverflow(page), 'with a font size of 200 %').toEqual([]);
}

/** The elements that make the page scroll sideways. Elements that scroll inside the page may be wider than it. */
export async function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter((element) => {
      if (element.getBoundingClientRect().right <= clientWidth + 0.5) return false;
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflowX !== 'visible') return false;
      }
      return true;
    });
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...wide.map(({ outerHTML }) => outerHTML.slice(0, 160)),
    ];
  });
}

/** The texts and controls that no reader sees whole: they lie beyond an edge of the window, and nothing scrolls to them. */
export async function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const shown = [
      ...document.body.querySelectorAll('a, button, input, select, h1, h2, h3, p, dd'),
    ];
    return shown
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        // One pixel wide is what only screen readers find.
        if (width <= 1 || (left >= -0.5 && right <= clientWidth + 0.5)) return false;
        for (let parent = element.parentElement; parent; parent = parent.parentElement) {
          if (/auto|scroll/.test(getComputedStyle(parent).overflowX)) return false;
        }
        return element.checkVisibility({ visibilityProperty: true });
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 160));
  });
}

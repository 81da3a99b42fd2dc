import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

export function cardsOn(page: Page): Locator {
  return page.getByRole('main').getByRole('article');
}

/** Where elements are, and their sizes, in pixels. */
export async function boxesOf(elements: Locator) {
  await expect(elements.first()).toBeVisible();
  return elements.evaluateAll((found) =>
    found.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
}

/** By how many pixels the page is wider than the window. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

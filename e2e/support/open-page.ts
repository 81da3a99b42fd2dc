import type { Page, Response } from '@playwright/test';
import { expect } from '@playwright/test';

/** Opens a page and waits until it is hydrated. */
export async function openPage(page: Page, url: string): Promise<Response | null> {
  const response = await page.goto(url);
  await waitForHydration(page);
  return response;
}

/**
 * Waits until the page's script runs, knows whether somebody is signed in, and has hydrated the page below the navigation
 * bar, which React does later. Before, the bar holds the links for guests and for users, and CSS hides one of the two.
 */
export async function waitForHydration(page: Page): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Main', includeHidden: true });
  // Corrected texts say “Log in”.
  const login = bar.getByRole('link', { name: /^Log ?in$/, includeHidden: true });
  const logout = bar.getByRole('button', { name: /^Log ?out$/, includeHidden: true });
  await expect(login.or(logout)).toHaveCount(1);
  await expect.poll(() => page.evaluate(isHeadingHydrated)).toBe(true);
}

/** Runs in the page. */
function isHeadingHydrated(): boolean {
  const heading = document.querySelector('main h1');
  return !heading || Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
}

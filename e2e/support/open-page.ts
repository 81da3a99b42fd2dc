import type { Page, Response } from '@playwright/test';
import { expect } from '@playwright/test';

/** Opens a page and waits until it is hydrated. */
export async function openPage(page: Page, url: string): Promise<Response | null> {
  const response = await page.goto(url);
  await waitForHydration(page);
  return response;
}

/**
 * Waits until the page's script runs and knows whether somebody is signed in. Before, the navigation bar holds the links
 * for guests and for users, and CSS hides one of the two.
 */
export async function waitForHydration(page: Page): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Main', includeHidden: true });
  const login = bar.getByRole('link', { name: 'Login', includeHidden: true });
  const logout = bar.getByRole('button', { name: 'Logout', includeHidden: true });
  await expect(login.or(logout)).toHaveCount(1);
}

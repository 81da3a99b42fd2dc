import type { Page, Response } from '@playwright/test';
import { expect } from '@playwright/test';

/** Opens a page of the shop and waits until its script has taken over. Until then its links work as the browser's own. */
export async function openPage(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address);
  await wakefulness(page);
  return response;
}

/** Waits until the page knows who is here: before, the bar has the links of guests and of members, one of them unseen. */
export async function wakefulness(page: Page): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Main', includeHidden: true });
  const login = bar.getByRole('link', { name: 'Login', includeHidden: true });
  const logout = bar.getByRole('button', { name: 'Logout', includeHidden: true });
  await expect(login.or(logout)).toHaveCount(1);
}

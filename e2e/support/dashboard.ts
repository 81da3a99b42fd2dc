import { expect, type Locator, type Page } from '@playwright/test';
import { runningShop } from './open-shop.ts';

/** The side menu of the dashboard. */
export function menuOf(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Dashboard' });
}

export async function expectToast(page: Page, words: string): Promise<void> {
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await expect(notifications.getByText(words)).toBeVisible();
}

/** Asks the shop something with an access token, past every page. */
export function read(path: string, token: string): Promise<Response> {
  return fetch(`${runningShop().url}/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

import { expect, type Locator, type Page } from '@playwright/test';
import { testServer } from './test-server.ts';
import { wasToastShown } from './toasts.ts';

export function sideMenu(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Dashboard' });
}

/** The row of the table, or the card of the list, that has this text. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').or(page.getByRole('article')).filter({ hasText: text });
}

/** The button that opens the menu of the entry with this name. */
export function menuOf(page: Page, name: string): Locator {
  return page.getByRole('button', { name: `More for ${name}`, exact: true });
}

/** Opens the menu of the entry with this name and chooses from it, by keyboard. */
export async function chooseFromMenu(page: Page, name: string, choice: string): Promise<void> {
  await menuOf(page, name).press('Enter');
  await page.getByRole('menuitem', { name: choice, exact: true }).press('Enter');
}

/** Types into the search field, and waits until the list shows what was found. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const searched = page.waitForResponse(/[?&]search=/);
  await page.getByRole('searchbox').fill(text);
  await searched;
  await expect(page.getByRole('main').locator('[aria-busy]')).toHaveCount(0);
}

export async function expectToast(page: Page, text: string): Promise<void> {
  await expect.poll(() => wasToastShown(page, text), `the toast “${text}”`).toBe(true);
}

/** Sends a GET to the API with an access token. */
export function getFromApi(path: string, token: string): Promise<Response> {
  return fetch(`${testServer().url}/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

/** The button for the next step of the sale of this product, in a list or on its page. */
export function saleButton(page: Page, label: string, name: string) {
  return page.getByRole('button', { name: `${label} : ${name}` });
}

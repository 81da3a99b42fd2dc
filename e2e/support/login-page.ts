import type { Page } from '@playwright/test';
import { accessTokenKey } from '#contract/constants.ts';
import { demoPassword } from '#contract/identity/demo-accounts.ts';
import { expect } from './test.ts';

/** Fills in the login form and submits it. */
export async function logIn(page: Page, email: string, password = demoPassword): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Login' }).click();
}

/** Waits until the navigation bar is that of a signed-in user. */
export async function expectSignedIn(page: Page): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Main', includeHidden: true });
  await expect(bar.getByRole('button', { name: 'Logout', includeHidden: true })).toHaveCount(1);
}

/** The access token in the browser's storage. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), accessTokenKey);
}

/** Presses 'Continue with Google' and returns the popup. */
export async function openGooglePopup(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  return opening;
}

/** Gives the stored access token a wrong signature. */
export async function invalidateToken(page: Page): Promise<void> {
  await page.evaluate((key) => {
    const token = localStorage.getItem(key) ?? '';
    localStorage.setItem(key, `${token.slice(0, token.lastIndexOf('.'))}.invalid`);
  }, accessTokenKey);
}

import type { Page } from '@playwright/test';
import { accessTokenKey } from '#contract/constants.ts';
import { demoPassword } from '#contract/demo-accounts.ts';
import { expect } from './test.ts';

/** Fills in the login page that is shown, and presses its button. */
export async function logIn(page: Page, email: string, password = demoPassword): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Login' }).click();
}

/** Waits until the bar is that of somebody who is signed in. */
export async function expectMember(page: Page): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Main', includeHidden: true });
  await expect(bar.getByRole('button', { name: 'Logout', includeHidden: true })).toHaveCount(1);
}

/** The access token that the browser keeps. */
export function keptToken(page: Page): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), accessTokenKey);
}

/** Presses 'Continue with Google' and gives the window that opens. */
export async function fetchFromGoogle(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  return opening;
}

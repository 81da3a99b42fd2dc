import type { Page } from '@playwright/test';
import { accessTokenKey, specifiedCategories } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { storedToken } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import { accessTokenFor } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const email = 'buyer@reprise.test';

test('a signed-in user finds the categories and the dashboard in the navigation bar', async ({
  page,
  signInAs,
}) => {
  await signInAs(email);
  await openPage(page, '/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link', { name: 'Login' })).toHaveCount(0);
  const menu = bar.getByRole('button', { name: 'Category' });
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  for (const category of specifiedCategories) {
    await expect(bar.getByRole('link', { name: category })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(bar.getByRole('link', { name: 'Brass' })).toBeHidden();
  await expect(menu).toBeFocused();

  await menu.press('Enter');
  await bar.getByRole('link', { name: 'Brass' }).press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: messages.category.title('Brass') });
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle('All Brass Product | Reprise');
  await expect(bar.getByRole('link', { name: 'Keyboard' })).toBeHidden();
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.nth(5)).toBeAttached();

  await bar.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await expect(page.getByRole('main')).toContainText(email);
});

test('logging out removes the access token and the links of signed-in users, in every tab', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs(email);
  await openPage(page, '/dashboard');
  const otherTab = await context.newPage();
  await openPage(otherTab, '/');
  await page.getByRole('button', { name: 'Logout' }).click();

  await expect(page).toHaveURL('/');
  expect(await storedToken(page)).toBeNull();
  for (const tab of [page, otherTab]) await expectGuest(tab);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});

test('a visitor with an expired access token that cannot be renewed is a guest', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  await storeToken(page, expiredToken());
  await openPage(page, '/');
  await expectGuest(page);
  await page.goto('/category/Brass');
  await expect(page).toHaveURL('/login');
});

test('an access token that expires while the page is open and cannot be renewed ends the session', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  await page.clock.install();
  await signInAs(email);
  await openPage(page, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await page.clock.fastForward('01:00:01');
  await expect(page).toHaveURL('/login');
  await expectGuest(page);
});

test('an access token that the server rejects ends the session and leads to the login page', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  const [header, claims] = (await accessTokenFor(email)).split('.');
  await storeToken(page, `${header}.${claims}.made-up`);
  await openPage(page, '/category/Brass');
  await expect(page).toHaveURL('/login');
  await expectGuest(page);
  expect(await storedToken(page)).toBeNull();
});

async function expectGuest(page: Page): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Register' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
  await expect(bar.getByRole('button', { name: 'Category' })).toHaveCount(0);
  await expect(bar.getByRole('button', { name: 'Logout' })).toHaveCount(0);
}

/** Stores a token as if from an earlier visit. */
async function storeToken(page: Page, token: string): Promise<void> {
  await openPage(page, '/about');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    accessTokenKey,
    token,
  ] as const);
}

function expiredToken(): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const exp = Math.floor(Date.now() / 1_000) - 1;
  return [encode({ alg: 'HS256' }), encode({ sub: 'somebody', email, exp }), 'signature'].join('.');
}

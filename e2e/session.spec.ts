import type { Page } from '@playwright/test';
import { accessTokenKey, categories } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { openPage } from './support/open-page.ts';
import { accessTokenFor } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const email = 'buyer@reprise.test';

test('a member finds the categories and the dashboard in the bar, and walks there', async ({
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
  for (const category of categories) {
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
  await expect(cards.first()).toBeVisible();
  expect(await cards.count()).toBeGreaterThan(5);

  await bar.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await expect(page.getByRole('main')).toContainText(email);
});

test('Book Now of a member opens the booking modal', async ({ page, signInAs }) => {
  await signInAs(email);
  await openPage(page, '/category/String');
  const card = page.getByRole('main').getByRole('article').first();
  const name = await card.getByRole('heading').innerText();
  await card.getByRole('button', { name: /^Book Now/ }).click();
  await expect(page.getByRole('dialog', { name: `Book ${name}` })).toBeVisible();
  await expect(page).toHaveURL('/category/String');
});

test('logging out takes the token and the links away, in every tab', async ({
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
  expect(await keptToken(page)).toBeNull();
  for (const tab of [page, otherTab]) await expectGuest(tab);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});

test('an expired token that nobody renews is none: its owner is a guest', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  await keepToken(page, spentToken());
  await openPage(page, '/');
  await expectGuest(page);
  await page.goto('/category/Brass');
  await expect(page).toHaveURL('/login');
});

test('a token that expires and is not renewed ends the session where one is', async ({
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

test('a token that the server does not believe ends the session, and asks to sign in', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  const [header, claims] = (await accessTokenFor(email)).split('.');
  await keepToken(page, `${header}.${claims}.made-up`);
  await openPage(page, '/category/Brass');
  await expect(page).toHaveURL('/login');
  await expectGuest(page);
  expect(await keptToken(page)).toBeNull();
});

async function expectGuest(page: Page): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Register' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
  await expect(bar.getByRole('button', { name: 'Category' })).toHaveCount(0);
  await expect(bar.getByRole('button', { name: 'Logout' })).toHaveCount(0);
}

function keptToken(page: Page): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), accessTokenKey);
}

/** Keeps a token as if an earlier visit had left it. */
async function keepToken(page: Page, token: string): Promise<void> {
  await openPage(page, '/about');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    accessTokenKey,
    token,
  ] as const);
}

function spentToken(): string {
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
  const exp = Math.floor(Date.now() / 1_000) - 1;
  return [part({ alg: 'HS256' }), part({ sub: 'somebody', email, exp }), 'signature'].join('.');
}

import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { accessTokenKey } from '#contract/constants.ts';
import { startFakeIdentityToolkit } from '../web/testing/identity-toolkit.ts';
import { expectToast } from './support/dashboard.ts';
import { expectMember, keptToken, logIn } from './support/log-in.ts';
import { openPage } from './support/open-page.ts';
import { type OwnShop, openOwnShop } from './support/own-shop.ts';
import { expect, test } from './support/test.ts';

/* A shop whose identities are at Firebase. A stand-in plays Firebase; `npm run test:firebase` asks its own emulator. */

const picture = fileURLToPath(new URL('../demo/pictures/banjo.webp', import.meta.url));
const password = 'seven-quiet-violas';
let firebase: Awaited<ReturnType<typeof startFakeIdentityToolkit>>;
let shop: OwnShop;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  firebase = await startFakeIdentityToolkit();
  shop = await openOwnShop({
    IDENTITY: 'firebase',
    FIREBASE_PROJECT_ID: 'demo-reprise',
    FIREBASE_API_KEY: 'key',
    FIREBASE_EMULATOR: new URL(firebase.url).host,
  });
});
test.afterAll(async () => {
  await shop.close();
  await firebase.stop();
});

async function register(page: Page, email: string): Promise<void> {
  await openPage(page, `${shop.url}/register`);
  const main = page.getByRole('main');
  await main.getByLabel('Name').fill('Ann New');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(password);
  await main.getByLabel('Profile picture').setInputFiles(picture);
  await main.getByLabel('Seller').check();
  await main.getByRole('button', { name: 'Register' }).click();
  await expectMember(page);
}

test('somebody registers, logs out and in again, and loads no script of Firebase before', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\)/);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await openPage(page, `${shop.url}/`);
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((path) => path.includes('firebase'))).toEqual([]);

  await register(page, 'ann@reprise.test');
  expect(scripts.filter((path) => path.includes('firebase'))).toHaveLength(1);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await openPage(page, `${shop.url}/login`);
  await expect(page.getByText('This is a demo')).toHaveCount(0);
  await logIn(page, 'ann@reprise.test', 'not-this-one');
  await expect(page.getByText('The email or the password is not right.')).toBeVisible();
  await logIn(page, 'ann@reprise.test', password);
  await expectMember(page);
});

/** Lets the access token of a browser run out. */
function spendToken(page: Page, email: string): Promise<string> {
  return page.evaluate(
    ([key, of]) => {
      const [head, , sign] = (localStorage.getItem(key) ?? '').split('.');
      const token = `${head}.${btoa(JSON.stringify({ email: of, name: 'Ben', exp: 1 }))}.${sign}`;
      localStorage.setItem(key, token);
      return token;
    },
    [accessTokenKey, email] as const,
  );
}

test('a spent access token is renewed by what Firebase keeps in the browser', async ({ page }) => {
  await register(page, 'ben@reprise.test');
  const spent = await spendToken(page, 'ben@reprise.test');
  await openPage(page, `${shop.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  expect(await keptToken(page)).not.toBe(spent);
});

test('signing out everywhere ends the session here, and elsewhere too', async ({
  page,
  browser,
}) => {
  await register(page, 'cy@reprise.test');
  const elsewhere = await browser.newContext();
  const theirs = await elsewhere.newPage();
  await openPage(theirs, `${shop.url}/login`);
  await logIn(theirs, 'cy@reprise.test', password);
  await expectMember(theirs);
  // Firebase counts in seconds, and ends what began before the present one.
  const began = await theirs.evaluate(() => Math.floor(Date.now() / 1_000));
  await theirs.waitForFunction((second) => Date.now() / 1_000 >= second + 1, began);

  await openPage(page, `${shop.url}/dashboard/profile`);
  await expect(page.getByRole('list', { name: 'Where you are signed in' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expectToast(page, 'You are signed out everywhere');
  await expect(page).toHaveURL(`${shop.url}/`);
  expect(await keptToken(page)).toBeNull();
  await spendToken(theirs, 'cy@reprise.test');
  await openPage(theirs, `${shop.url}/`);
  const bar = theirs.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link', { name: 'Login' })).toBeVisible();
  await elsewhere.close();
});

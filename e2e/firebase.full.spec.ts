import type { Page } from '@playwright/test';
import { accessTokenKey } from '#contract/constants.ts';
import { proofTexts } from '#contract/identity/proof-texts.ts';
import { messages } from '#contract/messages.ts';
import { startFakeIdentityToolkit } from '../web/testing/identity-toolkit.ts';
import { expectToast } from './support/dashboard-page.ts';
import { expectSignedIn, logIn, storedToken } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import {
  fillInRegistration,
  newPassword,
  submitRegistration,
} from './support/registration-form.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { expect, test } from './support/test.ts';

// A server whose identity provider is a fake of Firebase; `npm run test:firebase` uses Firebase's emulator.

let firebase: Awaited<ReturnType<typeof startFakeIdentityToolkit>>;
let server: SeparateServer;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  firebase = await startFakeIdentityToolkit();
  server = await startSeparateServer({
    IDENTITY: 'firebase',
    FIREBASE_PROJECT_ID: 'demo-reprise',
    FIREBASE_API_KEY: 'key',
    FIREBASE_EMULATOR: new URL(firebase.url).host,
  });
});
test.afterAll(async () => {
  await server.close();
  await firebase.stop();
});

test('a user registers, logs out and in again, and no script of Firebase loads before', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\)/);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await openPage(page, `${server.url}/`);
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((path) => path.includes('firebase'))).toEqual([]);

  await register(page, 'ann@reprise.test');
  expect(scripts.filter((path) => path.includes('firebase'))).toHaveLength(1);
  const authorization = `Bearer ${await storedToken(page)}`;
  const askWithToken = async () =>
    (await fetch(`${server.url}/api/users/ann@reprise.test`, { headers: { authorization } }))
      .status;
  expect(await askWithToken()).toBe(200);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect.poll(askWithToken).toBe(401);
  await openPage(page, `${server.url}/login`);
  await expect(page.getByText('This is a demo')).toHaveCount(0);
  await logIn(page, 'ann@reprise.test', 'not-this-one');
  await expect(page.getByText('The email or the password is wrong.')).toBeVisible();
  await logIn(page, 'ann@reprise.test', newPassword);
  await expectSignedIn(page);
});

test('an expired access token is renewed with what Firebase stores in the browser', async ({
  page,
}) => {
  await register(page, 'ben@reprise.test');
  const expired = await expireToken(page, 'ben@reprise.test');
  await openPage(page, `${server.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  expect(await storedToken(page)).not.toBe(expired);
});

test('the link in Firebase’s mail confirms the email of the signed-in user', async ({ page }) => {
  const email = 'eli@reprise.test';
  await register(page, email);
  const isProven = async () => {
    const [user] = await server.database.sql<{ isProven: boolean }[]>`
      select email_proven_at is not null as "isProven" from users where email = ${email}`;
    return user?.isProven;
  };
  expect(await isProven()).toBe(false);
  const { oobCodes } = await (
    await fetch(`${firebase.url}/emulator/v1/projects/demo-reprise/oobCodes`)
  ).json();
  const code = oobCodes.find((mail: { email: string }) => mail.email === email).oobCode;
  const link = `/api/auth/mailed-link?mode=verifyEmail&oobCode=${code}`;
  await openPage(page, server.url + link);
  await page.getByRole('button', { name: 'Verify this email' }).click();
  await expect(page.getByText(`Thank you. ${email} is verified.`)).toBeVisible();
  expect(await isProven()).toBe(true);
});

test('deleting the account takes the password again', async ({ page, expectConsole }) => {
  expectConsole(/400 \(Bad Request\)/);
  await register(page, 'dot@reprise.test');
  await openPage(page, `${server.url}/dashboard/profile`);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog');
  const field = dialog.getByLabel('Password', { exact: true });
  await field.fill('not-this-one');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(proofTexts.wrongPassword);
  await field.fill(newPassword);
  await field.press('Enter');
  await expectToast(page, messages.toast.userDeleted);
  await expect(page).toHaveURL(`${server.url}/`);
  expect(await storedToken(page)).toBeNull();
});

test('signing out everywhere ends the session in this browser and in others', async ({
  page,
  browser,
}) => {
  await register(page, 'cy@reprise.test');
  const otherContext = await browser.newContext();
  const otherPage = await otherContext.newPage();
  await openPage(otherPage, `${server.url}/login`);
  await logIn(otherPage, 'cy@reprise.test', newPassword);
  await expectSignedIn(otherPage);
  // Firebase counts in seconds: it ends the sessions that began in an earlier second.
  const loggedInAt = await otherPage.evaluate(() => Math.floor(Date.now() / 1_000));
  await otherPage.waitForFunction((second) => Date.now() / 1_000 >= second + 1, loggedInAt);

  await openPage(page, `${server.url}/dashboard/profile`);
  await expect(page.getByRole('list', { name: 'Where you are signed in' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await expectToast(page, 'You are signed out everywhere');
  await expect(page).toHaveURL(`${server.url}/`);
  expect(await storedToken(page)).toBeNull();
  await expireToken(otherPage, 'cy@reprise.test');
  await openPage(otherPage, `${server.url}/`);
  const bar = otherPage.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link', { name: 'Login' })).toBeVisible();
  await otherContext.close();
});

test('signing out everywhere is confirmed even if another tab has noticed the end of the session first', async ({
  page,
}) => {
  await register(page, 'di@reprise.test');
  await openPage(page, `${server.url}/dashboard/profile`);
  const otherTab = await page.context().newPage();
  await openPage(otherTab, `${server.url}/`);
  await page.route('**/revoke-sessions', async (route) => {
    const response = await route.fetch();
    await otherTab.evaluate((key) => localStorage.removeItem(key), accessTokenKey);
    await expect(page).toHaveURL(`${server.url}/login`);
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await expectToast(page, 'You are signed out everywhere');
  await expect(page).toHaveURL(`${server.url}/`);
});

async function register(page: Page, email: string): Promise<void> {
  await openPage(page, `${server.url}/register`);
  await fillInRegistration(page, email);
  await submitRegistration(page);
  await expectSignedIn(page);
}

/** Replaces the stored access token by an expired one, and returns it. */
function expireToken(page: Page, email: string): Promise<string> {
  return page.evaluate(
    ([key, of]) => {
      const [header, , signature] = (localStorage.getItem(key) ?? '').split('.');
      const claims = btoa(JSON.stringify({ email: of, name: 'Ben', exp: 1 }));
      const token = `${header}.${claims}.${signature}`;
      localStorage.setItem(key, token);
      return token;
    },
    [accessTokenKey, email] as const,
  );
}

import type { Page } from '@playwright/test';
import { identityProblems } from '#contract/identity/identity.ts';
import { expectToast } from './support/dashboard-page.ts';
import { expectSignedIn, logIn } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import { uniqueEmail } from './support/registration-form.ts';
import { findMail } from './support/separate-server.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

const password = 'seven-quiet-violas';

test('a user who forgot the password gets a mail, sets a new password and logs in with it', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\)/);
  const email = uniqueEmail();
  await createAccount(page, email);
  await openPage(page, '/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The login page has a field of the same name.
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeFocused();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the email' }).click();
  await expect(page.getByText('an email is on its way')).toBeVisible();

  const link = await linkFromMail(email, /password/i, 'reset-password');
  await openPage(page, link);
  await page.getByLabel('New password', { exact: true }).fill('eleven-loud-tubas');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expectToast(page, 'Your password has been changed');
  await expect(page).toHaveURL('/login');
  await logIn(page, email, 'eleven-loud-tubas');
  await expectSignedIn(page);

  await openPage(page, link);
  await page.getByLabel('New password', { exact: true }).fill('twelve-lazy-oboes');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText(identityProblems['invalid-link'].detail)).toBeVisible();
});

test('the link of the first mail leads through the login to a button that verifies the email', async ({
  page,
}) => {
  const email = uniqueEmail();
  await createAccount(page, email);
  await openPage(page, await linkFromMail(email, /./, 'verify-email'));
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await logIn(page, email, password);
  await page.getByRole('button', { name: 'Verify this email' }).click();
  await expect(page.getByText(`${email} is verified`)).toBeVisible();
});

test('the dashboard first asks a user to confirm the email, and the dashboard and the profile send the link again', async ({
  page,
}) => {
  const email = uniqueEmail();
  await createAccount(page, email);
  await openPage(page, '/login');
  await logIn(page, email, password);
  await expectSignedIn(page);
  const notice = page.getByRole('region', { name: 'Confirm your email' });
  for (const path of ['/dashboard', '/dashboard/profile']) {
    await openPage(page, path);
    await notice.getByRole('button', { name: 'Send it again' }).click();
    await expect(notice.getByRole('status')).toHaveText(`A new email is on its way to ${email}.`);
    await expectAccessible(page);
    await expect(page.getByText('Nothing to do')).toHaveCount(0);
  }
  await openPage(page, await linkFromMail(email, /./, 'verify-email'));
  await page.getByRole('button', { name: 'Verify this email' }).click();
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await expect(page.getByText('Nothing to do')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

/** Creates an identity and a user by the API. Nobody is signed in afterwards. */
async function createAccount(page: Page, email: string): Promise<void> {
  const { url } = testServer();
  const headers = { origin: url };
  const name = 'Somebody New';
  const post = (path: string, data: object, token?: string) =>
    page.request.post(`/api${path}`, {
      data,
      headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
    });
  expect((await post('/auth/sign-up/email', { name, email, password })).ok()).toBe(true);
  const { token } = await (await page.request.get('/api/auth/token')).json();
  expect((await post('/users', { name, email, role: 'buyer' }, token)).ok()).toBe(true);
  expect((await post('/auth/sign-out', {})).ok()).toBe(true);
}

/** Waits for a mail and returns its link to this page. */
async function linkFromMail(email: string, subject: RegExp, page: string): Promise<string> {
  const pattern = new RegExp(`http\\S+/${page}\\?token=\\S+`);
  const find = async () => pattern.exec((await findMail(testServer(), email, subject)) ?? '')?.[0];
  await expect.poll(find, { timeout: 90_000 }).toBeDefined();
  return String(await find());
}

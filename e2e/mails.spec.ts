import type { Page } from '@playwright/test';
import { identityProblems } from '#contract/identity.ts';
import { expectMember, logIn } from './support/log-in.ts';
import { openPage } from './support/open-page.ts';
import { type OwnShop, openOwnShop } from './support/own-shop.ts';
import { expect, test } from './support/test.ts';

const password = 'seven-quiet-violas';
let shop: OwnShop;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  shop = await openOwnShop({ RATE_LIMITS: 'on' });
});
test.afterAll(() => shop.close());

test('whoever forgot a password gets a mail, chooses another one and logs in with it', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\)/);
  const email = 'forgetful@reprise.test';
  await makeAccount(page, email);
  await openPage(page, `${shop.url}/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the mail' }).click();
  await expect(page.getByText('a mail is on its way')).toBeVisible();

  const link = await linkTo(email, /password/i, 'reset-password');
  await openPage(page, link);
  await page.getByLabel('New password', { exact: true }).fill('eleven-loud-tubas');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('Your password has been changed')).toBeVisible();
  await expect(page).toHaveURL(`${shop.url}/login`);
  await logIn(page, email, 'eleven-loud-tubas');
  await expectMember(page);

  await openPage(page, link);
  await page.getByLabel('New password', { exact: true }).fill('twelve-lazy-oboes');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText(identityProblems['invalid-link'].detail)).toBeVisible();
});

test('whoever follows the link of the first mail logs in, and proves the email with a button', async ({
  page,
}) => {
  const email = 'prudent@reprise.test';
  await makeAccount(page, email);
  await openPage(page, await linkTo(email, /./, 'verify-email'));
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await logIn(page, email, password);
  await page.getByRole('button', { name: 'Verify this email' }).click();
  await expect(page.getByText(`${email} is verified`)).toBeVisible();
});

test('a sixth try within a quarter of an hour is one too many, even with the right password', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  expectConsole(/429 \(Too Many Requests\)/);
  const email = 'besieged@reprise.test';
  await makeAccount(page, email);
  await openPage(page, `${shop.url}/login`);
  for (let tries = 1; tries <= 5; tries += 1) {
    const answered = page.waitForResponse('**/api/auth/sign-in/email');
    await logIn(page, email, `guess number ${tries}`);
    expect((await answered).status()).toBe(401);
    await expect(page.getByText(identityProblems['wrong-password'].detail)).toBeVisible();
  }
  await logIn(page, email, password);
  await expect(page.getByText(identityProblems['too-many-requests'].detail)).toBeVisible();
});

/** An identity with a user record, made as a client of the API would. Nobody is signed in afterwards. */
async function makeAccount(page: Page, email: string): Promise<void> {
  const headers = { origin: shop.url };
  const name = 'Somebody New';
  const post = (path: string, data: object, bearer?: string) =>
    page.request.post(`${shop.url}/api${path}`, {
      data,
      headers: bearer ? { ...headers, authorization: `Bearer ${bearer}` } : headers,
    });
  expect((await post('/auth/sign-up/email', { name, email, password })).ok()).toBe(true);
  const { token } = await (await page.request.get(`${shop.url}/api/auth/token`)).json();
  expect((await post('/users', { name, email, role: 'buyer' }, token)).ok()).toBe(true);
  expect((await post('/auth/sign-out', {})).ok()).toBe(true);
}

/** The link of a mail, once the mail is there. */
async function linkTo(email: string, subject: RegExp, page: string): Promise<string> {
  const pattern = new RegExp(`http\\S+/${page}\\?token=\\S+`);
  const find = async () => pattern.exec((await shop.mailTo(email, subject)) ?? '')?.[0];
  await expect.poll(find).toBeDefined();
  return String(await find());
}

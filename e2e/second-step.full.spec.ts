import type { Page } from '@playwright/test';
import { adminFactorRequired, adminFactorTexts } from '#contract/identity/admin-factor.ts';
import { totpCode } from '../server/testing/totp.ts';
import { expectSignedIn, logIn, openGooglePopup } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const password = 'seven-quiet-violas';
let server: SeparateServer;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  server = await startSeparateServer({ DEMO: '1', ADMIN_SECOND_FACTOR: 'required' });
});
test.afterAll(() => server.close());

test('a Google user with an authenticator app is asked for its code', async ({ page }) => {
  await openPage(page, `${server.url}/login`);
  await chooseAtGoogle(page);
  await expectSignedIn(page);
  await openPage(page, `${server.url}/dashboard/profile`);
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const proof = page.getByRole('alertdialog', { name: 'Add an authenticator app' });
  await chooseAtGoogle(page);
  await expect(proof.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled();
  await proof.getByRole('button', { name: 'Continue', exact: true }).click();
  const secret = await turnOn(page);
  await logOut(page);

  await openPage(page, `${server.url}/login`);
  await chooseAtGoogle(page);
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible();
  const field = page.getByLabel('Code', { exact: true });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill(codeOf(secret, 1));
  await field.press('Enter');
  await expectSignedIn(page);
});

test('an admin without a second factor reads what is missing, adds it, and has the rights of an admin', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/403 \(Forbidden\)/);
  const email = 'chief@reprise.test';
  await createAdmin(page, email);
  await openPage(page, `${server.url}/login`);
  await logIn(page, email, password);
  await expectSignedIn(page);
  await openPage(page, `${server.url}/dashboard/money`);
  await expect(page.getByRole('alert')).toContainText(adminFactorRequired.detail);
  await expectAccessible(page);

  const link = page.getByRole('link', { name: adminFactorTexts.addLink });
  await link.click();
  await expect(page).toHaveURL(`${server.url}/dashboard/profile`);
  await expect(link).toHaveCount(0);
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const proof = page.getByRole('alertdialog', { name: 'Add an authenticator app' });
  await proof.getByLabel('Password', { exact: true }).fill(password);
  await proof.getByRole('button', { name: 'Continue', exact: true }).click();
  await turnOn(page);
  await expect(async () => {
    await openPage(page, `${server.url}/dashboard/money`);
    const owed = page.getByRole('table', { name: 'Owed to sellers' });
    await expect(owed).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

/** Presses 'Continue with Google' and chooses the first person in the popup. */
async function chooseAtGoogle(page: Page): Promise<void> {
  const google = await openGooglePopup(page);
  await google.getByRole('link', { name: /Samba Diallo/ }).click();
  await expect.poll(() => google.isClosed()).toBe(true);
}

/** Enters the first code of the app, and keeps the recovery codes. Returns the secret. */
async function turnOn(page: Page): Promise<string> {
  const setup = page.getByRole('alertdialog', { name: 'Add an authenticator app' });
  await expect(setup.getByTestId('secret')).toBeVisible();
  const secret = ((await setup.getByTestId('secret').textContent()) ?? '').replaceAll(' ', '');
  await setup.getByLabel('Code', { exact: true }).fill(codeOf(secret, 0));
  await setup.getByRole('button', { name: 'Turn it on' }).click();
  const codes = page.getByRole('alertdialog', { name: 'Your recovery codes' });
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect(codes).toHaveCount(0);
  return secret;
}

function codeOf(secret: string, shift: number): string {
  return totpCode(`otpauth://totp/Reprise?secret=${secret}`, shift);
}

async function createAdmin(page: Page, email: string): Promise<void> {
  await server.make.user({ email, name: 'Ada Chief', role: 'admin' });
  const reply = await page.request.post(`${server.url}/api/auth/sign-up/email`, {
    data: { name: 'Ada Chief', email, password },
    headers: { origin: server.url },
  });
  expect(reply.ok()).toBe(true);
  await server.database.sql`
    update auth_users set email_verified = true where email = ${email}`;
  await page.context().clearCookies();
}

async function logOut(page: Page): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('button', { name: 'Logout' }).click();
  await expect(bar.getByRole('link', { name: 'Login' })).toBeVisible();
}

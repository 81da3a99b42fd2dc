import { randomBytes } from 'node:crypto';
import type { CDPSession, Page } from '@playwright/test';
import { totpCode } from '../server/testing/totp.ts';
import { expectToast } from './support/dashboard-page.ts';
import { query, seed } from './support/database.ts';
import { expectSignedIn, logIn } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

const password = 'seven-quiet-violas';

test('a user adds an authenticator app, and logs in with its code and with a recovery code', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\)/);
  const email = await createAccount(page);
  await openProfile(page, email);
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await prove(page, 'Add an authenticator app', 'Continue');
  const setup = page.getByRole('alertdialog', { name: 'Add an authenticator app' });
  await expect(setup.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  await expectAccessible(page);
  const secret = ((await setup.getByTestId('secret').textContent()) ?? '').replaceAll(' ', '');
  await setup.getByLabel('Code', { exact: true }).fill('12345');
  await setup.getByRole('button', { name: 'Turn it on' }).click();
  await expect(setup.getByText('Enter the six digits that your app shows')).toBeVisible();
  await expect(setup.getByLabel('Code', { exact: true })).toHaveValue('12345');
  await setup.getByLabel('Code', { exact: true }).fill(codeOf(secret, 0));
  await setup.getByRole('button', { name: 'Turn it on' }).click();

  const codes = await keepRecoveryCodes(page);
  expect(codes).toHaveLength(10);
  await expect(page.getByText('10 of them are left')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn the app off' })).toBeVisible();
  await expectAccessible(page);

  await logOut(page);
  await openPage(page, `${shopAddress()}/login`);
  await logIn(page, email, password);
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible();
  const field = page.getByLabel('Code', { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(page);
  await field.fill('000000');
  await field.press('Enter');
  await expect(page.getByText('This code is wrong')).toBeVisible();
  await expect(field).toHaveValue('000000');
  await expect(field).toBeFocused();
  await field.fill(codeOf(secret, 1));
  await field.press('Enter');
  await expectHome(page);

  await logOut(page);
  await openPage(page, `${shopAddress()}/login`);
  await logIn(page, email, password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectHome(page);

  await openPage(page, `${shopAddress()}/dashboard/profile`);
  await expect(page.getByText('9 of them are left')).toBeVisible();
  await page.getByRole('button', { name: 'Turn the app off' }).click();
  await prove(page, 'Turn the authenticator app off?', 'Turn it off');
  await expectToast(page, 'Your authenticator app is turned off');
  await expect(page.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible();
});

test('a user adds a passkey, logs in with it, renames and removes it', async ({ page }) => {
  await addVirtualAuthenticator(page);
  const email = await createAccount(page);
  await openProfile(page, email);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Add a passkey' });
  const name = dialog.getByLabel('Name of the passkey');
  await name.fill('\u200b');
  await dialog.getByRole('button', { name: 'Add the passkey' }).click();
  // Before the browser has made a passkey that the shop would refuse.
  await expect(name).toHaveAccessibleDescription(/Give it a name/);
  await name.fill('My laptop');
  await expectAccessible(page);
  await prove(page, 'Add a passkey', 'Add the passkey');
  expect(await keepRecoveryCodes(page)).toHaveLength(10);
  const list = page.getByRole('list', { name: 'Passkeys' });
  await expect(list).toContainText('My laptop');
  await expectAccessible(page);

  await logOut(page);
  await openPage(page, `${shopAddress()}/login`);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expectHome(page);

  await logOut(page);
  await openPage(page, `${shopAddress()}/login`);
  await logIn(page, email, password);
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expectHome(page);

  await openPage(page, `${shopAddress()}/dashboard/profile`);
  await list.getByRole('button', { name: 'Rename My laptop' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename the passkey' });
  await rename.getByLabel('Name of the passkey').fill('Old laptop');
  await rename.getByRole('button', { name: 'Save the name' }).click();
  await expect(list).toContainText('Old laptop');
  await list.getByRole('button', { name: 'Remove Old laptop' }).click();
  await prove(page, 'Remove the passkey Old laptop?', 'Remove it');
  await expectToast(page, 'The passkey is removed');
  await expect(list).toHaveCount(0);
});

/** Passkeys belong to a host name; the server of the tests prints an IP address. */
function shopAddress(): string {
  return testServer().url.replace('127.0.0.1', 'localhost');
}

/** Somebody with a verified email. */
async function createAccount(page: Page): Promise<string> {
  const email = `factor-${randomBytes(6).toString('hex')}@reprise.test`;
  await seed((make) => make.user({ email, name: 'Felix Factor' }));
  const reply = await page.request.post(`${shopAddress()}/api/auth/sign-up/email`, {
    data: { name: 'Felix Factor', email, password },
    headers: { origin: shopAddress() },
  });
  expect(reply.ok()).toBe(true);
  await query((sql) => sql`update auth_users set email_verified = true where email = ${email}`);
  await page.context().clearCookies();
  return email;
}

async function openProfile(page: Page, email: string): Promise<void> {
  await openPage(page, `${shopAddress()}/login`);
  await logIn(page, email, password);
  await expectHome(page);
  await openPage(page, `${shopAddress()}/dashboard/profile`);
}

/** Waits until somebody who has logged in is where that leads. */
async function expectHome(page: Page): Promise<void> {
  await expect(page).toHaveURL(`${shopAddress()}/`);
  await expectSignedIn(page);
}

/** Enters the password in a dialog that asks for it. */
async function prove(page: Page, title: string, confirmLabel: string): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: title });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: confirmLabel }).click();
}

/** Reads the codes and closes their dialog. */
async function keepRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('alertdialog', { name: 'Your recovery codes' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  const codes = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(dialog).toHaveCount(0);
  return codes;
}

async function logOut(page: Page): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${shopAddress()}/`);
  await expect(bar.getByRole('link', { name: 'Login' })).toBeVisible();
}

function codeOf(secret: string, shift: number): string {
  return totpCode(`otpauth://totp/Reprise?secret=${secret}`, shift);
}

/** A passkey device in the browser that is always present and unlocked. */
async function addVirtualAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

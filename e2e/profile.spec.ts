import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { accessTokenKey } from '#contract/constants.ts';
import { identityProblems } from '#contract/identity/identity.ts';
import { identityPaths } from '#contract/identity/identity-paths.ts';
import { proofTexts, recentSignInMinutes } from '#contract/identity/proof-texts.ts';
import { messages } from '#contract/messages.ts';
import { expectToast, getFromApi, sideMenu } from './support/dashboard-page.ts';
import { query, seed, uniqueName } from './support/database.ts';
import { smallImage } from './support/images.ts';
import { expectSignedIn, openGooglePopup, storedToken } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import { accessTokenFor } from './support/sign-in.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const password = 'seven-quiet-violas';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

test('a user changes the name, downloads the data, and deletes the account', async ({ page }) => {
  const email = uniqueEmail('cora');
  await createAccount(page, email);
  await openPage(page, '/dashboard/profile');
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  await field.fill(' ');
  await field.blur();
  await expect(page.getByText(messages.required.name)).toBeVisible();
  const newName = uniqueName('Cora Renamed');
  await field.fill(newName);
  await expect(page.getByText(messages.required.name)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expectToast(page, 'Your name is changed');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Download your data?' });
  await asked.getByLabel('Password', { exact: true }).fill(password);
  await asked.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  await expect(asked).toBeHidden();
  expect(download.suggestedFilename()).toBe('reprise.json');
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data.user).toMatchObject({ name: newName, email });

  const token = await accessTokenFor(email);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete the account of ${newName}?` });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expectToast(page, messages.toast.userDeleted);
  await expect(page).toHaveURL('/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect
    .poll(async () => (await getFromApi(`/users/${encodeURIComponent(email)}`, token)).status)
    .toBe(401);
});

test('a new profile picture is shown at once on every page', async ({ page, signInAs }) => {
  const { email } = await seed((make) => make.user({ name: uniqueName('Pia') }));
  await signInAs(email);
  await openPage(page, '/dashboard/profile');
  await page.getByLabel('Profile picture').setInputFiles(await smallImage('banjo'));
  await expectToast(page, 'Your picture is changed');
  await sideMenu(page).getByRole('link', { name: 'Dashboard' }).click();
  const photo = page.getByRole('img', { name: 'Your profile photo' });
  const width = await photo.evaluate((image: HTMLImageElement) =>
    image.decode().then(() => image.naturalWidth),
  );
  expect(width).toBeGreaterThan(0);
});

test('a new password ends the sessions of other browsers', async ({
  page,
  browser,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  const email = uniqueEmail('lea');
  await createAccount(page, email);
  const otherContext = await browser.newContext({ baseURL: baseURL ?? '' });
  const otherPage = await otherContext.newPage();
  await openPage(otherPage, '/about');
  const signInElsewhere = (secret: string) =>
    callIdentityProvider(otherPage, '/sign-in/email', { email, password: secret });
  expect(await signInElsewhere(password)).toBe(200);
  expect(await callIdentityProvider(otherPage, '/token')).toBe(200);

  await query(
    (sql) => sql`
      insert into api_keys (id, user_id, name, digest, hint, scopes, addresses, created_at)
      select gen_random_uuid(), id, 'Till', sha256(id::text::bytea), '0f1e',
        array['listings:read'], '{}', now()
      from users where email = ${email}`,
  );
  await openPage(page, '/dashboard/profile');
  const current = page.getByLabel('Current password', { exact: true });
  const next = page.getByLabel('New password', { exact: true });
  await current.fill('not-this-one');
  await next.fill('eight-loud-trombones');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByRole('main')).toContainText('This is not your current password.');
  await current.fill(password);
  await page.getByLabel('Revoke all my API keys as well').check();
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expectToast(page, 'Your password is changed');
  await expectToast(page, 'Your API keys are revoked');
  await expect(page.getByLabel('Revoke all my API keys as well')).toHaveCount(0);
  expect(await callIdentityProvider(otherPage, '/token')).toBe(401);
  expect(await signInElsewhere(password)).toBe(401);
  expect(await signInElsewhere('eight-loud-trombones')).toBe(200);

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expectToast(page, 'You are signed out everywhere else');
  expect(await callIdentityProvider(otherPage, '/token')).toBe(401);
  expect(await callIdentityProvider(page, '/token')).toBe(200);
  await otherContext.close();
});

test('a user sees all browsers with a session, and ends one of them', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = uniqueEmail('ida');
  await createAccount(page, email);
  const otherContext = await browser.newContext({ baseURL: baseURL ?? '', userAgent: firefox });
  const otherPage = await otherContext.newPage();
  await openPage(otherPage, '/about');
  expect(await callIdentityProvider(otherPage, '/sign-in/email', { email, password })).toBe(200);

  await openPage(page, '/dashboard/profile');
  const list = page.getByRole('list', { name: 'Where you are signed in' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const own = list.getByRole('listitem').filter({ hasText: 'This browser' });
  await expect(own).toContainText(/Chrome on .*Since \w{3} \d+, \d\d:\d\d/i);
  await expect(own.getByRole('button')).toHaveCount(0);
  const other = list.getByRole('listitem').filter({ hasText: 'Firefox on Windows' });
  await other.getByRole('button', { name: /^Sign out Firefox on Windows, since/ }).press('Enter');
  await expectToast(page, 'Firefox on Windows is signed out');
  await expect(other).toHaveCount(0);
  await expect(list).toBeFocused();
  await expectAccessible(page);
  expect(await callIdentityProvider(otherPage, '/token')).toBe(401);
  expect(await callIdentityProvider(page, '/token')).toBe(200);
  await otherContext.close();
});

test('deleting the account takes the password again, and ends the session at the provider too', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/(401 \(Unauthorized\)|429 \(Too Many Requests\))/);
  const email = uniqueEmail('may');
  await createAccount(page, email);
  await makeSignInsOlder(email);
  await openPage(page, '/dashboard/profile');
  const waysPath = `**${identityPaths.readProofWays}`;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(waysPath, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog');
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  const field = dialog.getByLabel('Password', { exact: true });
  await expect(dialog.getByText(/^No sale, .* is open\.$/)).toBeVisible();
  // Until it is known how this person signs in, a press could do nothing.
  await expect(confirm).toBeDisabled();
  release();
  await confirm.click();
  await expect(field).toHaveAccessibleDescription(messages.required.password);
  await field.fill('not-this-one');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(proofTexts.wrongPassword);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('not-this-one');
  await expectAccessible(page);

  const tooMany = identityProblems['too-many-requests'];
  await page.route('**/api/auth/proof', (route) =>
    route.fulfill({
      status: 429,
      json: { status: 429, code: 'too-many-requests', detail: tooMany.detail },
    }),
  );
  await field.fill(password);
  await confirm.click();
  await expect(field).toHaveAccessibleDescription(tooMany.detail);
  await page.unroute('**/api/auth/proof');

  await confirm.click();
  await expectToast(page, messages.toast.userDeleted);
  await expect(page).toHaveURL('/');
  const response = await page.request.get('/api/auth/token');
  expect(response.status()).toBe(401);
});

test('a Google user confirms the deletion of the account with the same Google account', async ({
  page,
}) => {
  await openPage(page, '/login');
  await chooseAtGoogle(page, /Samba Diallo/);
  await expectSignedIn(page);
  await makeSignInsOlder('samba.diallo@reprise.test');
  await openPage(page, '/dashboard/profile');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const dialog = page.getByRole('alertdialog');
  await chooseAtGoogle(page, /Gale Winters/);
  await expect(dialog.getByText(proofTexts.googleRefused)).toBeVisible();
  await chooseAtGoogle(page, /Samba Diallo/);
  await expect(dialog.getByText(proofTexts.googleConfirmed)).toBeVisible();
  await expect(dialog.getByText(proofTexts.googleRefused)).toHaveCount(0);
  await expectAccessible(page);
  const claims = JSON.parse(atob((await storedToken(page))?.split('.')[1] ?? ''));
  expect(claims).toMatchObject({ email: 'samba.diallo@reprise.test' });
  expect(claims.iat - claims.auth_time).toBeLessThan(recentSignInMinutes * 60);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
});

/** Presses 'Continue with Google' and chooses this person in the popup. */
async function chooseAtGoogle(page: Page, name: RegExp): Promise<void> {
  const google = await openGooglePopup(page);
  await google.getByRole('link', { name }).click();
  await expect.poll(() => google.isClosed()).toBe(true);
}

/** The last proofs of this person are then too old for what asks for a recent one. */
function makeSignInsOlder(email: string) {
  return query(
    (sql) => sql`
      update auth_sessions set created_at = created_at - interval '1 hour', proven_at = null
      where user_id = (select id from auth_users where email = ${email})`,
  );
}

function uniqueEmail(prefix: string): string {
  return `${uniqueName(prefix).replace(' ', '-')}@reprise.test`;
}

/** Calls the identity provider from a page, with the session of its browser. Returns the status of the response. */
function callIdentityProvider(page: Page, path: string, body?: object): Promise<number> {
  return page.evaluate(
    async ([url, json]) => {
      const init = json
        ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: json }
        : {};
      return (await fetch(url, init)).status;
    },
    [`/api/auth${path}`, body && JSON.stringify(body)] as const,
  );
}

/** Creates an identity and a user with a session in the browser of this page. */
async function createAccount(page: Page, email: string, role?: 'seller'): Promise<void> {
  await openPage(page, '/about');
  const signUp = { name: 'Lea', email, password };
  expect(await callIdentityProvider(page, '/sign-up/email', signUp)).toBe(200);
  await page.evaluate(
    async ([address, key, as]) => {
      const { token } = await (await fetch('/api/auth/token')).json();
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ name: 'Lea', email: address, ...(as && { role: as }) });
      await fetch('/api/users', { method: 'POST', headers, body });
      const jwt = await fetch(`/api/jwt?email=${encodeURIComponent(address)}`, { headers });
      localStorage.setItem(key, (await jwt.json()).accessToken);
    },
    [email, accessTokenKey, role] as const,
  );
}

test('a seller makes an API key with which a program lists, replaces and revokes it', async ({
  page,
  request,
}) => {
  const email = uniqueEmail('stock');
  await createAccount(page, email, 'seller');
  await openPage(page, '/dashboard/profile');
  await page.getByRole('button', { name: 'Make an API key' }).click();
  const form = page.getByRole('alertdialog', { name: 'Make an API key' });
  await form.getByRole('button', { name: 'Make the key' }).click();
  await expect(form.getByText('Give the key a name')).toBeVisible();
  await expect(form.getByText('Choose what the key may do')).toBeVisible();
  const name = uniqueName('Stock');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Read your listings').check();
  await form.getByLabel('Password', { exact: true }).fill(password);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Make the key' }).click();
  const key = await shownKey(page);
  const listings = (authorization: string) =>
    request.get(`/api/products?email=${email}`, { headers: { authorization } });
  expect((await listings(`Bearer ${key}`)).status()).toBe(200);

  await page.getByRole('button', { name: `Replace ${name}` }).click();
  const replacing = page.getByRole('alertdialog', { name: `Replace the key ${name}?` });
  await replacing.getByLabel('Password', { exact: true }).fill(password);
  await replacing.getByRole('button', { name: 'Replace the key' }).click();
  expect(await shownKey(page)).not.toBe(key);

  const revoking = page.getByRole('button', { name: `Revoke ${name}` });
  for (const left of [1, 0]) {
    await revoking.first().click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await expect(revoking).toHaveCount(left);
  }
  await expect.poll(async () => (await listings(`Bearer ${key}`)).status()).toBe(401);
});

test('a seller adds an address for webhooks, tests it, sees what was sent and removes it', async ({
  page,
}) => {
  await createAccount(page, uniqueEmail('hooks'), 'seller');
  await openPage(page, '/dashboard/profile');
  await page.getByRole('button', { name: 'Add an address' }).click();
  const form = page.getByRole('alertdialog', { name: 'Add an address for webhooks' });
  await form.getByRole('button', { name: 'Add the address' }).click();
  await expect(form.getByText('Use an address that begins with https://')).toBeVisible();
  // Nothing is sent to the machine itself.
  const url = 'https://127.0.0.1:8443/in';
  await form.getByLabel('Address').fill(url);
  await form.getByLabel('A listing of yours has changed').uncheck();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add the address' }).click();
  const shown = page.getByRole('alertdialog', { name: 'The secret of the address' });
  await expect(shown.getByText(/^whsec_/)).toBeVisible();
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
  await expect(row).toContainText('Told about 16 events');

  await page.getByRole('button', { name: `Send a test ${url}` }).click();
  const sent = page.getByRole('dialog', { name: 'What was sent' });
  await expect(sent.getByText('there is no public server at the address')).toBeVisible();
  await expect(sent.getByText('Failed')).toBeVisible();
  await sent.getByText('Send all since a time again').click();
  await expectAccessible(page);
  // A test is not sent again.
  await sent.getByRole('button', { name: 'Send all again' }).click();
  await expect(page.getByText('Nothing was sent since then').first()).toBeVisible();
  await sent.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: `Replace the secret ${url}` }).click();
  const replacing = page.getByRole('alertdialog', { name: 'Replace the secret?' });
  await replacing.getByRole('button', { name: 'Replace the secret' }).click();
  await expect(shown.getByText(/^whsec_/)).toBeVisible();
  await shown.getByRole('button', { name: 'I have saved it' }).click();

  await page.getByRole('button', { name: `Remove ${url}` }).click();
  const removing = page.getByRole('alertdialog', { name: `Remove ${url}?` });
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
});

async function shownKey(page: Page): Promise<string> {
  const dialog = page.getByRole('alertdialog', { name: 'Your new key' });
  const key = await dialog.getByText(/^rp_live_/).innerText();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await expect(dialog).toBeHidden();
  return key;
}

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { accessTokenKey } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { expectToast, menuOf, read } from './support/dashboard.ts';
import { openPage } from './support/open-page.ts';
import { inTheShop, newName } from './support/people.ts';
import { accessTokenFor } from './support/sign-in.ts';
import { axe, expect, test } from './support/test.ts';

const picture = fileURLToPath(new URL('../demo/pictures/banjo.webp', import.meta.url));
/** A drawing that browsers show and the shop does not take: scripts may hide in it. */
const drawing = fileURLToPath(new URL('../web/public/favicon.svg', import.meta.url));
const password = 'seven-quiet-violas';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

test('somebody changes their name, takes their data home, and deletes their account', async ({
  page,
  signInAs,
}) => {
  const name = newName('Cora');
  const person = await inTheShop((shop) => shop.user({ name }));
  await signInAs(person.email);
  await openPage(page, '/dashboard/profile');
  const field = page.getByRole('textbox', { name: 'Name' });
  await field.fill(' ');
  await field.blur();
  await expect(page.getByText(messages.required.name)).toBeVisible();
  const renamed = newName('Cora Renamed');
  await field.fill(renamed);
  await expect(page.getByText(messages.required.name)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expectToast(page, 'Your name is changed');
  await expect(menuOf(page)).toContainText(renamed);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('reprise.json');
  const kept = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(kept.user).toMatchObject({ name: renamed, email: person.email });

  const token = await accessTokenFor(person.email);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('alertdialog', { name: `Delete the account of ${renamed}?` });
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expectToast(page, messages.toast.userDeleted);
  await expect(page).toHaveURL('/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect
    .poll(async () => (await read(`/users/${encodeURIComponent(person.email)}`, token)).status)
    .toBe(401);
});

test('a new picture is shown at once and everywhere', async ({ page, signInAs }) => {
  const { email } = await inTheShop((shop) => shop.user({ name: newName('Pia') }));
  await signInAs(email);
  await openPage(page, '/dashboard/profile');
  await page.getByLabel('Profile picture').setInputFiles(picture);
  await expectToast(page, 'Your picture is changed');
  await menuOf(page).getByRole('link', { name: 'Dashboard' }).click();
  const photo = page.getByRole('img', { name: 'Your profile photo' });
  const width = await photo.evaluate((image: HTMLImageElement) =>
    image.decode().then(() => image.naturalWidth),
  );
  expect(width).toBeGreaterThan(0);
});

test('a picture that the shop does not take is refused in words, under the field', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/41\d|42\d/);
  await signInAs('buyer@reprise.test');
  await openPage(page, '/dashboard/profile');
  await page.getByLabel('Profile picture').setInputFiles(drawing);
  const field = page.getByLabel('Profile picture');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/JPEG, PNG, WebP or AVIF/);
});

test('a new password holds, and ends the sessions of other browsers', async ({
  page,
  browser,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  const email = `${newName('lea').replace(' ', '-')}@reprise.test`;
  await register(page, email);
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await elsewhere.newPage();
  await openPage(theirs, '/about');
  const signIn = (secret: string) => ask(theirs, '/sign-in/email', { email, password: secret });
  expect(await signIn(password)).toBe(200);
  expect(await ask(theirs, '/token')).toBe(200);

  await openPage(page, '/dashboard/profile');
  const [present, next] = ['Present password', 'New password'].map((label) =>
    page.getByLabel(label, { exact: true }),
  );
  await present?.fill('not-this-one');
  await next?.fill('eight-loud-trombones');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByRole('main')).toContainText('This is not your present password.');
  await present?.fill(password);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expectToast(page, 'Your password is changed');
  expect(await ask(theirs, '/token')).toBe(401);
  expect(await signIn(password)).toBe(401);
  expect(await signIn('eight-loud-trombones')).toBe(200);

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expectToast(page, 'You are signed out everywhere else');
  expect(await ask(theirs, '/token')).toBe(401);
  expect(await ask(page, '/token')).toBe(200);
  await elsewhere.close();
});

test('somebody sees in which browsers they are signed in, and ends one of them', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = `${newName('ida').replace(' ', '-')}@reprise.test`;
  await register(page, email);
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', userAgent: firefox });
  const theirs = await elsewhere.newPage();
  await openPage(theirs, '/about');
  expect(await ask(theirs, '/sign-in/email', { email, password })).toBe(200);

  await openPage(page, '/dashboard/profile');
  const list = page.getByRole('list', { name: 'Where you are signed in' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const own = list.getByRole('listitem').filter({ hasText: 'This one' });
  await expect(own).toContainText(/Chrome on .*Since .* UTC/i);
  await expect(own.getByRole('button')).toHaveCount(0);
  const other = list.getByRole('listitem').filter({ hasText: 'Firefox on Windows' });
  await other.getByRole('button', { name: /^Sign out Firefox on Windows, since/ }).press('Enter');
  await expectToast(page, 'Firefox on Windows is signed out');
  await expect(other).toHaveCount(0);
  await expect(list).toBeFocused();
  await axe(page);
  expect(await ask(theirs, '/token')).toBe(401);
  expect(await ask(page, '/token')).toBe(200);
  await elsewhere.close();
});

test('who deletes their account is signed out with the provider too', async ({ page }) => {
  await register(page, `${newName('may').replace(' ', '-')}@reprise.test`);
  await openPage(page, '/dashboard/profile');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expectToast(page, messages.toast.userDeleted);
  await expect(page).toHaveURL('/');
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByRole('listitem'),
  ).toHaveCount(1);
  const proof = await page.request.get('/api/auth/token');
  expect(proof.status()).toBe(401);
});

/** Calls the identity provider from within a page, with the page's own session. Answers with the status. */
function ask(page: Page, path: string, body?: object): Promise<number> {
  return page.evaluate(
    async ([address, sent]) => {
      const init = sent && { method: 'POST', headers: { 'content-type': 'application/json' } };
      const answer = await fetch(address, { ...init, ...(sent && { body: sent }) });
      return answer.status;
    },
    [`/api/auth${path}`, body && JSON.stringify(body)] as const,
  );
}

/** Makes somebody who has an identity, a record and a session in this page's browser. */
async function register(page: Page, email: string): Promise<void> {
  await openPage(page, '/about');
  expect(await ask(page, '/sign-up/email', { name: 'Lea', email, password })).toBe(200);
  await page.evaluate(
    async ([address, key]) => {
      const { token } = await (await fetch('/api/auth/token')).json();
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ name: 'Lea', email: address });
      await fetch('/api/users', { method: 'POST', headers, body });
      const jwt = await fetch(`/api/jwt?email=${encodeURIComponent(address)}`, { headers });
      localStorage.setItem(key, (await jwt.json()).accessToken);
    },
    [email, accessTokenKey] as const,
  );
}

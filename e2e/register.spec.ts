import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { demoPassword } from '#contract/demo-accounts.ts';
import { messages } from '#contract/messages.ts';
import { expectMember, fetchFromGoogle, keptToken, logIn } from './support/log-in.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const picture = fileURLToPath(new URL('../demo/pictures/banjo.webp', import.meta.url));
const password = 'seven-quiet-violas';

function newEmail(): string {
  return `new-${randomBytes(6).toString('hex')}@reprise.test`;
}

test('a seller registers with a picture, and is one', async ({ page }) => {
  const email = newEmail();
  await openPage(page, '/register');
  await fillIn(page, { email });
  await expect(page.getByRole('img', { name: /^Preview/ })).toBeVisible();
  await press(page);
  await expect(page.getByText('Welcome to Reprise, Ann New')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expectMember(page);

  const record = await recordOf(page, email);
  expect(record).toMatchObject({ name: 'Ann New', email, role: 'seller' });
  expect(record.image).toMatch(/\/pictures\//);
});

test('Google makes a new person a buyer', async ({ page, expectConsole }) => {
  // The shop is asked for a session before it knows them.
  expectConsole(/404 \(Not Found\)/);
  await openPage(page, '/register');
  const google = await fetchFromGoogle(page);
  await expect(google.getByText('This is not Google')).toBeVisible();
  await google.getByRole('link', { name: /Gale Winters/ }).click();
  await expectMember(page);
  expect(await recordOf(page, 'gale@reprise.test')).toMatchObject({
    name: 'Gale Winters',
    role: 'buyer',
  });
});

test('every field is asked for, and the role is buyer unless one says otherwise', async ({
  page,
}) => {
  await openPage(page, '/register');
  await press(page);
  const { name, email, password: secret, profilePicture } = messages.required;
  for (const message of [name, email, secret, profilePicture]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByLabel('Buyer')).toBeChecked();
});

test('an upload that fails is told, and the same form goes through afterwards', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/413/);
  await page.route('**/api/images', (route) =>
    route.fulfill({
      status: 413,
      contentType: 'application/problem+json',
      json: { title: 'That is too large', detail: 'The picture is too large.' },
    }),
  );
  const email = newEmail();
  await openPage(page, '/register');
  await fillIn(page, { email });
  await press(page);
  await expect(page.getByText('The picture is too large.')).toBeVisible();
  await page.unroute('**/api/images');
  await press(page);
  await expectMember(page);
});

test('an upload can be called off, and nothing is said against it', async ({ page }) => {
  await page.route('**/api/images', () => new Promise(() => {}));
  await openPage(page, '/register');
  await fillIn(page, { email: newEmail() });
  await press(page);
  await expect(page.getByRole('progressbar', { name: 'Upload of the picture' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByLabel('Name')).toHaveValue('Ann New');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await press(page);
  await expectMember(page);
});

test('who has an account with this email already is told so, and is not signed in', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  await openPage(page, '/register');
  await fillIn(page, { email: 'buyer2@reprise.test', secret: demoPassword });
  await press(page);
  await expect(page.getByText(messages.registration.anotherAccount)).toBeVisible();
  expect(await keptToken(page)).toBeNull();
});

test('a registration that broke off is completed by the next sign-in, in the same role', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/503 \(Service Unavailable\)/);
  expectConsole(/404 \(Not Found\)/);
  await page.route('**/api/users', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: { title: 'No', detail: 'The shop cannot answer.' },
    }),
  );
  const email = newEmail();
  await openPage(page, '/register');
  await fillIn(page, { email });
  await press(page);
  await expect(page.getByText('The shop cannot answer.')).toBeVisible();
  await page.unroute('**/api/users');

  await openPage(page, '/login');
  await logIn(page, email, password);
  await expectMember(page);
  expect(await recordOf(page, email)).toMatchObject({ role: 'seller', name: 'Ann New' });
});

async function fillIn(
  page: Page,
  { email, secret = password }: { email: string; secret?: string },
): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Name').fill('Ann New');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(secret);
  await main.getByLabel('Profile picture').setInputFiles(picture);
  await main.getByLabel('Seller').check();
}

async function press(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
}

/** The user record, as the shop gives it to its owner. */
async function recordOf(page: Page, email: string) {
  const answer = await page.request.get(`/api/users/${encodeURIComponent(email)}`, {
    headers: { authorization: `Bearer ${await keptToken(page)}` },
  });
  return (await answer.json()) as { name: string; email: string; role: string; image?: string };
}

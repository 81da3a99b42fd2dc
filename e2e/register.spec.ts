import type { Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { expectToast } from './support/dashboard-page.ts';
import { expectSignedIn, logIn, openGooglePopup, storedToken } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import {
  fillInRegistration,
  newPassword,
  submitRegistration,
  uniqueEmail,
} from './support/registration-form.ts';
import { holdRequests, refuseRequests } from './support/requests.ts';
import { createSale } from './support/sales.ts';
import { expect, test } from './support/test.ts';

test('a seller registers with a picture and is signed in', async ({ page }) => {
  const email = uniqueEmail();
  await openPage(page, '/register');
  await fillInRegistration(page, email);
  await expect(page.getByRole('img', { name: /^Preview/ })).toBeVisible();
  await submitRegistration(page);
  await expectToast(page, 'Welcome to Reprise, Ann New');
  await expect(page).toHaveURL('/');
  await expectSignedIn(page);

  const user = await readUser(page, email);
  expect(user).toMatchObject({ name: 'Ann New', email, role: 'seller' });
  expect(user.image).toMatch(/\/pictures\//);
});

test('a registration filled in and submitted before the page’s script has loaded is sent once it has', async ({
  page,
}) => {
  const email = uniqueEmail();
  const scripts = holdRequests();
  await page.route('**/assets/**/*.js', scripts.hold);
  await page.goto('/register', { waitUntil: 'commit' });
  await fillInRegistration(page, email);
  await submitRegistration(page);
  scripts.release();
  await expect(page).toHaveURL('/');
  await expectSignedIn(page);
  expect(await readUser(page, email)).toMatchObject({ name: 'Ann New', role: 'seller' });
});

test('a guest who presses Book Now and registers finds the booking dialog of the product', async ({
  page,
}) => {
  const { name, path } = await createSale();
  await openPage(page, path);
  const main = page.getByRole('main');
  await main
    .getByRole('link', { name: messages.product.bookNow })
    .filter({ hasText: name })
    .first()
    .click();
  await main.getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL('/register');
  await fillInRegistration(page, uniqueEmail());
  await submitRegistration(page);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('dialog', { name: `Book ${name}` })).toBeVisible();
});

test('a new user who continues with Google becomes a buyer', async ({ page, expectConsole }) => {
  // The page asks for a session before the user exists.
  expectConsole(/404 \(Not Found\)/);
  await openPage(page, '/register');
  const google = await openGooglePopup(page);
  await expect(google.getByText('This is not Google')).toBeVisible();
  await google.getByRole('link', { name: /Gale Winters/ }).click();
  await expectSignedIn(page);
  expect(await readUser(page, 'gale@reprise.test')).toMatchObject({
    name: 'Gale Winters',
    role: 'buyer',
  });
});

test('every field is required, and the role is buyer by default', async ({ page }) => {
  await openPage(page, '/register');
  await submitRegistration(page);
  const { name, email, password: secret, profilePicture } = messages.required;
  for (const message of [name, email, secret, profilePicture]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByLabel('Buyer')).toBeChecked();
});

test('a failed upload shows the error, and the form can be submitted again', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/413/);
  const detail = 'The picture is too large.';
  await refuseRequests(page, '**/api/images', { status: 413, detail });
  await openPage(page, '/register');
  await fillInRegistration(page, uniqueEmail());
  await submitRegistration(page);
  await expect(page.getByText(detail)).toBeVisible();
  await page.unroute('**/api/images');
  await submitRegistration(page);
  await expectSignedIn(page);
});

test('an upload can be cancelled without an error', async ({ page }) => {
  await page.route('**/api/images', () => new Promise(() => {}));
  await openPage(page, '/register');
  await fillInRegistration(page, uniqueEmail());
  await submitRegistration(page);
  await expect(page.getByRole('progressbar', { name: 'Upload of the picture' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByLabel('Name')).toHaveValue('Ann New');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await submitRegistration(page);
  await expectSignedIn(page);
});

test('an interrupted registration is completed by the next login, with the same role', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/503 \(Service Unavailable\)/);
  expectConsole(/404 \(Not Found\)/);
  const detail = 'The server is overloaded.';
  await refuseRequests(page, '**/api/users', { status: 503, detail });
  const email = uniqueEmail();
  await openPage(page, '/register');
  await fillInRegistration(page, email);
  await submitRegistration(page);
  await expect(page.getByText(detail)).toBeVisible();
  await page.unroute('**/api/users');

  await openPage(page, '/login');
  await logIn(page, email, newPassword);
  await expectSignedIn(page);
  expect(await readUser(page, email)).toMatchObject({ role: 'seller', name: 'Ann New' });
});

/** The user as the API returns it to the user themselves. */
async function readUser(page: Page, email: string) {
  const response = await page.request.get(`/api/users/${encodeURIComponent(email)}`, {
    headers: { authorization: `Bearer ${await storedToken(page)}` },
  });
  return (await response.json()) as { name: string; email: string; role: string; image?: string };
}

import { demoPassword } from '#contract/identity/demo-accounts.ts';
import { identityProblems } from '#contract/identity/identity.ts';
import { messages } from '#contract/messages.ts';
import { expectToast } from './support/dashboard-page.ts';
import {
  expectSignedIn,
  invalidateToken,
  logIn,
  openGooglePopup,
  storedToken,
} from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import { holdRequests } from './support/requests.ts';
import { signInWithSession } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const buyer = 'buyer@reprise.test';

test('a guest who opens a category logs in and is led there', async ({ page }) => {
  await openPage(page, '/');
  await page.getByRole('main').getByRole('link', { name: 'Woodwind' }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, buyer);
  const heading = messages.category.title('Woodwind');
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
  await expectSignedIn(page);
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('the login leads to the home page, and so does the login page of a signed-in user', async ({
  page,
}) => {
  await openPage(page, '/login');
  await logIn(page, buyer);
  await expect(page).toHaveURL('/');
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});

test('a form submitted before the page’s script has loaded logs the user in once it has', async ({
  page,
}) => {
  const scripts = holdRequests();
  await page.route('**/assets/**/*.js', scripts.hold);
  await page.goto('/login', { waitUntil: 'commit' });
  const main = page.getByRole('main');
  await main.getByLabel('Email').fill(buyer);
  await main.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  scripts.release();
  await expect(page).toHaveURL('/');
  await expectSignedIn(page);
});

test('a demo account chosen and submitted before the page’s script has loaded is logged in once it has', async ({
  page,
}) => {
  const scripts = holdRequests();
  await page.route('**/assets/**/*.js', scripts.hold);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('button', { name: `Fill in ${buyer}` }).click();
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  scripts.release();
  await expect(page).toHaveURL('/');
  await expectSignedIn(page);
});

test('the first HTML of the login page has every way to sign in, and asks for nothing more', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openPage(page, '/login');
  const html = await (await page.request.get('/login')).text();
  for (const words of ['Continue with Google', 'Log in with a passkey', 'This is a demo', buyer]) {
    expect(html).toContain(words);
  }
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
  await page.getByRole('main').getByLabel('Email').focus();
  await expect.poll(() => asked).toContain('/api/auth/ways');
});

test('a wrong password shows an error under the form, as an unknown email does, and the form stays filled in', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  await openPage(page, '/login');
  const main = page.getByRole('main');
  const error = main.getByText(identityProblems['wrong-password'].detail);
  await logIn(page, 'nobody@reprise.test');
  await expect(error).toBeVisible();
  const answered = page.waitForResponse('**/api/auth/sign-in/email');
  await logIn(page, buyer, 'not that one');
  await answered;
  await expect(error).toBeVisible();
  await expect(main.getByLabel('Email')).toHaveValue(buyer);
  await expect(main.getByLabel('Password', { exact: true })).toHaveValue('not that one');
  expect(await storedToken(page)).toBeNull();
  await logIn(page, buyer);
  await expectSignedIn(page);
});

test('a user who has gone on to another field before the errors come stays in it', async ({
  page,
}) => {
  const schema = holdRequests();
  await page.route(/\/assets\/forms-/, schema.hold);
  await openPage(page, '/login');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Login', exact: true }).click();
  const password = main.getByLabel('Password', { exact: true });
  await password.focus();
  schema.release();
  await expect(main.getByText(messages.required.email)).toBeVisible();
  await expect(password).toBeFocused();
});

test('fields are validated when they lose the focus, and their errors go while they are corrected', async ({
  page,
}) => {
  await openPage(page, '/login');
  const main = page.getByRole('main');
  await main.getByLabel('Email').focus();
  await page.keyboard.press('Tab');
  await expect(main.getByText(messages.required.email)).toBeVisible();
  await expect(main.getByText(messages.required.password)).toBeHidden();
  await main.getByRole('button', { name: 'Login' }).press('Enter');
  await expect(main.getByText(messages.required.password)).toBeVisible();
  await expect(main.getByLabel('Email')).toBeFocused();

  await main.getByLabel('Email').fill('ann@');
  await expect(main.getByText('This is not an email address')).toBeVisible();
  await main.getByLabel('Email').fill('ann@reprise.test');
  await expect(main.getByText('This is not an email address')).toBeHidden();
});

test('the login page of the demo lists its accounts and fills one in, and the password can be shown and hidden', async ({
  page,
}) => {
  await openPage(page, '/login');
  await page.getByRole('button', { name: 'Fill in seller@reprise.test' }).click();
  const password = page.getByLabel('Password', { exact: true });
  const toggle = page.getByRole('button', { name: 'Show password' });
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expectSignedIn(page);
});

test('a login in one tab signs the user in in the other', async ({ page, context }) => {
  const otherTab = await context.newPage();
  await openPage(otherTab, '/login');
  await openPage(page, '/login');
  await logIn(page, buyer);
  await expectSignedIn(page);
  await expectSignedIn(otherTab);
  await expect(otherTab).toHaveURL('/');
});

test('logging out ends the session at the identity provider too', async ({ page }) => {
  await signInWithSession(page, buyer);
  await openPage(page, '/about');
  const hasSession = async () =>
    (await (await page.request.get('/api/auth/get-session')).text()) !== 'null';
  expect(await hasSession()).toBe(true);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Login')).toBeVisible();
  await expect.poll(hasSession).toBe(false);
});

test('logging out without a connection removes the access token, and says what remains to do', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/sign-out/);
  expectConsole(/ERR_FAILED/);
  await signInWithSession(page, buyer);
  await openPage(page, '/about');
  await page.route('**/api/auth/sign-out', (route) => route.abort());
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectToast(page, 'You are logged out here');
  expect(await storedToken(page)).toBeNull();
});

test('an access token is renewed before it expires, and the user stays on the page', async ({
  page,
}) => {
  await page.clock.install();
  await signInWithSession(page, buyer);
  await openPage(page, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  const renewed = page.waitForResponse('**/api/jwt?*');
  await page.clock.fastForward('55:00');
  expect((await renewed).ok()).toBe(true);
  await page.clock.fastForward('10:00');
  await expectSignedIn(page);
  await expect(page).toHaveURL('/dashboard');
});

test('an access token that the server rejects is renewed, and the request repeated', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  await signInWithSession(page, buyer);
  await openPage(page, '/');
  await invalidateToken(page);
  await page.getByRole('main').getByRole('link', { name: 'Brass' }).click();
  await expect(page.getByRole('heading', { name: 'All Brass Product' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expect.poll(() => storedToken(page)).not.toMatch(/\.invalid$/);
});

test('Google signs in an existing user and leads back to the wanted page', async ({ page }) => {
  await openPage(page, '/category/Brass');
  await expect(page).toHaveURL('/login');
  const google = await openGooglePopup(page);
  await google.getByRole('link', { name: /Samba Diallo/ }).click();
  await expectSignedIn(page);
  await expect(page).toHaveURL('/category/Brass');
  await expect.poll(() => google.isClosed()).toBe(true);
});

test('a popup of Google that is blocked, closed or cancelled shows an error of its own', async ({
  page,
}) => {
  await openPage(page, '/login');
  const main = page.getByRole('main');
  const expectProblem = (code: keyof typeof identityProblems) =>
    expect(main.getByText(identityProblems[code].detail)).toBeVisible();

  await (await openGooglePopup(page)).close();
  await expectProblem('popup-closed-by-user');

  const google = await openGooglePopup(page);
  await google.getByRole('link', { name: 'Cancel' }).click();
  await expectProblem('google-refused');

  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expectProblem('popup-blocked');
  expect(await storedToken(page)).toBeNull();
});

for (const path of ['/login', '/register']) {
  test(`an error at ${path} goes away with the next attempt`, async ({ page, expectConsole }) => {
    await openPage(page, path);
    const main = page.getByRole('main');
    const wrongPassword = main.getByText(identityProblems['wrong-password'].detail);
    const blockedPopup = main.getByText(identityProblems['popup-blocked'].detail);
    if (path === '/login') {
      expectConsole(/401 \(Unauthorized\)/);
      await logIn(page, buyer, 'not that one');
      await expect(wrongPassword).toBeVisible();
    }
    await page.evaluate(() => {
      window.open = () => null;
    });
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(blockedPopup).toBeVisible();
    await expect(wrongPassword).toBeHidden();

    await main.getByLabel('Password', { exact: true }).fill('');
    await main
      .getByRole('button', { name: path === '/login' ? 'Login' : 'Register', exact: true })
      .press('Enter');
    await expect(main.getByText(messages.required.password)).toBeVisible();
    await expect(blockedPopup).toBeHidden();
  });
}

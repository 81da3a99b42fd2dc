import { demoPassword } from '#contract/demo-accounts.ts';
import { identityProblems } from '#contract/identity.ts';
import { messages } from '#contract/messages.ts';
import { expectMember, fetchFromGoogle, keptToken, logIn } from './support/log-in.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const buyer = 'buyer@reprise.test';

test('somebody who wanted to see a category logs in and is there', async ({ page }) => {
  await openPage(page, '/');
  await page.getByRole('main').getByRole('link', { name: 'Woodwind' }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, buyer);
  const heading = messages.category.title('Woodwind');
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
  await expectMember(page);
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('somebody who just logs in is at home, and need not log in again', async ({ page }) => {
  await openPage(page, '/login');
  await logIn(page, buyer);
  await expect(page).toHaveURL('/');
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});

test('whoever is quicker than the page’s script is logged in as soon as it is there', async ({
  page,
}) => {
  const { promise: arrival, resolve: letScriptsIn } = withheld();
  await page.route('**/assets/*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  const main = page.getByRole('main');
  await main.getByLabel('Email').fill(buyer);
  await main.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  letScriptsIn();
  await expect(page).toHaveURL('/');
  await expectMember(page);
});

test('a wrong password is told under the form, and what was typed stays', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  await openPage(page, '/login');
  await logIn(page, buyer, 'not that one');
  const main = page.getByRole('main');
  await expect(main.getByText(identityProblems['wrong-password'].detail)).toBeVisible();
  await expect(main.getByLabel('Email')).toHaveValue(buyer);
  await expect(main.getByLabel('Password', { exact: true })).toHaveValue('not that one');
  expect(await keptToken(page)).toBeNull();
  await logIn(page, buyer);
  await expectMember(page);
});

test('an unknown address gets the same answer as a wrong password', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  await openPage(page, '/login');
  await logIn(page, 'nobody@reprise.test');
  await expect(page.getByText(identityProblems['wrong-password'].detail)).toBeVisible();
});

test('fields are checked when they are left, and their errors go while they are mended', async ({
  page,
}) => {
  await openPage(page, '/login');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Login' }).click();
  await expect(main.getByText(messages.required.email)).toBeVisible();
  await expect(main.getByText(messages.required.password)).toBeVisible();
  await expect(main.getByLabel('Email')).toBeFocused();

  await main.getByLabel('Email').fill('ann@');
  await expect(main.getByText('This is not an email address')).toBeVisible();
  await main.getByLabel('Email').fill('ann@reprise.test');
  await expect(main.getByText('This is not an email address')).toBeHidden();
});

test('a password can be made visible', async ({ page }) => {
  await openPage(page, '/login');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('a secret');
  const eye = page.getByRole('button', { name: 'Show password' });
  await eye.click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(eye).toHaveAttribute('aria-pressed', 'true');
  await eye.click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('the demo lists its accounts, and fills one in', async ({ page }) => {
  await openPage(page, '/login');
  await page.getByRole('button', { name: 'Fill in seller@reprise.test' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expectMember(page);
});

test('two tabs agree on who is here', async ({ page, context }) => {
  const otherTab = await context.newPage();
  await openPage(otherTab, '/login');
  await openPage(page, '/login');
  await logIn(page, buyer);
  await expectMember(page);
  await expectMember(otherTab);
  await expect(otherTab).toHaveURL('/');
});

test('logging out ends the session of the provider too', async ({ page }) => {
  await openPage(page, '/login');
  await logIn(page, buyer);
  await expectMember(page);
  const isKnown = async () =>
    (await (await page.request.get('/api/auth/get-session')).text()) !== 'null';
  expect(await isKnown()).toBe(true);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Login')).toBeVisible();
  await expect.poll(isKnown).toBe(false);
});

test('logging out without a connection still takes the token away, and says what is left to do', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/sign-out/);
  expectConsole(/ERR_FAILED/);
  await openPage(page, '/login');
  await logIn(page, buyer);
  await expectMember(page);
  await page.route('**/api/auth/sign-out', (route) => route.abort());
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('You are logged out here')).toBeVisible();
  expect(await keptToken(page)).toBeNull();
});

test('a token that comes to its end is renewed, and the person notices nothing', async ({
  page,
}) => {
  await page.clock.install();
  await openPage(page, '/login');
  await logIn(page, buyer);
  await expectMember(page);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  const renewed = page.waitForResponse('**/api/jwt?*');
  await page.clock.fastForward('55:00');
  expect((await renewed).ok()).toBe(true);
  await page.clock.fastForward('10:00');
  await expectMember(page);
  await expect(page).toHaveURL('/dashboard');
});

test('a token that the server refuses in the middle of it all is renewed, and the call repeated', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401 \(Unauthorized\)/);
  await openPage(page, '/login');
  await logIn(page, buyer);
  await expectMember(page);
  await page.evaluate(() => {
    const [header, claims] = (localStorage.getItem('accessToken') ?? '').split('.');
    localStorage.setItem('accessToken', `${header}.${claims}.spent`);
  });
  await page.getByRole('main').getByRole('link', { name: 'Brass' }).click();
  await expect(page.getByRole('heading', { name: 'All Brass Product' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expect.poll(() => keptToken(page)).not.toMatch(/\.spent$/);
});

test('Google signs in whoever has an account already, from where they wanted to go', async ({
  page,
}) => {
  await openPage(page, '/category/Brass');
  await expect(page).toHaveURL('/login');
  const google = await fetchFromGoogle(page);
  await google.getByRole('link', { name: /Samba Diallo/ }).click();
  await expectMember(page);
  await expect(page).toHaveURL('/category/Brass');
  expect(google.isClosed()).toBe(true);
});

test('the window of Google may be blocked, closed or cancelled, and each is told apart', async ({
  page,
}) => {
  await openPage(page, '/login');
  const main = page.getByRole('main');
  const told = (code: keyof typeof identityProblems) =>
    expect(main.getByText(identityProblems[code].detail)).toBeVisible();

  (await fetchFromGoogle(page)).close();
  await told('popup-closed-by-user');

  const google = await fetchFromGoogle(page);
  await google.getByRole('link', { name: 'Cancel' }).click();
  await told('google-refused');

  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await told('popup-blocked');
  expect(await keptToken(page)).toBeNull();
});

/** A promise that is kept from outside. */
function withheld(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}

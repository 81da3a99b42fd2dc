import type { Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { expectToast, menuOf, read } from './support/dashboard.ts';
import { openPage } from './support/open-page.ts';
import { runningShop } from './support/open-shop.ts';
import { uploadPicture } from './support/own-shop.ts';
import { inTheShop, newName } from './support/people.ts';
import { accessTokenFor, signIn } from './support/sign-in.ts';
import { axe, expect, looks, test, wear } from './support/test.ts';

const admin = 'admin@reprise.test';

test('an admin verifies a seller, and the badge appears on that seller’s products', async ({
  page,
  context,
  signInAs,
}) => {
  const name = newName('Sella');
  const productId = await inTheShop(async (shop) => {
    const { id } = await shop.user({ name, role: 'seller' });
    const imageId = await uploadPicture(runningShop().url);
    return shop.product(id, { name: 'Ocarina in a case', imageId });
  });
  const shelf = await context.newPage();
  await openPage(shelf, `/products/${productId}`);
  const badge = shelf.getByRole('button', { name: messages.product.verifiedSeller });
  await expect(shelf.getByText(name)).toBeVisible();
  await expect(badge).toHaveCount(0);

  await signInAs(admin);
  await openPage(page, '/dashboard');
  await menuOf(page).getByRole('link', { name: 'All Sellers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All Sellers' })).toBeFocused();
  await expect(page).toHaveTitle('All Sellers | Reprise');
  const row = await findRow(page, name);
  await row.getByRole('button', { name: `${messages.seller.verify} ${name}` }).press('Enter');
  await expectToast(page, messages.toast.sellerVerified);
  await expect(row.getByText(messages.seller.verified, { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: messages.seller.verify })).toHaveCount(0);

  await expect(async () => {
    await shelf.reload();
    await expect(badge).toBeVisible({ timeout: 500 });
  }).toPass();
  await menuOf(page).getByRole('link', { name: 'Audit' }).click();
  const newest = page.getByRole('row').filter({ hasText: name });
  await expect(newest).toContainText('Verified');
  await expect(newest).toContainText(admin);
});

test('an admin deletes a buyer who is signed in elsewhere, whose next call is refused', async ({
  page,
  browser,
  signInAs,
  baseURL,
}) => {
  const family = newName('Bea');
  const [gone, next] = [`${family} Gone`, `${family} Next`];
  const person = await inTheShop(async (shop) => {
    await shop.user({ name: next });
    return shop.user({ name: gone });
  });
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  await signIn(elsewhere, person.email);
  const token = await accessTokenFor(person.email);
  const theirs = await elsewhere.newPage();
  await openPage(theirs, '/dashboard');
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${gone}`);

  await signInAs(admin);
  await openPage(page, '/dashboard/allbuyer');
  const row = await findRow(page, gone, family);
  await row.getByRole('button', { name: `Delete ${gone}` }).press('Enter');
  const question = page.getByRole('alertdialog', { name: `Delete ${gone}?` });
  await expect(question).toContainText(person.email);
  await expect(question).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(row.getByRole('button', { name: `Delete ${gone}` })).toBeFocused();

  await row.getByRole('button', { name: `Delete ${gone}` }).press('Enter');
  await question.getByRole('button', { name: 'Delete' }).press('Enter');
  await expectToast(page, messages.toast.userDeleted);
  await expect(question).toBeHidden();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Delete ${next}` })).toBeFocused();

  await expect
    .poll(async () => (await read(`/users/${encodeURIComponent(person.email)}`, token)).status)
    .toBe(401);
  await theirs.getByRole('button', { name: 'Category' }).click();
  await theirs.getByRole('link', { name: 'Brass' }).first().click();
  await expect(theirs).toHaveURL('/login');
  await elsewhere.close();
});

test('a deletion that is refused says why, in the dialog too, and changes nothing', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const name = newName('Bea Paid');
  await inTheShop((shop) => shop.user({ name }));
  const refusal = {
    title: 'No',
    detail: 'Somebody has paid for what they still have to hand over.',
  };
  await page.route('**/api/users/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 409, json: refusal, contentType: 'application/problem+json' })
      : route.fallback(),
  );
  await signInAs(admin);
  await openPage(page, '/dashboard/allbuyer');
  const row = await findRow(page, name);
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toContainText(refusal.detail);
  await expectToast(page, refusal.detail);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
});

test('a long list comes in parts, and the keyboard goes on where it was', async ({
  page,
  signInAs,
}) => {
  const family = newName('Ivo');
  await inTheShop(async (shop) => {
    for (let number = 60; number > 0; number -= 1) await shop.user({ name: `${family} ${number}` });
    await shop.user({ name: newName('Newest') });
  });
  await signInAs(admin);
  await openPage(page, '/dashboard/allbuyer');
  await page.getByRole('searchbox').fill(family);
  const rows = page.getByRole('rowgroup').last().getByRole('row');
  await expect(rows.first()).toContainText(`${family} 1`);
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(rows).toHaveCount(60);
  await expect(page.getByRole('button', { name: `Delete ${family} 51` })).toBeFocused();
  await expect(rows.last().getByRole('cell').first()).toContainText('60');
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);

  await page.getByRole('searchbox').fill(`${family} nobody`);
  await expect(page.getByText(`No buyer goes by “${family} nobody”`)).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(rows.first()).toBeVisible();
});

test.describe('nobody is kept out by', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test('the question before somebody is deleted', async ({ page, signInAs }) => {
    await signInAs(admin);
    await openPage(page, '/dashboard/allseller');
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    for (const look of looks) {
      await wear(page, look);
      await axe(page);
    }
  });
});

/** The row of the person with this name, once the search has found them. */
async function findRow(page: Page, name: string, words = name) {
  await page.getByRole('searchbox').fill(words);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toHaveCount(1);
  return row;
}

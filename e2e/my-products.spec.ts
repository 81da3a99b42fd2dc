import type { Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { expectToast, menuOf } from './support/dashboard.ts';
import { openPage } from './support/open-page.ts';
import { type OwnShop, openOwnShop } from './support/own-shop.ts';
import { signIn } from './support/sign-in.ts';
import { axe, test as base, expect, looks, wear } from './support/test.ts';

const { advertise, advertised, sold, soldOut } = messages.product;
const listed = 100;

/** A shop in which Ada sells a hundred things, Ben none; the test's browser is Ada's. */
const test = base.extend<{ ada: undefined }, { ownShop: OwnShop }>({
  ownShop: [
    async ({ browserName: _ }, use) => {
      const shop = await openOwnShop();
      const { make, imageId } = shop;
      const ada = await make.user({
        name: 'Ada Fife',
        role: 'seller',
        email: 'ada@reprise.test',
      });
      await make.user({ name: 'Ben Lute', role: 'seller', email: 'ben@reprise.test' });
      for (let number = 1; number <= listed; number += 1) {
        await make.product(ada.id, { name: `Trumpet No. ${number}`, category: 'Brass', imageId });
      }
      await use(shop);
      await shop.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ ownShop }, use) => use(ownShop.url),
  ada: [
    async ({ context, ownShop }, use) => {
      await signIn(context, 'ada@reprise.test', ownShop);
      await use(undefined);
    },
    { auto: true },
  ],
});

// One after the other, so that one shop serves them all.
test.describe.configure({ mode: 'default' });

test('a seller advertises an instrument, and a guest finds it in the window within two seconds', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = 'Trumpet No. 12';
  await openPage(page, '/dashboard');
  await menuOf(page).getByRole('link', { name: 'My Products' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Products' })).toBeFocused();
  const row = await findRow(page, name);
  await row.getByRole('button', { name: `${advertise} ${name}` }).press('Enter');
  await expectToast(page, messages.toast.operationDone);
  const saidAt = Date.now();
  await expect(row.getByRole('button', { name: `${advertised} ${name}` })).toBeFocused();

  const guest = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  const card = guest.getByRole('article').filter({ hasText: name });
  await expect(async () => {
    await guest.goto('/');
    await expect(card).toBeVisible({ timeout: 200 });
  }).toPass({ intervals: [50], timeout: 2_000 });
  expect(Date.now() - saidAt).toBeLessThan(2_500);

  await row.getByRole('button', { name: `${advertised} ${name}` }).click();
  await expect(row.getByRole('button', { name: `${advertise} ${name}` })).toBeVisible();
  await expect(async () => {
    await guest.goto('/');
    await expect(guest.getByRole('heading', { name: 'The window is empty today' })).toBeVisible({
      timeout: 200,
    });
  }).toPass({ timeout: 3_000 });
  await guest.context().close();
});

test('the switch turns at once, and turns back with the reason when it is refused', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const name = 'Trumpet No. 20';
  const refusal = { title: 'No', detail: 'This instrument is sold', modifiedCount: 0 };
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/products/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    await asked;
    await route.fulfill({ status: 409, json: refusal, contentType: 'application/problem+json' });
  });
  await openPage(page, '/dashboard/myproduct');
  const row = await findRow(page, name);
  await row.getByRole('button', { name: `${advertise} ${name}` }).click();
  await expect(row.getByRole('button', { name: `${advertised} ${name}` })).toBeVisible();
  answer();
  await expect(row.getByRole('button', { name: `${advertise} ${name}` })).toBeVisible();
  await expect(row).toContainText(refusal.detail);
  await expectToast(page, refusal.detail);
  for (const look of looks) {
    await wear(page, look);
    await axe(page);
  }
});

test('what is deleted is gone everywhere, and only after one has said so', async ({
  page,
  context,
  ownShop,
  expectConsole,
}) => {
  expectConsole(/404 \(Not Found\)/);
  const name = 'Trumpet No. 99';
  await openPage(page, '/dashboard/myproduct');
  const row = rowsOn(page).filter({ hasText: name });
  const address = await row.getByRole('link', { name, exact: true }).getAttribute('href');
  await row.getByRole('button', { name: `Delete ${name}` }).press('Enter');
  const question = page.getByRole('alertdialog', { name: `Delete ${name}?` });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: `Delete ${name}` })).toBeFocused();

  await row.getByRole('button', { name: `Delete ${name}` }).press('Enter');
  await question.getByRole('button', { name: 'Delete' }).press('Enter');
  await expectToast(page, messages.toast.productDeleted);
  await expect(question).toBeHidden();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete Trumpet No. 98' })).toBeFocused();

  const shelf = await context.newPage();
  await openPage(shelf, '/category/Brass');
  await expect(shelf.getByRole('heading', { name: 'Trumpet No. 98' })).toBeVisible();
  await expect(shelf.getByRole('heading', { name })).toHaveCount(0);
  await expect
    .poll(async () => (await fetch(`${ownShop.url}${address}`)).status, { timeout: 2_000 })
    .toBe(404);
  await shelf.goto(address ?? '');
  await expect(shelf.getByRole('link', { name: messages.notFound.backHome })).toBeVisible();
});

test('a hundred rows come in parts and are counted through, and the search finds one', async ({
  page,
}) => {
  await openPage(page, '/dashboard/myproduct');
  const rows = rowsOn(page);
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect.poll(() => rows.count()).toBeGreaterThan(90);
  const count = await rows.count();
  await expect(rows.nth(50).getByRole('link').first()).toBeFocused();
  await expect(rows.last().getByRole('cell').first()).toHaveText(String(count));
  await expect(page.getByText(`${count} instruments shown, and that is all`)).toHaveRole('status');

  await page.getByRole('searchbox').fill('tru 42');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Trumpet No. 42');
  await page.getByRole('searchbox').fill('kazoo');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('what is booked says so, and what is sold can be neither advertised nor deleted', async ({
  page,
}) => {
  await page.route('**/api/products?email=*', async (route) => {
    const answer = await route.fetch();
    const [first, second, third] = await answer.json();
    const json = [{ ...first, booked: true }, { ...second, booked: true, status: 'sold' }, third];
    await route.fulfill({ json });
  });
  await openPage(page, '/dashboard/myproduct');
  await expect(rowsOn(page)).toHaveCount(3);
  await expect(rowsOn(page).nth(0)).toContainText('Booked');
  const gone = rowsOn(page).nth(1);
  await expect(gone.getByText(sold, { exact: true })).toBeVisible();
  await expect(gone.getByText(soldOut)).toBeVisible();
  await expect(gone.getByRole('button')).toHaveCount(0);
  await expect(gone.getByRole('link', { name: /^Edit/ })).toHaveCount(0);
  await expect(rowsOn(page).nth(2).getByRole('link', { name: /^Edit/ })).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const look of looks) {
    await wear(page, look);
    await axe(page);
  }
});

test('who sells nothing yet is shown the one next step, and never somebody else’s things', async ({
  page,
  context,
  ownShop,
}) => {
  await signIn(context, 'ben@reprise.test', ownShop);
  await openPage(page, '/dashboard/myproduct');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'You have listed nothing yet' })).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const look of looks) {
    await wear(page, look);
    await axe(page);
  }
  await main.getByRole('link', { name: 'Add Product' }).last().click();
  await expect(page).toHaveURL('/dashboard/addproduct');
});

function rowsOn(page: Page) {
  return page.getByRole('rowgroup').last().getByRole('row');
}

/** The row with this name, once the search has found it. */
async function findRow(page: Page, name: string) {
  await page.getByRole('searchbox').fill(name);
  await expect(rowsOn(page)).toHaveCount(1);
  const row = rowsOn(page).filter({ hasText: name });
  await expect(row).toBeVisible();
  return row;
}

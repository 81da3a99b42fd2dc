import type { Page } from '@playwright/test';
import type { Category } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { expectToast, sideMenu } from './support/dashboard-page.ts';
import { seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

const { advertise, advertised, sold, soldOut } = messages.product;
const listPath = '/dashboard/myproduct';

test('a seller advertises a product, and a guest finds it in the carousel until it is no longer advertised', async ({
  page,
  browser,
  baseURL,
  signInAs,
}) => {
  const { email, names } = await createSellerWithProducts(3);
  const [, name = ''] = names;
  await signInAs(email);
  await openPage(page, '/dashboard');
  await sideMenu(page).getByRole('link', { name: 'My Products' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Products' })).toBeFocused();
  const row = await findRow(page, name);
  await row.getByRole('button', { name: `${advertise} ${name}` }).press('Enter');
  await expectToast(page, messages.toast.operationDone);
  await expect(row.getByRole('button', { name: `${advertised} ${name}` })).toBeFocused();
  const status = row.getByRole('cell').nth(5);
  await expect(status).toHaveText(advertised);

  const guest = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  const carousel = guest.getByRole('region', { name: 'Advertised instruments' });
  const card = carousel.getByRole('article').filter({ hasText: name });
  await expect(async () => {
    await guest.goto('/');
    await expect(card).toHaveCount(1, { timeout: 200 });
  }).toPass();

  await row.getByRole('button', { name: `${advertised} ${name}` }).click();
  await expect(row.getByRole('button', { name: `${advertise} ${name}` })).toBeVisible();
  await expect(status).toHaveText('Available');
  await expect(async () => {
    await guest.goto('/');
    await expect(carousel.getByRole('article').first()).toBeAttached();
    await expect(card).toHaveCount(0, { timeout: 200 });
  }).toPass();
  await guest.context().close();
});

test('the advertise switch changes at once, and changes back with the reason when it is refused', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const { email, names } = await createSellerWithProducts(1);
  const [name = ''] = names;
  const problem = { title: 'No', detail: 'This instrument is sold', modifiedCount: 0 };
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/products/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    await released;
    await route.fulfill({ status: 409, json: problem, contentType: 'application/problem+json' });
  });
  await signInAs(email);
  await openPage(page, listPath);
  const row = rowsOn(page).filter({ hasText: name });
  await row.getByRole('button', { name: `${advertise} ${name}` }).click();
  await expect(row.getByRole('button', { name: `${advertised} ${name}` })).toBeVisible();
  release();
  await expect(row.getByRole('button', { name: `${advertise} ${name}` })).toBeVisible();
  await expect(row).toContainText(problem.detail);
  await expectToast(page, problem.detail);
  await expectAccessible(page);
});

test('a product is deleted after a confirmation, and then found nowhere', async ({
  page,
  context,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/404 \(Not Found\)/);
  const { email, names } = await createSellerWithProducts(3, 'Woodwind');
  const [newest = '', name = '', oldest = ''] = names;
  await signInAs(email);
  await openPage(page, listPath);
  const row = rowsOn(page).filter({ hasText: name });
  const path = await row.getByRole('link', { name, exact: true }).getAttribute('href');
  await row.getByRole('button', { name: `Delete ${name}` }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: `Delete ${name}?` });
  await expect(dialog).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: `Delete ${name}` })).toBeFocused();

  await row.getByRole('button', { name: `Delete ${name}` }).press('Enter');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await expectToast(page, messages.toast.productDeleted);
  await expect(dialog).toBeHidden();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Delete ${oldest}` })).toBeFocused();

  const otherTab = await context.newPage();
  await openPage(otherTab, '/category/Woodwind');
  await expect(otherTab.getByRole('heading', { name: newest })).toBeVisible();
  await expect(otherTab.getByRole('heading', { name })).toHaveCount(0);
  await expect.poll(async () => (await fetch(`${testServer().url}${path}`)).status).toBe(404);
  await otherTab.goto(path ?? '');
  await expect(
    otherTab.getByRole('heading', { level: 1, name: 'This instrument is no longer on sale' }),
  ).toBeVisible();
});

test('a hundred rows are loaded page by page and numbered, and the search finds one', async ({
  page,
  signInAs,
}) => {
  const { email, names } = await createSellerWithProducts(100);
  await signInAs(email);
  await openPage(page, listPath);
  const rows = rowsOn(page);
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(rows).toHaveCount(100);
  await expect(rows.nth(50).getByRole('link').first()).toBeFocused();
  await expect(rows.last().getByRole('cell').first()).toHaveText('100');
  await expect(page.getByText('100 instruments shown, and there are no more')).toHaveRole('status');

  await page.getByRole('searchbox').fill('tru 42');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(String(names.find((name) => name.includes('No. 42'))));
  await page.getByRole('searchbox').fill('kazoo');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('a booked product is marked, and a sold one can be neither advertised, edited nor deleted', async ({
  page,
  signInAs,
}) => {
  const { email } = await createSellerWithProducts(3);
  await page.route('**/api/products?email=*', async (route) => {
    const response = await route.fetch();
    const [first, second, third] = await response.json();
    const json = [{ ...first, booked: true }, { ...second, booked: true, status: 'sold' }, third];
    await route.fulfill({ json });
  });
  await signInAs(email);
  await openPage(page, listPath);
  await expect(rowsOn(page)).toHaveCount(3);
  await expect(rowsOn(page).nth(0)).toContainText('Booked');
  const soldRow = rowsOn(page).nth(1);
  await expect(soldRow.getByText(sold, { exact: true })).toBeVisible();
  await expect(soldRow.getByText(soldOut)).toBeVisible();
  await expect(soldRow.getByRole('button')).toHaveCount(0);
  await expect(soldRow.getByRole('link', { name: /^Edit/ })).toHaveCount(0);
  await expect(rowsOn(page).nth(2).getByRole('link', { name: /^Edit/ })).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectAccessible(page);
});

test('a seller without products is led to the form for the first one', async ({
  page,
  signInAs,
}) => {
  const { email } = await createSellerWithProducts(0);
  await signInAs(email);
  await openPage(page, listPath);
  const main = page.getByRole('main');
  await expect(
    main.getByRole('heading', { name: 'You haven’t listed anything yet' }),
  ).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectAccessible(page);
  await main.getByRole('link', { name: 'Add Product' }).last().click();
  await expect(page).toHaveURL('/dashboard/addproduct');
});

/** Creates a seller with this many products; their names, the newest first. */
async function createSellerWithProducts(count: number, category: Category = 'Keyboard') {
  return seed(async (make) => {
    const { id, email } = await make.user({ name: uniqueName('Ada'), role: 'seller' });
    const suffix = uniqueName('');
    const names: string[] = [];
    for (let number = 1; number <= count; number += 1) {
      const name = `Trumpet No. ${number}${suffix}`;
      await make.product(id, { name, category, imageId: testServer().imageId });
      names.unshift(name);
    }
    return { email, names };
  });
}

function rowsOn(page: Page) {
  return page.getByRole('rowgroup').last().getByRole('row');
}

/** Searches for the name and returns its row. */
async function findRow(page: Page, name: string) {
  await page.getByRole('searchbox').fill(name);
  await expect(rowsOn(page)).toHaveCount(1);
  const row = rowsOn(page).filter({ hasText: name });
  await expect(row).toBeVisible();
  return row;
}

test('a seller lists the instruments of a file', async ({ page, signInAs }) => {
  const { email } = await createSellerWithProducts(1);
  await signInAs(email);
  await openPage(page, listPath);
  await page.getByRole('link', { name: 'Import from a file' }).click();
  const { url, imageId } = testServer();
  const rest = `Plays well.;2012;555-0101;Leith;${url}/pictures/${imageId}/1200.webp`;
  const rows = [
    'SKU;Name;Price;Description;Year;Phone;Location;Pictures',
    `A1;${uniqueName('Cornet of a file')};250;${rest}`,
    `A2;${uniqueName('Flute of a file')};300;${rest}`,
  ];
  const buffer = Buffer.from(rows.join('\r\n'));
  const choose = page.getByLabel('Choose a CSV or ZIP file');
  await choose.setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByRole('button', { name: 'Import 2 listings' }).click();
  await expect(page.getByRole('heading', { name: 'The import is done' })).toBeVisible();
});

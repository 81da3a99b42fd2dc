import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { smallImage } from './support/images.ts';
import { openPage } from './support/open-page.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { signIn } from './support/sign-in.ts';
import { expect, expectAccessible, test } from './support/test.ts';

// While a colour changes, its contrast cannot be measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ mode: 'default' });

let server: SeparateServer;
test.beforeAll(async () => {
  server = await startSeparateServer();
});
test.afterAll(() => server.close());

const file = (...rows: string[]) => ({
  name: 'stock.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    ['SKU;Title;Price;Details;Year', ...rows].map((row) => `${row}\r\n`).join(''),
  ),
});

test('a seller imports a file by keyboard, in a window as narrow as a phone', async ({
  page,
  context,
  expectConsole,
}) => {
  // The refused file, and the columns that are missing.
  expectConsole(/400 \(Bad Request\)/);
  await page.setViewportSize({ width: 390, height: 844 });
  const seller = await server.make.user({ name: 'Dora Quist', role: 'seller' });
  await signIn(context, seller.email, server);
  await openPage(page, `${server.url}/dashboard/myproduct`);
  await page.getByRole('link', { name: 'Import from a file' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Import listings' })).toBeVisible();
  await expectAccessible(page);

  const choose = page.getByLabel('Choose a CSV or ZIP file');
  await choose.setInputFiles({ ...file(), buffer: Buffer.from('PK\x03\x04xl') });
  await expect(page.getByText('This archive is damaged, or has unsafe names.')).toBeVisible();
  await choose.setInputFiles(
    file(
      'A1;Bass clarinet;1250,50;"Two joints; a low C";2012',
      'A2;Cornet;cheap;Shines;2001',
      'A3;Flute;300;Solid head;1998',
    ),
  );
  await expect(page.getByRole('heading', { name: 'Match the columns of stock.csv' })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('column:Title');
  await expect(page.getByText('Bass clarinet · Cornet · Flute')).toBeVisible();

  await page.getByRole('button', { name: 'Check the rows' }).press('Enter');
  await expect(page.getByText('Choose a column for it, or enter it for all rows')).toHaveCount(3);
  const phone = page.getByLabel('Phone', { exact: true });
  await expect(phone).toBeFocused();
  await expectAccessible(page);
  await phone.selectOption('The same for all rows');
  await page.getByLabel('Phone of all rows').fill('555-0101');
  // It is not lost while another choice is tried, nor at a reload.
  await phone.selectOption('SKU');
  await phone.selectOption('The same for all rows');
  await expect(page.getByLabel('Phone of all rows')).toHaveValue('555-0101');
  await page.reload();
  await expect(page.getByLabel('Phone of all rows')).toHaveValue('555-0101');
  await page.getByLabel('Location', { exact: true }).selectOption('The same for all rows');
  await page.getByLabel('Location of all rows').fill('Leith');
  await page.getByLabel('Pictures', { exact: true }).selectOption('One picture for all rows');
  await page.getByLabel('Choose the picture').setInputFiles(await smallImage('amber-violin-2'));
  await expect(page.getByRole('main').locator('form img')).toBeVisible();
  await page.getByRole('button', { name: 'Check the rows' }).press('Enter');

  await expect(page.getByRole('heading', { name: 'All 3 rows are checked' })).toBeFocused();
  await expect(figure(page, 'To be listed')).toContainText('2');
  await expect(figure(page, 'Refused')).toContainText('1');
  const refused = page.getByRole('row', { name: /cheap/ });
  await expect(refused).toContainText('This is not a price');
  await expectAccessible(page);
  const errors = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).press('Enter');
  expect(await readFile(await (await errors).path(), 'utf8')).toContain('2,Price,cheap,');

  // What was chosen is still there after a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Import 2 listings' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'The import is done' })).toBeVisible();
  await expect(figure(page, 'Listed')).toContainText('2');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Bass clarinet' }).press('Enter');
  // The same file may have been imported on a wider screen: similar instruments are headings too.
  await expect(page.getByRole('heading', { level: 1, name: 'Bass clarinet' })).toBeVisible();
  await expect(page.getByText('$1,250.50').first()).toBeVisible();
});

test('an admin downloads the records of the shop, and imports for a seller', async ({
  page,
  context,
  expectConsole,
}) => {
  // A seller whom there is not.
  expectConsole(/400 \(Bad Request\)/);
  const admin = await server.make.user({ name: 'Nora Ahl', role: 'admin' });
  await server.make.user({ name: '=Seller', email: 'dealer@reprise.test', role: 'seller' });
  await signIn(context, admin.email, server);
  await openPage(page, `${server.url}/dashboard/import-export`);
  await expectAccessible(page);
  const people = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download people' }).press('Enter');
  const text = await readFile(await (await people).path(), 'utf8');
  expect(text.startsWith('\uFEFFuser_id,name,')).toBe(true);
  expect(text).toContain("'=Seller,dealer@reprise.test");

  await page.getByRole('link', { name: 'Import listings' }).press('Enter');
  const seller = page.getByLabel('Seller’s email address');
  await seller.fill('nobody@reprise.test');
  const choose = page.getByLabel('Choose a CSV or ZIP file');
  await choose.setInputFiles(file('A1;Viola;900;Old;1970'));
  await expect(page.getByText('No seller here has this address')).toBeVisible();
  await expect(seller).toHaveValue('nobody@reprise.test');
  await seller.fill('dealer@reprise.test');
  await choose.setInputFiles(file('A1;Viola;900;Old;1970'));
  await expect(page.getByRole('heading', { name: 'Match the columns of stock.csv' })).toBeVisible();
});

const figure = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ hasText: new RegExp(`^${name}`) });

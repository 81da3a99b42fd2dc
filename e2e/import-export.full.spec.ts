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

/** A file as Reverb exports it, of 300 instruments of different kinds, conditions and years. */
function reverbExport(picture: string) {
  const instruments = [
    ['Fender', 'Stratocaster', 'Electric Guitars / Solid Body', '1980s'],
    ['Selmer', 'Tenor saxophone', 'Band and Orchestral / Saxophones', 'mid-70s'],
    ['Bach', 'Trumpet', 'Band and Orchestral / Trumpets', '1999'],
    ['Roland', 'Synthesizer', 'Keyboards and Synths / Analog Synths', 'ca. 1982'],
    ['Ludwig', 'Snare drum', 'Drums and Percussion / Snare', '1965'],
  ] as const;
  const conditions = [
    'Mint',
    'Excellent',
    'Very Good',
    'Good',
    'Fair',
    'Poor',
    'B-Stock',
    'Non Functioning',
  ];
  const rows = Array.from({ length: 300 }, (_, at) => {
    const [make, model, category, year] = instruments[at % 5] ?? instruments[0];
    const title = `${make} ${model} ${at + 1}`;
    const description = '<p>Plays well.</p><ul><li>Case</li></ul>';
    const condition = conditions[at % 8];
    return [
      ...[`R-${at}`, make, model, year, title, category, condition, `${500 + at}.00`, 'USD'],
      ...[description, 'true', 'live', picture, '', ''],
    ].join(',');
  });
  const names = [
    ...['sku', 'make', 'model', 'year', 'title', 'categories', 'condition', 'price', 'currency'],
    ...['description', 'upc_does_not_apply', 'state', 'product_image_1', 'product_image_2'],
    'product_image_3',
  ];
  const text = [names.join(','), ...rows].join('\r\n');
  return { name: 'reverb.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

test('a dealer lists 300 instruments from a file of Reverb with five clicks', async ({
  page,
  context,
  expectConsole,
}) => {
  // The picture of the listing from before has no file.
  expectConsole(/404 \(Not Found\)/);
  const seller = await server.make.user({ name: 'Ida Roth', role: 'seller' });
  const first = await server.make.product(seller.id, { name: 'Listed before' });
  const { image } = (await (await fetch(`${server.url}/api/products/${first}`)).json()) as {
    image: string;
  };
  await signIn(context, seller.email, server);
  await openPage(page, `${server.url}/dashboard/myproduct`);
  await page.evaluate(() => {
    const counted = window as unknown as { clicks: number };
    counted.clicks = 0;
    addEventListener('click', () => (counted.clicks += 1), { capture: true });
  });
  await page.getByRole('link', { name: 'Import from a file' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByText('Choose a CSV or ZIP file').click();
  await (await chooser).setFiles(reverbExport(image));
  await expect(page.getByText('This is an export of Reverb')).toBeVisible();
  await expect(page.getByRole('group', { name: /^Condition: what/ })).toContainText('Mint');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await expect(page.getByRole('heading', { name: 'All 300 rows are checked' })).toBeVisible();
  await expect(figure(page, 'To be listed')).toContainText('300');
  await expect(page.getByText('Texts in HTML become plain text')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 300 listings' }).click();
  await expect(page.getByRole('heading', { name: 'The import is done' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(figure(page, 'Listed')).toContainText('300');
  const clicks = await page.evaluate(() => (window as unknown as { clicks: number }).clicks);
  expect(clicks).toBeLessThanOrEqual(5);
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

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commissionSales } from '../server/testing/invoicing.ts';
import { createPeople } from '../server/testing/people.ts';
import { openPage } from './support/open-page.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { signIn } from './support/sign-in.ts';
import { test as base, expect, expectAccessible } from './support/test.ts';

const now = new Date();
/** The fifth of a month that is over. */
const fifth = (monthsAgo: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 5, 12));

// One worker runs all tests of this file, so that it starts one server: of a shop that issues invoices.
base.describe.configure({ mode: 'default' });

const test = base.extend<object, { server: SeparateServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'shop-with-invoices-'));
      const shop = {
        name: 'Nordklang',
        country: 'DE',
        currency: 'EUR',
        invoices: {
          name: 'Nordklang GmbH',
          address: ['Hafenstr. 1', '20457 Hamburg'],
          vatNumber: 'DE123456789',
          vat: 19,
          from: fifth(2).toISOString().slice(0, 7),
          prefix: 'NK-',
        },
      };
      await writeFile(join(folder, 'shop.json'), JSON.stringify(shop));
      const server = await startSeparateServer({ SHOP_DIR: folder });
      await use(server);
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

async function issueInvoices({ database }: SeparateServer, count: number) {
  await database.sql`update job_runs set due_at = now() where name = 'invoices-issued'`;
  await expect
    .poll(async () => {
      const [row] = await database.sql<{ count: number }[]>`
        select count(*)::int as count from invoices`;
      return row?.count;
    })
    .toBe(count);
}

test('a seller says to whom invoices go, reads an invoice and its credit note, and an admin takes them out', async ({
  page,
  context,
  server,
  expectConsole,
}) => {
  const people = createPeople(server.database);
  const { sell, giveBack } = commissionSales(people);
  const seller = await server.make.user({ name: 'Sol Reed', role: 'seller' });
  const main = page.getByRole('main');

  await signIn(context, seller.email, server);
  await openPage(page, '/dashboard/earnings');
  const part = main
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Invoices' }) });
  await expect(part).toContainText('There are no invoices yet.');
  await part.getByRole('button', { name: 'Add billing details' }).click();
  const name = part.getByLabel('Name or business');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Sol Reed');
  await name.fill('Cordes SARL');
  await part.getByLabel('Address').fill('1 rue du Port\n69001 Lyon');
  await part.getByLabel('Country').selectOption({ label: 'France' });
  const number = part.getByLabel('VAT number');
  await number.fill('DE123456789');
  expectConsole(/status of 400/);
  await part.getByRole('button', { name: 'Save the billing details' }).click();
  await expect(number).toHaveAccessibleDescription(/This is not a VAT number of that country/);
  await expect(number).toBeFocused();
  await expectAccessible(page);
  await number.fill('FR 12 345678901');
  await number.press('Enter');
  await expect(part).toContainText('FR12345678901');
  const change = part.getByRole('button', { name: 'Change the billing details' });
  await expect(change).toBeFocused();

  const sale = await sell(seller, fifth(2));
  await sell(seller, fifth(1), 1_000);
  await giveBack(sale, fifth(1));
  await issueInvoices(server, 3);
  await openPage(page, '/dashboard/earnings');
  await expect(part.getByRole('row')).toHaveCount(4);
  await part
    .getByRole('row', { name: /Credit note/ })
    .getByRole('link')
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Credit note NK-/);
  await expect(main).toContainText('−€9.04');
  await expectAccessible(page);
  await main.getByText('Corrects the invoice').locator('..').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Invoice NK-/);
  await expect(main).toContainText('Nordklang GmbH');
  await expect(main).toContainText('Cordes SARL');
  await expect(main).toContainText('Reverse charge: the customer owes the VAT.');
  await expect(main.getByRole('row', { name: /Student trumpet/ })).toContainText('€9.04');
  await page.emulateMedia({ media: 'print' });
  await expect(main.getByRole('button', { name: 'Print the invoice' })).toBeHidden();
  await expect(main.getByText('There is nothing to pay.')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  const address = new URL(page.url()).pathname;
  await expect.poll(() => server.findMail(seller.email, /Your invoice for/)).toBeDefined();

  const other = await server.make.user({ name: 'Ada Fife', role: 'seller' });
  await signIn(context, other.email, server);
  expectConsole(/status of 404/);
  await openPage(page, address);
  await expect(main).toContainText('There is no such invoice');

  const admin = await server.make.user({ name: 'Nora Vance', role: 'admin' });
  await signIn(context, admin.email, server);
  await openPage(page, '/dashboard/money?part=invoices');
  await expect(main.getByRole('row')).toHaveCount(4);
  await expectAccessible(page);
  await main.getByLabel('Month').selectOption(fifth(2).toISOString().slice(0, 7));
  await expect(main.getByRole('row')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Download as CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(2);
  expect(file).toContain('Cordes SARL,"1 rue du Port, 69001 Lyon",FR,FR12345678901,9.04');
});

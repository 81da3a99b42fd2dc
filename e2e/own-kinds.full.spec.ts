import { rm } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { writeShopOfDocs } from '../server/testing/shop-of-docs.ts';
import { smallImage } from './support/images.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { signIn } from './support/sign-in.ts';
import { test as base, expect, expectAccessible } from './support/test.ts';
import { textsOf } from './support/translated-page.ts';

const test = base.extend<object, { server: SeparateServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const folder = await writeShopOfDocs();
      const server = await startSeparateServer({ SHOP_DIR: folder });
      await use(server);
      await server.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

const fr = textsOf('fr');

/** A field whose label may say more: that it is optional. */
const field = (scope: Locator, label: string) => scope.getByLabel(new RegExp(`^${label}`));

test('a seller lists a mixer, a kind of the owner, in French, and buyers find it, filter it and open the page of its kind', async ({
  page,
  context,
  server,
}) => {
  const seller = await server.make.user({ name: 'Sil Vallée', role: 'seller' });
  await signIn(context, seller.email, server);
  await page.goto('/dashboard/addproduct');
  const main = page.getByRole('main');
  await field(main, fr('What is it?')).fill('console de');
  await main.getByRole('button', { name: 'Table de mixage' }).click();
  await expect(field(main, fr('Category'))).toHaveValue('dj-and-studio');
  await field(main, fr('Name')).fill('Xone 92');
  await field(main, fr('Maker')).fill('A&H');
  await main.getByRole('group', { name: 'Usage' }).getByText('DJ', { exact: true }).click();
  await field(main, 'Voies').fill('6');
  await main
    .getByRole('group', { name: 'Tous les faders coulissent-ils bien ?' })
    .getByText(fr('Yes'), { exact: true })
    .click();
  await main.getByLabel(fr('Good'), { exact: true }).check();
  await field(main, fr('Purchase year')).fill('2015');
  await main
    .locator('input[type=file]')
    .first()
    .setInputFiles([await smallImage('banjo')]);
  await field(main, fr('Description')).fill('Révisée, avec sa boîte.');
  await field(main, fr('Resale price')).fill('900');
  await field(main, fr('Mobile number')).fill('+33 6 12 34 56 78');
  await field(main, fr('Location')).fill('Lille');
  await expectAccessible(page);
  await main.getByRole('button', { name: fr('Add Product'), exact: true }).click();
  await expect(page).toHaveURL(/myproduct/);

  await page.goto('/search?q=table%20de%20mixage');
  await expect(main.getByRole('heading', { level: 1 })).toContainText('table de mixage');
  await expect(main.getByRole('article')).toHaveCount(1);
  await main.getByLabel('Usage').selectOption({ label: 'DJ (1)' });
  await expect(page).toHaveURL(/fact=mixer-use/);
  await expect(main.getByRole('article')).toContainText('Xone 92');

  await main.getByRole('link', { name: 'Xone 92' }).first().click();
  await expect(main).toContainText('Les faders coulissent bien');
  await main.getByRole('link', { name: 'Table de mixage' }).first().click();
  await expect(page).toHaveURL('/instruments/mixer');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Table de mixage');
  await expect(main).toContainText('Tous les faders coulissent-ils bien ?');
  await expect(main.getByRole('link', { name: 'Allen & Heath' })).toBeVisible();
  await expectAccessible(page);
});

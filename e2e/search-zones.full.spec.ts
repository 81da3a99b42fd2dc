import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { limits } from '#contract/constants.ts';
import { defaultShop } from '#contract/shop/default-shop.ts';
import { expectAccessibleInAllAppearances } from './support/accessibility.ts';
import { cardsOn } from './support/cards.ts';
import { openPage } from './support/open-page.ts';
import { findOverflow } from './support/overflow.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { signIn } from './support/sign-in.ts';
import { test as base, expect, expectAccessible } from './support/test.ts';

// One worker runs all tests of this file, so that it starts one server.
base.describe.configure({ mode: 'default' });

const zones = [
  { id: 'de', name: 'Germany' },
  { id: 'eu', name: 'European Union' },
  { id: 'world', name: 'United States of America and everywhere else' },
];
const violaCount = limits.pageSize + 1;

const test = base.extend<object, { server: SeparateServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'shop-with-zones-'));
      const shop = { name: defaultShop.name, zones };
      await writeFile(join(folder, 'shop.json'), JSON.stringify(shop));
      const server = await startSeparateServer({ SHOP_DIR: folder });
      await fill(server);
      await use(server);
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

async function fill({ make, imageId }: SeparateServer): Promise<void> {
  const seller = await make.user({ name: 'Ada Fife', role: 'seller' });
  const list = (name: string, price: number, shipping?: Record<string, number>) =>
    make.product(seller.id, {
      imageId,
      name,
      price,
      ...(shipping && { delivery: { pickup: true, shipping } }),
    });
  await list('Cello to fetch', 900);
  await list('Cello for the neighbours', 700, { de: 0 });
  await list('Cello for everybody', 1_000_000, { de: 12, eu: 24.5, world: 99_999.99 });
  for (let number = 1; number <= violaCount; number += 1) {
    await list(`Viola No. ${number}`, 100 + number, { de: 10 });
  }
}

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Filters' });

test('a user chooses a zone by keyboard beside the results, and reads what sending costs', async ({
  page,
  context,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(context, (await server.make.user()).email, server);
  await openPage(page, '/search?q=cello');
  await expect(cardsOn(page)).toHaveCount(3);
  await expect(cardsOn(page).filter({ hasText: /shipping|Free shipping/ })).toHaveCount(0);
  const field = page.getByRole('main').getByLabel('Ships to');
  await expect(field.getByRole('option')).toHaveText([
    'No preference',
    'Germany (2)',
    'European Union (1)',
    'United States of America and everywhere else (1)',
  ]);
  await field.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL('/search?q=cello&sendTo=de');
  await expect(field).toBeFocused();
  await expect(cardsOn(page)).toHaveText([/\+ \$12 shipping/, /Free shipping/]);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessibleInAllAppearances(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByLabel('Sort by').selectOption('Price, low to high');
  await expect(page).toHaveURL('/search?q=cello&sendTo=de&sort=price');
  await expect(cardsOn(page)).toHaveText([/Free shipping/, /\+ \$12 shipping/]);
  await page.reload();
  await expect(field).toHaveValue('de');
  await page.getByRole('link', { name: 'Remove the filter Ships to Germany' }).press('Enter');
  await expect(page).toHaveURL('/search?q=cello&sort=price');
  await expect(field).toHaveValue('');
  await expect(cardsOn(page)).toHaveCount(3);
});

test('a user chooses a zone by keyboard in the sheet of a phone, whose width no price exceeds', async ({
  page,
  context,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(context, (await server.make.user()).email, server);
  await openPage(page, '/search?q=cello');
  await page.getByRole('button', { name: 'Filters' }).press('Enter');
  const field = sheetOf(page).getByLabel('Ships to');
  await field.focus();
  await page.keyboard.press('End');
  await expect(sheetOf(page).getByRole('button', { name: 'Show 1 instrument' })).toBeVisible();
  await expectAccessible(page);
  await sheetOf(page).getByRole('button', { name: 'Show 1 instrument' }).press('Enter');
  await expect(page).toHaveURL('/search?q=cello&sendTo=world');
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  const card = cardsOn(page);
  await expect(card).toContainText('+ $99,999.99 shipping');
  const sticksOut = () =>
    card.evaluate((one) => {
      const { right } = one.getBoundingClientRect();
      // One pixel wide is what only screen readers find.
      return [...one.querySelectorAll('p')]
        .filter(
          (text) =>
            text.clientWidth > 1 &&
            (text.scrollWidth > text.clientWidth || text.getBoundingClientRect().right > right),
        )
        .map(({ outerHTML }) => outerHTML);
    });
  for (const view of ['Show as a list', 'Show as a grid']) {
    await page.getByRole('button', { name: view }).press('Enter');
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await sticksOut(), `${view}, ${width} px`).toEqual([]);
      expect(await findOverflow(page), `${view}, ${width} px`).toEqual([]);
    }
    await expectAccessible(page);
  }
});

test('a category leads to the search for a zone when Enter is pressed in its field', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, (await server.make.user()).email, server);
  await openPage(page, '/category/Brass');
  const field = page.getByRole('main').getByLabel('Ships to');
  await field.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(field).toHaveValue('eu');
  await expect(page).toHaveURL('/category/Brass');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?category=Brass&sendTo=eu');
  await expect(cardsOn(page)).toHaveText([/\+ \$24\.50 shipping/]);
});

test('a user saves the search for a zone under its name', async ({ page, context, server }) => {
  await signIn(context, (await server.make.user()).email, server);
  await openPage(page, '/search?sendTo=eu');
  await page.getByRole('button', { name: 'Save this search' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save this search' });
  await expect(dialog.getByLabel('Name')).toHaveValue('Ships to European Union');
  await dialog.getByRole('button', { name: 'Save the search' }).press('Enter');
  // The closing dialog gives the focus back, which would take the key from the link.
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeFocused();
  await page.getByRole('link', { name: 'Your saved searches' }).press('Enter');
  const item = page.getByRole('listitem').filter({ hasText: 'Email me' });
  await item.getByRole('link', { name: 'Ships to European Union' }).press('Enter');
  await expect(page).toHaveURL('/search?sendTo=eu');
  await expect(cardsOn(page)).toHaveCount(1);
});

test('an address with a zone that the shop has removed says so, and finds everything else', async ({
  page,
}) => {
  await openPage(page, '/search?q=cello&sendTo=moon');
  const field = page.getByRole('main').getByLabel('Ships to');
  await expect(field).toHaveAccessibleDescription('The shop has no such zone');
  await expect(field).toHaveValue('');
  await expect(cardsOn(page)).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('radio', { name: /^Good/ }).check();
  await expect(page).toHaveURL('/search?q=cello&condition=Good');
  await expect(page.getByText('The shop has no such zone')).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [390, 1280]) {
    test(`the zone is a field of the form without JavaScript and stays on the next page, ${width} px wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/search?q=viola');
      await page.getByLabel('Ships to').selectOption('Germany (25)');
      await page.getByRole('button', { name: 'Apply filters' }).press('Enter');
      await expect(page).toHaveURL(/[?&]sendTo=de(&|$)/);
      await expect(cardsOn(page)).toHaveCount(limits.pageSize);
      await expect(cardsOn(page).filter({ hasText: '+ $10 shipping' })).toHaveCount(
        limits.pageSize,
      );
      await page.getByRole('link', { name: 'Next page' }).click();
      await expect(page).toHaveURL(/[?&]sendTo=de&.*cursor=/);
      await expect(cardsOn(page)).toHaveText([/\+ \$10 shipping/]);
      await expect(page.getByLabel('Ships to')).toHaveValue('de');
      await page.getByRole('link', { name: 'Remove the filter Ships to Germany' }).click();
      await expect(page).not.toHaveURL(/sendTo/);
      await expect(cardsOn(page)).toHaveCount(limits.pageSize);
      await expect(cardsOn(page).filter({ hasText: 'shipping' })).toHaveCount(0);
    });
  }
});

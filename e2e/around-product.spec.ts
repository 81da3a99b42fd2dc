import type { Page } from '@playwright/test';
import { query, seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

type Options = {
  name: string;
  price: number;
  status?: 'available' | 'advertise';
  condition?: 'Excellent' | 'Good' | 'Fair';
};

/** Products of one new seller, at prices that no other story has. */
async function createProducts(...options: Options[]): Promise<{ id: string; path: string }[]> {
  return seed(async (make) => {
    const { id: sellerId } = await make.user({ role: 'seller' });
    const made = [];
    for (const one of options) {
      const given = { category: 'Percussion', imageId: testServer().imageId, ...one } as const;
      made.push(await make.product(sellerId, given));
    }
    return made.map((id) => ({ id, path: `/products/${id}` }));
  });
}

const region = (page: Page, name: string) => page.getByRole('region', { name });
const similar = (page: Page) => region(page, 'Similar instruments');
const viewed = (page: Page) => region(page, 'Recently viewed');
const names = (page: Page, of: typeof similar) => of(page).getByRole('heading', { level: 3 });

/** Brings the end of the page near, as a reader does. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
}

test.describe(() => {
  test('similar instruments are those of other sellers, and open their pages', async ({
    page,
    signInAs,
  }) => {
    const name = uniqueName('Timpani');
    const other = uniqueName('Timpani');
    const [own] = await createProducts({ name, price: 431_000 });
    await createProducts({ name: other, price: 470_000 }, { name: 'Timpani far', price: 1_000 });
    await signInAs('buyer@reprise.test');
    await openPage(page, own?.path ?? '');
    await scrollToEnd(page);
    await expect(names(page, similar)).toHaveText([other]);
    await similar(page)
      .getByRole('link', { name: /^see details/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: other })).toBeFocused();
    await scrollToEnd(page);
    await expect(names(page, similar)).toHaveText([name]);
  });

  test('a guest sees similar instruments and a link to the whole category', async ({ page }) => {
    const [own] = await createProducts({ name: uniqueName('Celesta'), price: 83_000 });
    const shown = uniqueName('Celesta');
    const also = uniqueName('Celesta');
    await createProducts(
      { name: shown, price: 84_000, status: 'advertise' },
      { name: also, price: 84_500 },
    );
    await openPage(page, own?.path ?? '');
    await scrollToEnd(page);
    await expect(names(page, similar)).toHaveText([shown, also]);
    // At the end of the page the navigation bar may lie over half of a heart.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page);
    await similar(page).getByRole('link', { name: 'See everything in Percussion' }).click();
    await expect(page).toHaveURL('/instruments/categories/percussion');
  });
});

/** Waits until the browser has stored that a product was viewed; what does so is loaded after the page. */
async function expectRemembered(page: Page, id: string): Promise<void> {
  const stored = () => page.evaluate(() => localStorage.getItem('reprise.viewed'));
  await expect.poll(stored).toContain(id);
}

test.describe(() => {
  test('a viewed instrument is shown on the next product and at home, and can be cleared', async ({
    page,
  }) => {
    const [firstName, secondName] = [uniqueName('Bongo'), uniqueName('Bongo')];
    const [first, second, withdrawn] = await createProducts(
      { name: firstName, price: 5 },
      { name: secondName, price: 5 },
      { name: uniqueName('Bongo'), price: 5 },
    );
    await openPage(page, withdrawn?.path ?? '');
    await scrollToEnd(page);
    await expect(viewed(page)).toHaveCount(0);
    // Nothing that this page shows is read again once it is withdrawn.
    await openPage(page, '/blog');
    await query(
      (sql) => sql`update products set withdrawn_at = now() where id = ${withdrawn?.id ?? ''}`,
    );
    await openPage(page, first?.path ?? '');
    await expectRemembered(page, first?.id ?? '');
    await openPage(page, second?.path ?? '');
    await scrollToEnd(page);
    await expect(names(page, viewed)).toHaveText([firstName]);

    await openPage(page, '/');
    await viewed(page).or(page.getByRole('contentinfo')).first().scrollIntoViewIfNeeded();
    await expect(names(page, viewed)).toHaveText([secondName, firstName]);
    const clear = viewed(page).getByRole('button', { name: 'Clear what you viewed' });
    await clear.focus();
    await page.keyboard.press('Enter');
    await expect(viewed(page)).toHaveCount(0);
    await expect(
      page.getByText('Cleared. This browser no longer remembers what you viewed'),
    ).toBeFocused();
    await page.reload();
    await scrollToEnd(page);
    expect(await page.evaluate(() => localStorage.getItem('reprise.viewed'))).toBeNull();
  });

  test('viewed instruments are forgotten at logout', async ({ page, signInAs }) => {
    const [first, second] = await createProducts(
      { name: uniqueName('Conga'), price: 5 },
      { name: uniqueName('Conga'), price: 5 },
    );
    await signInAs('buyer@reprise.test');
    await openPage(page, first?.path ?? '');
    await expectRemembered(page, first?.id ?? '');
    await openPage(page, second?.path ?? '');
    await scrollToEnd(page);
    await expect(names(page, viewed)).toHaveCount(1);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('reprise.viewed'))).toBeNull();
  });

  test('a stored list of viewed instruments that cannot be read is ignored', async ({ page }) => {
    const [one] = await createProducts({ name: uniqueName('Cajon'), price: 5 });
    for (const written of ['{', '{"version":2,"ids":[]}', '{"version":1,"ids":["x",7,null]}']) {
      await page.addInitScript((text) => localStorage.setItem('reprise.viewed', text), written);
      await openPage(page, one?.path ?? '');
      await scrollToEnd(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(viewed(page)).toHaveCount(0);
    }
  });
});

test('a product shows what similar instruments cost as a chart', async ({ page }) => {
  const create = async (price: number) => {
    const [made] = await createProducts({ name: uniqueName('Darbuka'), price });
    return made?.path ?? '';
  };
  for (const price of [700_100, 700_200, 700_300]) await create(price);
  const path = await create(700_400);
  const section = region(page, 'What similar ones cost');
  const answered = page.waitForResponse(/\/prices$/);
  await openPage(page, path);
  await scrollToEnd(page);
  await answered;
  await expect(section).toHaveCount(0);

  await create(700_500);
  await openPage(page, await create(710_000));
  await page.getByRole('heading', { name: /^Its condition/ }).scrollIntoViewIfNeeded();
  await expect(section).toContainText('Above most');
  await expect(section).toContainText('$710,000 is higher than three quarters of them.');
  await expect(section).toContainText(/Median\s*\$700,300/);
  await expect(section).toContainText(
    'Compared with 5 instruments with a similar name from other sellers (5 on sale now), all in Good condition.',
  );
  await expect(section.getByRole('img')).toHaveAccessibleName(
    /^5 prices from \$700,100 to \$700,500, half of them between \$700,200 and \$700,400/,
  );
  await expectAccessible(page);
});

test('a seller sees what similar instruments cost while listing', async ({ page, signInAs }) => {
  for (const price of [100, 200, 300, 400, 500]) {
    await createProducts({ name: uniqueName('Marimba'), price });
  }
  await signInAs('seller@reprise.test');
  await openPage(page, '/dashboard/addproduct');
  await page.getByRole('main').getByLabel('Name', { exact: true }).fill('Concert marimba');
  await page.getByLabel('Category').selectOption('Percussion');
  const hint = page.getByText('Half of the similar ones are priced between $200 and $400');
  await expect(hint).toContainText('the median is $300');
  await page.getByLabel('Resale price').fill('150');
  await expect(hint).toContainText('Yours is below most.');
  await page.getByRole('main').getByLabel('Name', { exact: true }).fill('Something else');
  await expect(hint).toHaveCount(0);
});

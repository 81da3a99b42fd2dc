import type { Locator, Page } from '@playwright/test';
import { limits } from '#contract/constants.ts';
import { collectVocabulary } from '../server/features/search/collect-vocabulary.ts';
import { openPage } from './support/open-page.ts';
import { refuseRequests } from './support/requests.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { signIn } from './support/sign-in.ts';
import {
  test as base,
  expect,
  expectAccessible,
  expectAccessibleInAllAppearances,
} from './support/test.ts';

const user = 'ben@reprise.test';
const cornetCount = 30;

/** A server with three horns, of which one is advertised, a piano, and thirty cornets. */
const test = base.extend<object, { server: SeparateServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startSeparateServer();
      await fill(server);
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

// One worker runs all tests of this file, so that it starts one server.
test.describe.configure({ mode: 'default' });

async function fill({ make, imageId, database }: SeparateServer): Promise<void> {
  const ada = await make.user({ name: 'Ada Fife', role: 'seller' });
  const cleo = await make.user({ name: 'Cleo Lute', role: 'seller' });
  await database.sql`update users set verified_at = now() where id = ${cleo.id}`;
  await make.user({ name: 'Ben Lute', email: user });
  // Words of products are suggested a minute after their listing.
  const listing = { imageId, at: new Date(Date.now() - 120_000) };
  for (let number = 1; number <= cornetCount; number += 1) {
    const status = number === 1 ? 'advertise' : 'available';
    const cornet = {
      ...listing,
      name: `Cornet No. ${number}`,
      price: 50 + number,
      status,
    } as const;
    await make.product(ada.id, cornet);
  }
  const horn = { ...listing, category: 'Brass', description: 'Played in a band.' } as const;
  const sale = { ...horn, status: 'advertise', condition: 'Excellent', location: 'Leeds' } as const;
  await make.product(ada.id, { ...sale, name: 'Tenor horn', price: 900, year: 1998 });
  await make.product(ada.id, { ...horn, name: 'Post horn', price: 300, location: 'York' });
  await make.product(cleo.id, { ...horn, name: 'French horn', price: 1500, location: 'York' });
  const piano = { ...listing, category: 'Keyboard', name: 'Stage piano P-45' } as const;
  await make.product(ada.id, { ...piano, price: 250, location: 'York' });
  await collectVocabulary({ database, clock: { now: () => new Date() } });
}

test.describe('a guest', () => {
  test('searches by keyboard, and reads how many match and which of them are advertised', async ({
    page,
  }) => {
    await openPage(page, '/about');
    const field = searchField(page);
    await field.focus();
    await page.keyboard.type('horns');
    await page.keyboard.press('Enter');

    await expect(page).toHaveURL('/search?q=horns');
    await expect(
      page.getByRole('heading', { level: 1, name: 'Results for “horns”' }),
    ).toBeFocused();
    await expect(page).toHaveTitle('horns | Reprise');
    await expect(page.getByRole('main').getByText('3 instruments', { exact: true })).toHaveRole(
      'status',
    );
    await expect(
      page.getByText('3 instruments match. You see the one that is advertised.'),
    ).toBeVisible();
    await expect(cardsOn(page)).toHaveCount(1);
    await expect(cardsOn(page)).toContainText('Tenor horn');
    await expectAccessibleInAllAppearances(page);
  });

  test('gets the same from the server, for nobody to index', async ({ page }) => {
    const response = await page.request.get('/search?q=horns&sort=price');
    const html = await response.text();
    expect(html).toContain('Tenor horn');
    expect(html).not.toContain('Post horn');
    expect(html).toContain('<meta name="robots" content="noindex" data-head>');
    expect(html).toContain('<title>horns | Reprise</title>');
  });

  test('of nothing advertised is led to the login, which remembers the search', async ({
    page,
  }) => {
    await openPage(page, '/search?q=piano&place=york');
    await expect(page.getByText('1 instrument matches.')).toBeVisible();
    await expect(cardsOn(page)).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeFocused();
    expect(await page.evaluate(() => history.state?.usr?.from)).toBe('/search?q=piano&place=york');
  });
});

test.describe('a user', () => {
  test.beforeEach(({ context, server }) => signIn(context, user, server));

  test('narrows a search by filters, whose state is in the address through reload and back', async ({
    page,
  }) => {
    await openPage(page, '/search?q=horn');
    const main = page.getByRole('main');
    await expect(cardsOn(page)).toHaveCount(3);
    await expect(main.getByRole('radio', { name: 'Excellent ( 1 )' })).not.toBeChecked();

    await main.getByRole('radio', { name: /^Good/ }).check();
    await expect(page).toHaveURL('/search?q=horn&condition=Good');
    await expect(cardsOn(page)).toHaveCount(2);
    await expect(main.getByRole('radio', { name: 'Excellent ( 1 )' })).toBeVisible();
    await main.getByRole('checkbox', { name: /^Verified sellers/ }).check();
    await expect(page).toHaveURL('/search?q=horn&condition=Good&verified=1');
    await expect(cardsOn(page)).toHaveText([/French horn/]);

    await page.reload();
    await expect(cardsOn(page)).toHaveText([/French horn/]);
    await expect(main.getByRole('checkbox', { name: /^Verified sellers/ })).toBeChecked();
    await page.goBack();
    await expect(cardsOn(page)).toHaveCount(2);
    await expect(main.getByRole('checkbox', { name: /^Verified sellers/ })).not.toBeChecked();
  });

  test('removes one filter with one press, and all with another', async ({ page }) => {
    await openPage(page, '/search?q=horn&condition=Good&minPrice=200&maxPrice=400&place=york');
    await expect(cardsOn(page)).toHaveText([/Post horn/]);
    await page.getByRole('link', { name: 'Remove the filter Good' }).press('Enter');
    await expect(page).toHaveURL('/search?q=horn&minPrice=200&maxPrice=400&place=york');
    await expect(page.getByRole('link', { name: 'Remove the filter $200 to $400' })).toBeFocused();
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await expect(page).toHaveURL('/search?q=horn');
    await expect(cardsOn(page)).toHaveCount(3);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('types a range of prices, which is applied by Enter and keeps the focus', async ({
    page,
  }) => {
    await openPage(page, '/search?q=horn');
    const price = page.getByRole('group', { name: 'Price' });
    const [from, to] = [price.getByLabel('From $'), price.getByLabel('To $')];
    await from.fill('$1,000');
    await from.press('Enter');
    await expect(page).toHaveURL('/search?q=horn&minPrice=1000');
    await expect(cardsOn(page)).toHaveText([/French horn/]);
    await expect(from).toBeFocused();

    await to.fill('500');
    await to.press('Tab');
    await expect(to).toHaveAccessibleDescription('The highest price is below the lowest');
    await expect(to).toHaveValue('500');
    await expect(page).toHaveURL('/search?q=horn&minPrice=1000');
    await from.fill('200');
    await from.press('Enter');
    await expect(page).toHaveURL('/search?q=horn&minPrice=200&maxPrice=500');
    await expect(cardsOn(page)).toHaveText([/Post horn/]);
  });

  test('reads which fields of a shared address have no meaning', async ({ page }) => {
    await openPage(page, '/search?q=horn&minPrice=cheap&minYear=2010&maxYear=1990');
    const price = page.getByRole('group', { name: 'Price' }).getByLabel('From $');
    await expect(price).toHaveAccessibleDescription(/^Type the price in dollars/);
    await expect(price).toHaveValue('cheap');
    const lastYear = page.getByRole('group', { name: 'Purchase year' }).getByLabel('To');
    await expect(lastYear).toHaveAccessibleDescription('The last year is before the first');
    await expect(cardsOn(page)).toHaveCount(2);
    await expectAccessibleInAllAppearances(page);
  });

  test('orders the results', async ({ page }) => {
    await openPage(page, '/search?q=horn');
    await page.getByLabel('Order').selectOption('Price, low to high');
    await expect(page).toHaveURL('/search?q=horn&sort=price');
    await expect(cardsOn(page)).toHaveText([/Post horn/, /Tenor horn/, /French horn/]);
    await page.getByLabel('Order').selectOption('Best match');
    await expect(page).toHaveURL('/search?q=horn');
  });

  test('shares the address, also one with values that nothing takes', async ({ page }) => {
    await openPage(page, '/search?q=horn&category=Brass&sort=-price&colour=red&condition=Mint');
    await expect(cardsOn(page)).toHaveText([/French horn/, /Tenor horn/, /Post horn/]);
    await expect(page.getByRole('link', { name: /^Remove the filter/ })).toHaveCount(1);
  });

  test('searches within a category', async ({ page }) => {
    await openPage(page, '/category/Keyboard');
    const field = page.getByRole('main').getByLabel('Search in Keyboard').getByRole('combobox');
    await field.fill('P 45');
    await field.press('Enter');
    await expect(page).toHaveURL('/search?q=P+45&category=Keyboard');
    await expect(cardsOn(page)).toHaveText([/Stage piano P-45/]);
  });

  test('of a misspelled word reads what was searched instead, and can search as typed', async ({
    page,
  }) => {
    await openPage(page, '/search?q=cornett');
    await expect(
      page.getByText('Showing results for “cornet” instead of “cornett”.'),
    ).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “cornet”');
    await expect(cardsOn(page)).toHaveCount(limits.pageSize);
    await page.getByRole('link', { name: 'Search for “cornett”' }).click();
    await expect(page).toHaveURL('/search?q=cornett&exact=1');
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  });

  test('chooses among suggestions by keyboard: a word, an instrument, a category', async ({
    page,
  }) => {
    await openPage(page, '/about');
    const field = searchField(page);
    const chosen = (name: string) =>
      page.getByRole('option', { name, exact: true, selected: true });
    await suggest(page, 'horn', 'horn');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await field.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(field).toHaveValue('horn');
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await field.press('ArrowDown');
    await field.press('ArrowDown');
    await expect(chosen('horn')).toBeVisible();
    await expect(field).toBeFocused();
    await field.press('Enter');
    await expect(page).toHaveURL('/search?q=horn');

    await suggest(page, 'tenor', 'Tenor horn Instrument');
    await field.press('ArrowUp');
    await expect(chosen('Tenor horn Instrument')).toBeVisible();
    await field.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Tenor horn' })).toBeFocused();

    await suggest(page, 'keyb', 'Keyboard Category');
    await page.getByRole('option', { name: 'Keyboard Category', exact: true }).click();
    await expect(page).toHaveURL('/category/Keyboard');
  });

  test('finds a way on when nothing matches', async ({ page }) => {
    await openPage(page, '/search?q=horn&condition=Fair');
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
    await expectAccessibleInAllAppearances(page);
    await page.getByRole('main').getByRole('link', { name: 'Clear all filters' }).last().click();
    await expect(cardsOn(page)).toHaveCount(3);
  });

  test('tries again when the results did not load', async ({ page, expectConsole }) => {
    expectConsole(/400 \(Bad Request\)/);
    const detail = 'The results were not found.';
    await refuseRequests(page, '**/api/search?*', { status: 400, detail });
    await openPage(page, '/search?q=horn&place=york');
    const alert = page.getByRole('alert').filter({ hasText: detail });
    await expect(alert).toBeVisible();
    await expectAccessibleInAllAppearances(page);
    await page.unroute('**/api/search?*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(cardsOn(page)).toHaveCount(2);
  });

  test('gets more results, and finds the place again after going back from one', async ({
    page,
  }) => {
    await openPage(page, '/search?q=cornet&sort=price');
    const cards = cardsOn(page);
    await expect(cards).toHaveCount(limits.pageSize);
    await cards.last().scrollIntoViewIfNeeded();
    await expect(cards).toHaveCount(cornetCount);
    await expect(page.getByText(`${cornetCount} instruments shown, and that is all`)).toHaveRole(
      'status',
    );
    const card = cards.filter({ hasText: 'Cornet No. 28' });
    await card.scrollIntoViewIfNeeded();
    await card.getByRole('link', { name: /^see details/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Cornet No. 28' })).toBeFocused();
    await page.goBack();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Results for “cornet”' }),
    ).toBeAttached();
    await expect(card).toBeInViewport();
  });

  test('collects filters in a sheet on a phone, and sees how many it shows', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openPage(page, '/about');
    await page.getByRole('button', { name: 'Search instruments' }).press('Enter');
    await expect(searchField(page)).toBeFocused();
    await page.keyboard.type('horn');
    await page.keyboard.press('Enter');
    await expect(cardsOn(page)).toHaveCount(3);

    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('radio', { name: /^Good/ }).check();
    const place = sheet.getByLabel('Place');
    await place.fill('york');
    await place.press('Enter');
    await expect(sheet.getByRole('button', { name: 'Show 2 instruments' })).toBeVisible();
    await expectAccessibleInAllAppearances(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL('/search?q=horn');

    await page.getByRole('button', { name: 'Filters' }).click();
    await sheet.getByRole('radio', { name: /^Excellent/ }).check();
    await sheet.getByRole('button', { name: 'Show 1 instrument' }).click();
    await expect(page).toHaveURL('/search?q=horn&condition=Excellent');
    await expect(cardsOn(page)).toHaveText([/Tenor horn/]);
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the search, its filters and its pages are a form and links', async ({ page }) => {
    await page.goto('/');
    const field = searchField(page);
    await field.fill('horn');
    await field.press('Enter');
    await expect(page).toHaveURL('/search?q=horn');
    await expect(page.getByText('3 instruments match.')).toBeVisible();
    await expect(cardsOn(page)).toHaveText([/Tenor horn/]);

    await page.getByRole('radio', { name: /^Excellent/ }).check();
    await page.getByLabel('To $').fill('cheap');
    await page.getByLabel('Order').selectOption('Newest');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(/[?&]condition=Excellent/);
    await expect(page.getByText('1 instrument', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Order')).toHaveValue('newest');
    await expect(page.getByLabel('To $')).toHaveValue('cheap');
    await expect(page.getByText('Type the price in dollars')).toBeVisible();
    await page.getByRole('link', { name: 'Remove the filter Excellent' }).click();
    await expect(page.getByText('3 instruments match.')).toBeVisible();
  });

  test('on a phone the filters are above the results', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/search?q=horn');
    await expect(page.getByRole('radio', { name: /^Excellent/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeHidden();
  });
});

/** Types into the search field of the navigation bar and waits for this suggestion. */
async function suggest(page: Page, text: string, option: string): Promise<void> {
  await searchField(page).fill('');
  await searchField(page).pressSequentially(text);
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list.getByRole('option', { name: option, exact: true })).toBeVisible();
}

function searchField(page: Page): Locator {
  return page
    .getByRole('navigation', { name: 'Main' })
    .getByLabel('Search instruments')
    .getByRole('combobox');
}

function cardsOn(page: Page): Locator {
  return page.getByRole('main').getByRole('article');
}

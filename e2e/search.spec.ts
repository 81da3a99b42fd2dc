import type { Page } from '@playwright/test';
import { limits } from '#contract/constants.ts';
import { cardsOn } from './support/cards.ts';
import { openPage } from './support/open-page.ts';
import { holdRequests } from './support/requests.ts';
import { searchField, searchUser, searchTest as test } from './support/search-server.ts';
import { signIn } from './support/sign-in.ts';
import { expect, expectAccessible } from './support/test.ts';

// One worker runs all tests of this file, so that it starts one server.
test.describe.configure({ mode: 'default' });

test.describe(() => {
  test('a guest of a closed catalogue searches by keyboard, and reads how many match and which of them are advertised', async ({
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
    await expectAccessible(page);
  });

  test('a guest of a closed catalogue gets the same page from the server, and it is not indexed', async ({
    page,
  }) => {
    const response = await page.request.get('/search?q=horns&sort=price');
    const html = await response.text();
    expect(html).toContain('Tenor horn');
    expect(html).not.toContain('Post horn');
    expect(html).toContain('<meta name="robots" content="noindex" data-head>');
    expect(html).toContain('<title>horns | Reprise</title>');
  });

  test('a guest of a closed catalogue is led to the login when nothing advertised matches, and finds the search again', async ({
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

test.describe(() => {
  test.beforeEach(({ context, server }) => signIn(context, searchUser, server));

  test('a user searches within a category', async ({ page }) => {
    await openPage(page, '/category/Keyboard');
    const field = page.getByRole('main').getByLabel('Search in Keyboard').getByRole('combobox');
    await field.fill('P 45');
    await field.press('Enter');
    await expect(page).toHaveURL('/search?q=P+45&category=Keyboard');
    await expect(cardsOn(page)).toHaveText([/Stage piano P-45/]);
  });

  test('a user reads what was searched instead of a misspelled word, and can search as typed', async ({
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

  test('a user chooses among suggestions by keyboard: a word, an instrument, a category, a kind', async ({
    page,
  }) => {
    await openPage(page, '/about');
    const field = searchField(page);
    const chosen = (name: string) =>
      page.getByRole('option', { name, exact: true, selected: true });
    await suggest(page, 'horn', 'horn');
    await expectAccessible(page);
    await field.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(field).toHaveValue('horn');
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await field.press('ArrowDown');
    // From the field backwards, past instruments, to the words behind the kinds.
    while ((await chosen('horn').count()) === 0) await field.press('ArrowDown');
    await expect(chosen('horn')).toBeVisible();
    await expect(field).toBeFocused();
    await field.press('Enter');
    await expect(page).toHaveURL('/search?q=horn');
    // The page comes later than its address, with its words in the field and the focus on its heading.
    await expect(page.getByRole('heading', { level: 1, name: /horn/ })).toBeFocused();

    await suggest(page, 'tenor', 'Tenor horn Instrument');
    await field.press('ArrowUp');
    await expect(chosen('Tenor horn Instrument')).toBeVisible();
    await field.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Tenor horn' })).toBeFocused();

    await suggest(page, 'keyb', 'Keyboard Category');
    await page.getByRole('option', { name: 'Keyboard Category', exact: true }).click();
    await expect(page).toHaveURL('/search?category=Keyboard');

    // The listings of this server have kinds that were taken from their names.
    await suggest(page, 'cornet', 'Cornet Kind of instrument');
    await page.getByRole('option', { name: 'Cornet Kind of instrument', exact: true }).click();
    await expect(page).toHaveURL('/search?kind=cornet');
  });

  test('a user keeps what is typed while a search is being opened', async ({ page }) => {
    const { release, released } = holdRequests();
    await page.route('**/api/search?q=tenor*', async (route) => {
      await released;
      await route.continue();
    });
    await openPage(page, '/about');
    const field = searchField(page);
    await field.fill('tenor');
    const requested = page.waitForRequest('**/api/search?q=tenor*');
    await field.press('Enter');
    await requested;
    await field.fill('tenor horn');
    release();
    await expect(cardsOn(page)).toContainText(['Tenor horn']);
    await expect(field).toHaveValue('tenor horn');
  });

  for (const { key, chosen, address } of [
    { key: 'ArrowDown', chosen: 'trumpet', address: '/search?q=trumpet' },
    { key: 'ArrowUp', chosen: 'trombone', address: '/search?q=tru' },
  ]) {
    test(`the chosen suggestion stays chosen when others arrive: ${chosen}`, async ({ page }) => {
      const answer = (...words: string[]) => ({
        json: words.map((text) => ({ kind: 'word', text })),
      });
      const { release, released } = holdRequests();
      await page.route('**/api/search/suggestions?q=tr&*', (route) =>
        route.fulfill(answer('trumpet', 'tremolo', 'trombone')),
      );
      await page.route('**/api/search/suggestions?q=tru&*', async (route) => {
        await released;
        await route.fulfill(answer('truss', 'trunk', 'trumpet'));
      });
      await openPage(page, '/about');
      await suggest(page, 'tr', 'tremolo');
      const requested = page.waitForRequest('**/api/search/suggestions?q=tru&*');
      await page.keyboard.type('u');
      await requested;
      await page.keyboard.press(key);
      await expect(page.getByRole('option', { name: chosen, selected: true })).toBeVisible();
      release();
      await expect(page.getByRole('option', { name: 'truss', exact: true })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(address);
    });
  }
});

/** Types into the search field of the navigation bar and waits for this suggestion. */
async function suggest(page: Page, text: string, option: string): Promise<void> {
  await searchField(page).fill('');
  await searchField(page).pressSequentially(text);
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list.getByRole('option', { name: option, exact: true })).toBeVisible();
}

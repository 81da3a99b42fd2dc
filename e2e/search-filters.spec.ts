import { cardsOn } from './support/cards.ts';
import { openPage } from './support/open-page.ts';
import { searchField, searchUser, searchTest as test } from './support/search-server.ts';
import { signIn } from './support/sign-in.ts';
import { expect, expectAccessible } from './support/test.ts';

// One worker runs all tests of this file, so that it starts one server.
test.describe.configure({ mode: 'default' });

test.describe(() => {
  test.beforeEach(({ context, server }) => signIn(context, searchUser, server));

  test('a user narrows a search by filters, whose state is in the address through reload and back', async ({
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

  test('a user filters by keyboard for what can be shipped, in a shop without zones', async ({
    page,
  }) => {
    await openPage(page, '/search?q=horn');
    const tick = page.getByRole('main').getByRole('checkbox', { name: 'Can be shipped ( 1 )' });
    await tick.press('Space');
    await expect(page).toHaveURL('/search?q=horn&sendTo=everywhere');
    await expect(cardsOn(page)).toHaveText([/French horn/]);
    await expect(cardsOn(page)).toContainText('+ $12.50 shipping');
    await expect(tick).toBeChecked();
    await expect(tick).toBeFocused();
    await page.getByRole('link', { name: 'Remove the filter Can be shipped' }).press('Enter');
    await expect(page).toHaveURL('/search?q=horn');
    await expect(cardsOn(page)).toHaveCount(3);
  });

  test('a user removes one filter with one press, and all with another', async ({ page }) => {
    await openPage(page, '/search?q=horn&condition=Good&minPrice=200&maxPrice=400&place=york');
    await expect(cardsOn(page)).toHaveText([/Post horn/]);
    await page.getByRole('link', { name: 'Remove the filter Good' }).press('Enter');
    await expect(page).toHaveURL('/search?q=horn&minPrice=200&maxPrice=400&place=york');
    await expect(page.getByRole('link', { name: 'Remove the filter $200 to $400' })).toBeFocused();
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await expect(page).toHaveURL('/search?q=horn');
    await expect(cardsOn(page)).toHaveCount(3);
    // What the word was understood as is still there.
    await expect(page.getByRole('link', { name: 'Remove the filter horn' })).toBeFocused();
  });

  test('a user types a range of prices, which is applied by Enter and keeps the focus', async ({
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

  test('a user keeps what is typed while another filter is applied, and going back fills the fields again', async ({
    page,
  }) => {
    await openPage(page, '/search?q=horn');
    const from = page.getByRole('group', { name: 'Price' }).getByLabel('From $');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/.*condition=Good/, async (route) => {
      await answered;
      await route.continue();
    });
    await page.getByRole('main').getByRole('radio', { name: /^Good/ }).check();
    await from.fill('200');
    await expect(page).toHaveURL('/search?q=horn');
    answer();
    await expect(page).toHaveURL('/search?q=horn&condition=Good');
    await expect(from).toHaveValue('200');
    await from.press('Enter');
    await expect(page).toHaveURL('/search?q=horn&condition=Good&minPrice=200');

    await page.getByRole('link', { name: 'Remove the filter From $200' }).press('Enter');
    await expect(from).toHaveValue('');
    await page.goBack();
    await expect(page).toHaveURL('/search?q=horn&condition=Good&minPrice=200');
    await expect(from).toHaveValue('200');
  });

  test('a user reads which fields of a shared address have no meaning', async ({ page }) => {
    await openPage(page, '/search?q=horn&minPrice=cheap&minYear=2010&maxYear=1990');
    const price = page.getByRole('group', { name: 'Price' }).getByLabel('From $');
    await expect(price).toHaveAccessibleDescription(/^Type the price in dollars/);
    await expect(price).toHaveValue('cheap');
    const lastYear = page.getByRole('group', { name: 'Purchase year' }).getByLabel('To');
    await expect(lastYear).toHaveAccessibleDescription('The last year is before the first');
    await expect(cardsOn(page)).toHaveCount(2);
    await expectAccessible(page);
  });

  test('a user orders the results', async ({ page }) => {
    await openPage(page, '/search?q=horn');
    await page.getByLabel('Sort by').selectOption('Price, low to high');
    await expect(page).toHaveURL('/search?q=horn&sort=price');
    await expect(cardsOn(page)).toHaveText([/Post horn/, /Tenor horn/, /French horn/]);
    await page.getByLabel('Sort by').selectOption('Best match');
    await expect(page).toHaveURL('/search?q=horn');
  });

  test('a user opens a shared address, even one with unknown values', async ({ page }) => {
    await openPage(page, '/search?q=horn&category=Brass&sort=-price&colour=red&condition=Mint');
    await expect(cardsOn(page)).toHaveText([/French horn/, /Tenor horn/, /Post horn/]);
    await expect(page.getByRole('link', { name: /^Remove the filter/ })).toHaveText([
      'Remove the filter horn',
      'Remove the filter Brass',
    ]);
  });

  test('a user collects filters in a sheet on a phone, and sees how many it shows', async ({
    page,
  }) => {
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
    await expectAccessible(page);
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

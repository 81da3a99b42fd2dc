import { limits } from '#contract/constants.ts';
import { cardsOn } from './support/cards.ts';
import { openPage } from './support/open-page.ts';
import { refuseRequests } from './support/requests.ts';
import { cornetCount, searchUser, searchTest as test } from './support/search-server.ts';
import { signIn } from './support/sign-in.ts';
import { expect, expectAccessible } from './support/test.ts';

// One worker runs all tests of this file, so that it starts one server.
test.describe.configure({ mode: 'default' });

test.describe(() => {
  test.beforeEach(({ context, server }) => signIn(context, searchUser, server));

  test('a user is offered other searches when nothing matches', async ({ page }) => {
    await openPage(page, '/search?q=horn&condition=Fair');
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Clear all filters' }).last().click();
    await expect(cardsOn(page)).toHaveCount(3);
  });

  test('a user tries again when the results did not load', async ({ page, expectConsole }) => {
    expectConsole(/400 \(Bad Request\)/);
    const detail = 'The results were not found.';
    await refuseRequests(page, '**/api/search?*', { status: 400, detail });
    await openPage(page, '/search?q=horn&place=york');
    const alert = page.getByRole('alert').filter({ hasText: detail });
    await expect(alert).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/search?*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(cardsOn(page)).toHaveCount(2);
  });

  test('a user gets more results, and finds the place again after going back from one', async ({
    page,
  }) => {
    await openPage(page, '/search?q=cornet&sort=price');
    const cards = cardsOn(page);
    await expect(cards).toHaveCount(limits.pageSize);
    await cards.last().scrollIntoViewIfNeeded();
    await expect(cards).toHaveCount(cornetCount);
    await expect(
      page.getByText(`${cornetCount} instruments shown, and there are no more`),
    ).toHaveRole('status');
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
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the search, its filters and its pages are a form and links without JavaScript', async ({
    page,
  }) => {
    await page.goto('/');
    const field = page.getByRole('main').getByRole('combobox');
    await field.fill('horn');
    await field.press('Enter');
    await expect(page).toHaveURL('/search?q=horn');
    await expect(page.getByText('3 instruments match.')).toBeVisible();
    await expect(cardsOn(page)).toHaveText([/Tenor horn/]);

    await page.getByRole('radio', { name: /^Excellent/ }).check();
    await page.getByLabel('To $').fill('cheap');
    await page.getByLabel('Sort by').selectOption('Newest');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(/[?&]condition=Excellent/);
    await expect(page.getByText('1 instrument', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Sort by')).toHaveValue('newest');
    await expect(page.getByLabel('To $')).toHaveValue('cheap');
    await expect(page.getByText('Type the price in dollars')).toBeVisible();
    await page.getByRole('link', { name: 'Remove the filter Excellent' }).click();
    await expect(page.getByText('3 instruments match.')).toBeVisible();
  });

  test('the filters are above the results on a phone without JavaScript', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/search?q=horn');
    await expect(page.getByRole('radio', { name: /^Excellent/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeHidden();
  });
});

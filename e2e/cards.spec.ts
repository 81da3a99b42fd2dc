import type { Locator, Page } from '@playwright/test';
import { boxesOf, cardsOn, sidewaysScroll } from './support/cards.ts';
import { demoCard } from './support/demo-products.ts';
import { openPage } from './support/open-page.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const user = 'buyer@reprise.test';

test.describe('the details of a card', () => {
  test('show under the pointer and close on Escape, and nothing moves', async ({ page }) => {
    // Otherwise the carousel moves every six seconds.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPage(page, '/');
    const carousel = page.getByRole('region', { name: 'Advertised instruments' });
    const card = demoCard(page);
    await page.evaluate(() => document.fonts.ready);
    await carousel.scrollIntoViewIfNeeded();
    await card.scrollIntoViewIfNeeded();
    const before = await boxesOf(carousel.getByRole('article'));
    await expectDetails(card, 'hidden');
    await card.hover();
    await expectDetails(card, 'shown');
    expect(await boxesOf(carousel.getByRole('article'))).toEqual(before);
    await page.keyboard.press('Escape');
    await expectDetails(card, 'hidden');
    await page.mouse.move(0, 0);
    await card.hover();
    await expectDetails(card, 'shown');
  });

  test('show while the focus is in the card, which Tab enters at its link', async ({ page }) => {
    await openPage(page, '/');
    const card = demoCard(page);
    const link = card.getByRole('link', { name: /^see details/ });
    await link.focus();
    // A focus by script is a visible one only after a key.
    await page.keyboard.press('Shift');
    await expectDetails(card, 'shown');
    await page.keyboard.press('Tab');
    await expect(card.getByRole('link', { name: /^Add to your wishlist/ })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(card.locator('a[href^="/sellers/"]')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(card.getByRole('link', { name: /^Book Now/ })).toBeFocused();
    await expectDetails(card, 'shown');
    await page.keyboard.press('Escape');
    await expectDetails(card, 'hidden');
  });
});

test.describe('a list view instead of the grid', () => {
  test('is chosen by keyboard, shows the details, and is remembered by both kinds of lists', async ({
    page,
    signInAs,
  }) => {
    await signInAs(user);
    await openPage(page, '/category/String');
    const card = cardsOn(page).first();
    await expect(card).toBeVisible();
    await expect(viewButton(page, 'grid')).toHaveAttribute('aria-pressed', 'true');
    await expectDetails(card, 'hidden');
    await viewButton(page, 'list').press('Enter');
    await expect(viewButton(page, 'list')).toHaveAttribute('aria-pressed', 'true');
    await expect(viewButton(page, 'grid')).toHaveAttribute('aria-pressed', 'false');
    await expectDetails(card, 'shown');
    await expectAccessible(page);

    await openPage(page, '/search?category=String');
    await expectDetails(cardsOn(page).first(), 'shown');
    await viewButton(page, 'grid').click();
    await expectDetails(cardsOn(page).first(), 'hidden');
    await page.reload();
    await expectDetails(cardsOn(page).first(), 'hidden');
  });

  test('is set before the first paint, and fits a narrow window', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await openPage(page, '/search?q=guitar');
    await viewButton(page, 'list').click();
    await page.addInitScript(recordViewAtFirstBody);
    await page.reload({ waitUntil: 'domcontentloaded' });
    expect(await page.evaluate(() => Reflect.get(window, 'viewAtFirstBody'))).toBe('list');
    await expectDetails(cardsOn(page).first(), 'shown');
    expect(await sidewaysScroll(page)).toBe(0);
  });

  test('leaves the home page as it is', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('view', 'list'));
    await openPage(page, '/');
    await expectDetails(demoCard(page), 'hidden');
  });
});

test('a category says how many it has, and its filters and orders lead to the search in it', async ({
  page,
  signInAs,
}) => {
  await signInAs(user);
  await openPage(page, '/category/String');
  const main = page.getByRole('main');
  await expect(main.getByText(/^\d+ instruments$/)).toHaveRole('status');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await main.getByRole('list', { name: 'Filters' }).getByRole('link', { name: 'Good' }).click();
  await expect(page).toHaveURL('/search?category=String&condition=Good');
  await expect(page.getByRole('link', { name: 'Remove the filter Good' })).toBeVisible();
  await page.goBack();
  // Until the category is ready the search is shown, which has an order too.
  await expect(main.getByRole('heading', { level: 1, name: 'All String Product' })).toBeAttached();
  await main.getByLabel('Sort by').selectOption('Price, low to high');
  await expect(page).toHaveURL('/search?category=String&sort=price');

  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, '/category/String');
  await main.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('radio', { name: /^Good/ }).check();
  await sheet.getByRole('button', { name: /^Show \d+ instrument/ }).click();
  await expect(page).toHaveURL('/search?category=String&condition=Good');
});

function viewButton(page: Page, view: 'grid' | 'list'): Locator {
  return page
    .getByRole('group', { name: 'View' })
    .getByRole('button', { name: `Show as a ${view}` });
}

/** Runs in the page before its own scripts: the view at the moment when there is a body to paint. */
function recordViewAtFirstBody(): void {
  const observer = new MutationObserver(() => {
    if (!document.body) return;
    Reflect.set(window, 'viewAtFirstBody', document.documentElement.dataset.view ?? 'none');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** The part of a card that folds in; screen readers have it all the time. */
async function expectDetails(card: Locator, state: 'shown' | 'hidden'): Promise<void> {
  const details = card.getByText(/^Bought in \d{4} · Listed/).locator('../..');
  await expect(details).toHaveCSS('opacity', state === 'shown' ? '1' : '0');
}

test('an order of a category that is chosen by keys waits for Enter, so that each can be reached', async ({
  page,
  signInAs,
}) => {
  await signInAs('buyer@reprise.test');
  await openPage(page, '/category/String');
  const order = page.getByRole('main').getByLabel('Sort by');
  await order.focus();
  await order.press('ArrowDown');
  await order.press('ArrowDown');
  await expect(order).toBeFocused();
  await expect(order).toHaveValue('-price');
  expect(new URL(page.url()).pathname).toBe('/category/String');
  await order.press('Enter');
  await expect(page).toHaveURL(/\/search\?.*sort=-price/);
});

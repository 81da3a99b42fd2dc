import type { Locator, Page } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { boxesOf, cardsOn, sidewaysScroll } from './support/cards.ts';
import { query, seed, uniqueName } from './support/database.ts';
import { demoCard } from './support/demo-products.ts';
import { openPage } from './support/open-page.ts';
import { createSale, wishByApi } from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

const user = 'buyer@reprise.test';

test('nothing covers the picture of a card that has the pointer or the focus', async ({ page }) => {
  // Otherwise the carousel moves every six seconds.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, '/');
  const card = demoCard(page);
  await card.scrollIntoViewIfNeeded();
  const before = await coversOf(card);
  await card.hover();
  expect(await coversOf(card)).toEqual(before);
  await card.getByRole('link', { name: /^see details/ }).focus();
  // A focus by script is a visible one only after a key.
  await page.keyboard.press('Shift');
  expect(await coversOf(card)).toEqual(before);
  await page.keyboard.press('Tab');
  await expect(card.getByRole('link', { name: /^Book Now/ })).toBeFocused();
});

test('a card is two stops of the Tab key, and the arrow keys reach its heart and its seller', async ({
  page,
  signInAs,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const sale = await createSale();
  await signInAs(sale.buyer.email);
  await openPage(page, `/search?q=${sale.name.replaceAll(' ', '+')}`);
  const card = cardsOn(page).filter({ hasText: sale.name });
  const details = card.getByRole('link', { name: /^see details/ });
  await details.focus();
  await page.keyboard.press('Tab');
  await expect(card.getByRole('button', { name: /^Book Now/ })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(card.locator('a[href^="/sellers/"]')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(card.getByRole('button', { name: /^Add to your wishlist/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('link', { name: /^Wishlisted/ })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(details).toBeFocused();
  // At the end it stays where it is.
  await page.keyboard.press('ArrowLeft');
  await expect(details).toBeFocused();
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await page.keyboard.press('ArrowLeft');
  await expect(card.getByRole('link', { name: /^Wishlisted/ })).toBeFocused();
});

test('the heart of a card is in the lower half of its picture and takes presses on 44 pixels', async ({
  page,
}) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await openPage(page, '/search?category=String');
    const card = cardsOn(page).first();
    const heart = card.getByRole('link', { name: /^Add to your wishlist/ });
    const [box] = await boxesOf(heart);
    const [picture] = await boxesOf(card.locator('picture').locator('..'));
    if (!box || !picture) throw new Error('The card has no heart or no picture');
    expect(box.width, `at ${width} px`).toBe(36);
    expect(box.height).toBe(36);
    expect(box.y).toBeGreaterThan(picture.y + picture.height / 2);
    expect(box.y + box.height).toBeLessThanOrEqual(picture.y + picture.height);
    // A press beside the circle.
    await page.mouse.click(box.x - 3, box.y - 3);
    await expect(page).toHaveURL('/login');
  }
});

test('heart and badge take at most a fifth of the picture on a phone', async ({
  page,
  signInAs,
}) => {
  const sale = await createSale();
  await query((sql) => sql`update products set status = 'advertise' where id = ${sale.productId}`);
  await wishByApi(sale.buyer, sale);
  await signInAs(sale.buyer.email);
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await openPage(page, `/search?q=${sale.name.replaceAll(' ', '+')}`);
    const card = cardsOn(page).filter({ hasText: sale.name });
    const heart = card.getByRole('link', { name: /^Wishlisted/ });
    const badge = card.getByText(messages.product.sale, { exact: true });
    const [heartArea = 0, badgeArea = 0] = [await areaOf(heart), await areaOf(badge)];
    const picture = await areaOf(card.locator('picture').locator('..'));
    expect((heartArea + badgeArea) / picture, `at ${width} px`).toBeLessThanOrEqual(0.2);
  }
});

test('the name of a seller is not cut while the card has room for it', async ({ page }) => {
  const sellerName = uniqueName('Cosima');
  const name = uniqueName('Ocarina');
  await seed(async (make) => {
    const seller = await make.user({ name: sellerName, role: 'seller' });
    await make.product(seller.id, { name, imageId: testServer().imageId });
  });
  for (const width of [390, 768, 1100, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await openPage(page, `/search?q=${name.replaceAll(' ', '+')}`);
    const seller = cardsOn(page).getByRole('link', { name: sellerName });
    const missing = await seller.evaluate(
      (link) => link.scrollWidth - link.clientWidth + link.scrollHeight - link.clientHeight,
    );
    expect(missing, `at ${width} px`).toBe(0);
  }
});

test.describe(() => {
  test('the list view is chosen by keyboard, shows the details, and is remembered by both kinds of lists', async ({
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

  test('the list view is set before the first paint and fits a narrow window', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await openPage(page, '/search?q=guitar');
    await viewButton(page, 'list').click();
    await page.addInitScript(recordViewAtFirstBody);
    await page.reload({ waitUntil: 'domcontentloaded' });
    expect(await page.evaluate(() => Reflect.get(window, 'viewAtFirstBody'))).toBe('list');
    await expectDetails(cardsOn(page).first(), 'shown');
    expect(await sidewaysScroll(page)).toBe(0);
  });

  test('the list view leaves the home page as it is', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('view', 'list'));
    await openPage(page, '/');
    await expectDetails(demoCard(page), 'hidden');
  });
});

test('a category shows its number of instruments, and its filters and sort order lead to the search', async ({
  page,
  signInAs,
}) => {
  await signInAs(user);
  await openPage(page, '/category/String');
  const main = page.getByRole('main');
  await expect(main.getByText(/^\d+ instruments$/)).toHaveRole('status');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await main.getByRole('radio', { name: /^Good/ }).check();
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

/** What only the list view shows; screen readers have it all the time. */
async function expectDetails(card: Locator, state: 'shown' | 'hidden'): Promise<void> {
  const details = card.getByText(/^Bought in \d{4} · Listed/).locator('../..');
  await expect(details).toHaveCSS('position', state === 'shown' ? 'static' : 'absolute');
}

/** The elements at nine points of the picture of a card, the one on top first. */
function coversOf(card: Locator): Promise<string[]> {
  return card
    .locator('picture')
    .locator('..')
    .evaluate((frame) => {
      const { x, y, width, height } = frame.getBoundingClientRect();
      const parts = [0.1, 0.5, 0.9];
      const points = parts.flatMap((across) => parts.map((down) => [across, down] as const));
      return points.map(([across, down]) =>
        document
          .elementsFromPoint(x + across * width, y + down * height)
          .map(({ tagName }) => tagName)
          .join(),
      );
    });
}

async function areaOf(element: Locator): Promise<number> {
  const [{ width = 0, height = 0 } = {}] = await boxesOf(element);
  return width * height;
}

test('a sort order that is chosen with the arrow keys is applied by Enter', async ({
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

test('a filter that is chosen with the arrow keys is applied by Enter', async ({
  page,
  signInAs,
}) => {
  await signInAs(user);
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, '/category/String');
  const conditions = page.getByRole('main').getByRole('group', { name: 'Condition' });
  const any = conditions.getByRole('radio').first();
  await any.focus();
  await any.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const good = conditions.getByRole('radio', { name: /^Good/ });
  await expect(good).toBeFocused();
  await expect(good).toBeChecked();
  expect(new URL(page.url()).pathname).toBe('/category/String');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?category=String&condition=Good');
});

test('a category and a search have the same filters in the same place', async ({
  page,
  signInAs,
}) => {
  await signInAs(user);
  await page.setViewportSize({ width: 1280, height: 800 });
  const filters = page.getByRole('region', { name: 'Filters' });
  const seen = [];
  for (const address of ['/category/String', '/search?category=String']) {
    await openPage(page, address);
    await expect(cardsOn(page).first()).toBeVisible();
    const [{ x = 0, width = 0 } = {}] = await boxesOf(filters);
    // Other tests list instruments in the meantime.
    const texts = (await filters.locator('legend, label').allTextContents()).map((text) =>
      text.replace(/\(\d+\)$/, ''),
    );
    seen.push({ x, width, texts, columns: (await boxesOf(cardsOn(page)))[0]?.width });
  }
  expect(seen[1]).toEqual(seen[0]);
});

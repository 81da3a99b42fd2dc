import type { Locator, Page } from '@playwright/test';
import { anInstrument } from './support/instruments.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

test('a guest walks by mouse from the shop window to an instrument, and to the login to book it', async ({
  page,
}) => {
  await openPage(page, '/');
  await expect(page).toHaveTitle(/Reprise/);
  const card = firstCard(page);
  const name = await card.getByRole('heading').innerText();
  await card.getByRole('link', { name: /^see details/ }).click();

  await arrived(page, name, `${name} | Reprise`);
  await expect(page).toHaveURL(/\/products\/[\w-]+$/);
  await expect(page.getByRole('img', { name })).toBeVisible();
  await bookNow(page, name).click();

  await arrived(page, 'Login', 'Login | Reprise');
  expect(await rememberedOrigin(page)).toMatch(/^\/products\//);
});

test('a guest walks the same way by keyboard alone, and always sees where the focus is', async ({
  page,
}) => {
  await openPage(page, '/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  const card = firstCard(page);
  const name = await card.getByRole('heading').innerText();
  await tabTo(page, card.getByRole('link', { name: /^see details/ }));
  await page.keyboard.press('Enter');
  await arrived(page, name, `${name} | Reprise`);
  await tabTo(page, bookNow(page, name));
  await page.keyboard.press('Enter');
  await arrived(page, 'Login', 'Login | Reprise');
  await tabTo(page, page.getByRole('button', { name: 'Continue with Google' }));
});

test('Tab goes through the whole of a page on a phone, and nothing covers what has the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { path } = await anInstrument('available');
  await openPage(page, path);
  const last = page.getByRole('link', { name: 'Reprise on Mastodon' });
  await tabTo(page, last);
});

test('Book Now on a card leads a guest to the login', async ({ page }) => {
  await openPage(page, '/');
  await firstCard(page)
    .getByRole('link', { name: /^Book Now/ })
    .click();
  await arrived(page, 'Login', 'Login | Reprise');
});

test('a category leads a guest to the login, which remembers where the guest wanted to go', async ({
  page,
}) => {
  await openPage(page, '/');
  await page.getByRole('main').getByRole('link', { name: 'Woodwind' }).click();
  await arrived(page, 'Login', 'Login | Reprise');
  expect(await rememberedOrigin(page)).toBe('/category/Woodwind');

  await openPage(page, '/category/Brass');
  await arrived(page, 'Login', 'Login | Reprise');
  expect(await rememberedOrigin(page)).toBe('/category/Brass');
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await arrived(page, 'Register', 'Register | Reprise');
  expect(await rememberedOrigin(page)).toBe('/category/Brass');
});

test('the bar has no link for a guest that only members may follow', async ({ page }) => {
  await openPage(page, '/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveText(['Reprise', 'Home', 'Blog', 'Login', 'Register']);
  await expect(bar.getByRole('button', { name: 'Category' })).toHaveCount(0);
});

function firstCard(page: Page): Locator {
  return page.getByRole('region', { name: 'Advertised instruments' }).getByRole('article').first();
}

/** What books this very instrument: its page shows others of the seller, each with its own Book Now. */
function bookNow(page: Page, name: string): Locator {
  return page.getByRole('link', { name: /^Book Now/ }).filter({ hasText: name });
}

/** What a navigation must bring: the heading with the focus on it, and the title. */
async function arrived(page: Page, heading: string, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
  await expect(page).toHaveTitle(title);
}

/** Where the login is to lead back to, as the router keeps it for the address that is shown. */
async function rememberedOrigin(page: Page): Promise<unknown> {
  return page.evaluate(() => history.state?.usr?.from);
}

/** Presses Tab until the focus is there. At each stop the focus must be seen, and nothing may lie over it. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  for (let stops = 0; stops < 120; stops += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(faultOfFocus)).toBe('');
    if (await goal.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('Tab never came there');
}

/** Runs in the page: what is wrong with the place that has the focus, if anything. */
function faultOfFocus(): string {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body)
    return 'nothing has the focus';
  const who = element.outerHTML.slice(0, 120);
  const looks = [
    getComputedStyle(element),
    getComputedStyle(element, '::after'),
    // The theme's select lies unseen over a picture that shows the ring for it.
    ...(element.parentElement ? [getComputedStyle(element.parentElement)] : []),
  ];
  const isRinged = looks.some(
    ({ outlineStyle, outlineWidth }) =>
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
  );
  if (!isRinged) return `no ring around ${who}`;
  const { left, top, width, height } = element.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!above) return `out of sight: ${who}`;
  if (!element.contains(above) && !above.contains(element))
    return `${who} is covered by ${above.outerHTML.slice(0, 120)}`;
  return '';
}

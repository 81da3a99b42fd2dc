import type { Locator, Page } from '@playwright/test';
import { demoCard, demoProduct } from './support/demo-products.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

test('a guest goes by mouse from the carousel to a product, and to the login page to book it', async ({
  page,
}) => {
  await openPage(page, '/');
  await expect(page).toHaveTitle(/Reprise/);
  const card = demoCard(page);
  const name = await card.getByRole('heading').innerText();
  await card.getByRole('link', { name: /^see details/ }).click();

  await expectNavigated(page, name, `${name} | Reprise`);
  await expect(page).toHaveURL(/\/products\/[\w-]+$/);
  await expect(page.getByRole('img', { name }).first()).toBeVisible();
  await bookNowLink(page, name).click();

  await expectNavigated(page, 'Login', 'Login | Reprise');
  expect(await pageToReturnTo(page)).toMatch(/^\/products\//);
});

test('a guest goes by keyboard alone from the home page to a product and the login, and the focus is always visible', async ({
  page,
}) => {
  await openPage(page, '/');
  await page.keyboard.press('Tab');
  const skipLink = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skipLink).toBeFocused();
  await expect(skipLink).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  // What arrives later must not take the focus from the place that the guest chose.
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('i')));
  await expect(page.getByRole('main')).toBeFocused();

  const card = demoCard(page);
  const name = await card.getByRole('heading').innerText();
  await tabTo(page, card.getByRole('link', { name: /^see details/ }));
  await page.keyboard.press('Enter');
  await expectNavigated(page, name, `${name} | Reprise`);
  await tabTo(page, bookNowLink(page, name));
  await page.keyboard.press('Enter');
  await expectNavigated(page, 'Login', 'Login | Reprise');
  await tabTo(page, page.getByRole('button', { name: 'Continue with Google' }));
});

test('on a phone Tab reaches everything on a page, and nothing covers the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { path } = await demoProduct('available');
  await openPage(page, path);
  const last = page.getByRole('link', { name: 'Press kit' });
  await tabTo(page, last);
});

test('a category leads a guest to the login page, which remembers the category', async ({
  page,
}) => {
  await openPage(page, '/');
  await page.getByRole('main').getByRole('link', { name: 'Woodwind' }).click();
  await expectNavigated(page, 'Login', 'Login | Reprise');
  expect(await pageToReturnTo(page)).toBe('/category/Woodwind');
  await page.getByRole('link', { name: 'See what is on sale without logging in' }).click();
  await expectNavigated(page, 'Woodwind', 'Woodwind: second-hand instruments | Reprise');

  await openPage(page, '/category/Brass');
  await expectNavigated(page, 'Login', 'Login | Reprise');
  expect(await pageToReturnTo(page)).toBe('/category/Brass');
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await expectNavigated(page, 'Register', 'Register | Reprise');
  expect(await pageToReturnTo(page)).toBe('/category/Brass');
});

test('the navigation bar has no links that guests may not follow', async ({ page }) => {
  await openPage(page, '/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveText([
    'Reprise',
    'Home',
    'Browse',
    'Sell',
    'Blog',
    'Login',
    'Register',
  ]);
  await expect(bar.getByRole('button', { name: 'Category' })).toHaveCount(0);
});

/** The link of this product: its page shows other products too, each with its own Book Now. */
function bookNowLink(page: Page, name: string): Locator {
  return page.getByRole('link', { name: /^Book Now/ }).filter({ hasText: name });
}

/** After a navigation the heading has the focus, and the title is that of the page. */
async function expectNavigated(page: Page, heading: string, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
  await expect(page).toHaveTitle(title);
}

/** Where the login page will return to, from the router's state of the current page. */
async function pageToReturnTo(page: Page): Promise<unknown> {
  return page.evaluate(() => history.state?.usr?.from);
}

/** Presses Tab until the element has the focus. On the way the focus must always be visible and uncovered. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    // A row that scrolls may still be on the move.
    await expect.poll(() => page.evaluate(findFocusFault)).toBe('');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('Tab does not reach the element');
}

/** Runs in the page: what is wrong with the focused element, or ''. */
function findFocusFault(): string {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body)
    return 'nothing has the focus';
  const html = element.outerHTML.slice(0, 120);
  const styles = [
    getComputedStyle(element),
    getComputedStyle(element, '::after'),
    // The theme's select is invisible above an icon, which shows the focus ring for it.
    ...(element.parentElement ? [getComputedStyle(element.parentElement)] : []),
  ];
  const hasRing = styles.some(
    ({ outlineStyle, outlineWidth }) =>
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
  );
  if (!hasRing) return `no focus ring around ${html}`;
  const { left, top, width, height } = element.getBoundingClientRect();
  const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!topmost) return `outside the window: ${html}`;
  if (!element.contains(topmost) && !topmost.contains(element))
    return `${html} is covered by ${topmost.outerHTML.slice(0, 120)}`;
  return '';
}

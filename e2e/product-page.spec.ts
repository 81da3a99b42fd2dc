import type { Locator, Page } from '@playwright/test';
import { seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';
import { spaceTextOut } from './support/text-spacing.ts';

test('other products of the seller follow at the end, if there are any', async ({ page }) => {
  const otherName = uniqueName('Ocarina');
  const { name, path } = await createProduct({ otherName });
  await openPage(page, path);
  const others = page.getByRole('region', { name: 'More from this seller' });
  await page.getByRole('heading', { name: /^Its condition/ }).scrollIntoViewIfNeeded();
  await expect(others.getByRole('article')).toHaveCount(1);
  await expect(others.getByRole('heading', { name: otherName })).toBeVisible();
  await others.getByRole('link', { name: /^see details/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: otherName })).toBeFocused();
  await page.getByRole('heading', { name: /^Its condition/ }).scrollIntoViewIfNeeded();
  await expect(others.getByRole('heading', { name })).toBeVisible();

  const onlyProduct = await createProduct();
  const response = page.waitForResponse(/\/more/);
  await openPage(page, onlyProduct.path);
  await page.getByRole('heading', { name: /^Its condition/ }).scrollIntoViewIfNeeded();
  await response;
  await expect(others).toHaveCount(0);
});

const lastSentence = 'The last sentence names the moonlit valve.';
const longText = `${'It was played every day, and looked after every week.\n\n'.repeat(40)}${lastSentence}`;

test('the offer stays in view beside a long description, which opens and folds by keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { name, path } = await createProduct({ description: longText });
  await openPage(page, path);
  const end = page.getByText(lastSentence);
  const readMore = page.getByRole('button', { name: 'Read more of the description' });
  await expect(readMore).toHaveAttribute('aria-expanded', 'false');
  await expect(end).not.toBeInViewport();
  await readMore.focus();
  await page.keyboard.press('Enter');
  const readLess = page.getByRole('button', { name: 'Read less of the description' });
  await expect(readLess).toBeFocused();
  await expect(readLess).toHaveAttribute('aria-expanded', 'true');
  // With the middle of the text at the end of the window, the picture has gone.
  await page
    .getByText(/^It was played every day/)
    .nth(20)
    .evaluate((line) => line.scrollIntoView(false));
  await expect(page.getByRole('img', { name }).first()).not.toBeInViewport();
  await expect(page.getByRole('heading', { level: 1, name })).toBeInViewport();
  await expect(bookNowLink(page, name)).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Reserve for 48 hours, pay later').first()).toBeInViewport();
  await end.scrollIntoViewIfNeeded();
  await expect(end).toBeInViewport();
  await readLess.press('Enter');
  await expect(readMore).toBeFocused();
});

test('a folded description opens when the browser scrolls to words in it', async ({ page }) => {
  const { path } = await createProduct({ description: longText });
  await openPage(page, path);
  const end = page.getByText(lastSentence);
  await page.getByRole('button', { name: 'Read more of the description' }).waitFor();
  // As find in page does: it scrolls every box around the words.
  await end.evaluate((words) => words.scrollIntoView());
  await expect(page.getByRole('button', { name: 'Read less of the description' })).toBeVisible();
  await expect(end).toBeInViewport();
});

test('the condition is one line, which opens to what the conditions mean', async ({ page }) => {
  await openPage(page, (await createProduct()).path);
  const guide = page.locator('details').filter({ hasText: 'Its condition' });
  const meaning = guide.getByText(/^Plays as it should/);
  await expect(meaning).toBeHidden();
  await guide.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(meaning).toBeVisible();
});

test('a product fits a narrow phone with wide text spacing, and the booking button is in reach', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { name, path } = await createProduct({
    name: uniqueName('Unbreakablename'.repeat(6)),
    description: longText,
  });
  await openPage(page, path);
  await spaceTextOut(page);
  for (const place of [0, 0.5, 1]) {
    await page.getByRole('main').evaluate((main, part) => {
      scrollTo(0, part * (scrollY + main.getBoundingClientRect().bottom - innerHeight));
    }, place);
    // The one of the page, or else the one of the bar.
    await expect(bookNowLink(page, name).last()).toBeInViewport({ ratio: 1 });
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('a product says how old its listing is, with the exact local time', async ({ page }) => {
    const at = new Date(Date.now() - 2.5 * 3_600_000);
    const id = await seed(async (make) => {
      const seller = await make.user({ role: 'seller' });
      return make.product(seller.id, { imageId: testServer().imageId, at });
    });
    const html = await (await fetch(`${testServer().url}/products/${id}`)).text();
    expect(html).toMatch(/Listed <time [^>]*>\w{3} \d+, \d{4}<\/time>/);
    await page.clock.install();
    await openPage(page, `/products/${id}`);
    const time = page.getByText(/^2 hours ago \(/);
    await expect(time).toHaveAttribute('datetime', at.toISOString());
    const inTokyo = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-US', {
        ...options,
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone: 'Asia/Tokyo',
      }).format(at);
    await expect(time).toHaveAttribute(
      'title',
      inTokyo({ year: 'numeric', timeZoneName: 'short' }),
    );
    await expect(time).toHaveText(`2 hours ago (${inTokyo({})})`);
    // Offline, because a response would set the page's clock by the server's again; what was on its way would fail.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.clock.fastForward(45 * 60_000);
    await expect(page.getByText(/^3 hours ago \(/)).toBeVisible();
  });
});

/** In the offer on wide screens, and in the bar at the bottom of a phone's window. */
function bookNowLink(page: Page, name: string): Locator {
  return page.getByRole('link', { name: /^Book Now/ }).filter({ hasText: name, visible: true });
}

/** Creates a product, and another one of the same seller when that has a name. */
async function createProduct({
  otherName,
  ...listing
}: {
  otherName?: string;
  name?: string;
  description?: string;
} = {}) {
  const { imageId } = testServer();
  const { name = uniqueName('Mandolin') } = listing;
  const id = await seed(async (make) => {
    const seller = await make.user({ role: 'seller' });
    if (otherName) await make.product(seller.id, { name: otherName, imageId });
    return make.product(seller.id, { ...listing, name, imageId });
  });
  return { name, path: `/products/${id}` };
}

test('on a phone the bar with the booking button is there only while that of the page is out of sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { name, path } = await createProduct({ description: longText });
  await openPage(page, path);
  await expect(bookNowLink(page, name)).toHaveCount(1);
  await expect(bookNowLink(page, name)).toBeInViewport({ ratio: 1 });
  await page.getByRole('heading', { name: /^Its condition/ }).scrollIntoViewIfNeeded();
  await expect(bookNowLink(page, name)).toHaveCount(2);
  await expect(bookNowLink(page, name).last()).toBeInViewport({ ratio: 1 });
  // At the end of the page it rests above the footer.
  await page.getByRole('contentinfo').evaluate((footer) => footer.scrollIntoView(false));
  const lastLink = page.getByRole('contentinfo').getByRole('link', { name: 'About us' });
  await lastLink.click({ trial: true });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(bookNowLink(page, name)).toHaveCount(1);
});

import type { Page } from '@playwright/test';
import { openPage } from './support/open-page.ts';
import { runningShop } from './support/open-shop.ts';
import { uploadPicture } from './support/own-shop.ts';
import { inTheShop, newName } from './support/people.ts';
import { axe, expect, looks, test, wear } from './support/test.ts';

/** A picture that is opened by itself stands in a page of the browser's own, which our policy leaves without its style. */
const byTheBrowser = /inline style|style-src-attr/;

interface Listed {
  name: string;
  path: string;
}

/** Something with three pictures, by a seller of its own, who has `others` besides. */
async function listThree(others: readonly string[] = [], sellerName = 'Vera Vitrine') {
  const [imageId = '', ...furtherImageIds] = await Promise.all(
    [1, 2, 3].map(() => uploadPicture(runningShop().url)),
  );
  const name = newName('Mandolin');
  const id = await inTheShop(async (shop) => {
    const seller = await shop.user({ name: sellerName, role: 'seller' });
    for (const other of others) await shop.product(seller.id, { name: other, imageId });
    return shop.product(seller.id, { name, imageId, furtherImageIds });
  });
  return { name, path: `/products/${id}` } satisfies Listed;
}

test('the pictures are turned by keys, from the large one and from the small ones', async ({
  page,
}) => {
  const { name, path } = await listThree();
  await openPage(page, path);
  await zoomLink(page).focus();
  await page.keyboard.press('ArrowRight');
  await expectShown(page, name, 2);
  await expect(zoomLink(page)).toBeFocused();
  await page.keyboard.press('End');
  await expectShown(page, name, 3);
  await page.keyboard.press('ArrowRight');
  await expectShown(page, name, 3);
  await page.keyboard.press('Home');
  await expectShown(page, name, 1);

  await small(page, 1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(small(page, 2)).toBeFocused();
  await expectShown(page, name, 2);
  await small(page, 3).press('Enter');
  await expectShown(page, name, 3);
  await expect(page.getByRole('button', { name: 'Next picture' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('button', { name: 'Previous picture' }).click();
  await expectShown(page, name, 2);
});

test('only the first picture is asked for until somebody turns to them', async ({ page }) => {
  const { name, path } = await listThree();
  await openPage(page, path);
  const large = page.getByRole('region', { name: 'Pictures' }).getByRole('img', { name });
  await expect(large).toHaveCount(1);
  await expect(large).toHaveAttribute('fetchpriority', 'high');
  await large.hover({ force: true });
  await expect(large).toHaveCount(2);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('the pictures are swiped, on the page and in the large view', async ({ page }) => {
    const { name, path } = await listThree();
    await openPage(page, path);
    await swipe(page, 'left');
    await expectShown(page, name, 2);
    await swipe(page, 'left');
    await expectShown(page, name, 3);
    await swipe(page, 'right');
    await expectShown(page, name, 2);

    await zoomLink(page).tap();
    const view = zoomView(page);
    await expect(view.getByRole('img', { name: `${name}, picture 2 of 3` })).toBeVisible();
    await swipe(page, 'left');
    await expect(view.getByRole('img', { name: `${name}, picture 3 of 3` })).toBeVisible();
    // Not a tap: right after so quick a swipe the browser takes one for the end of the swipe.
    await view.getByRole('button', { name: 'Close' }).click();
    await expect(view).toBeHidden();
    await expectShown(page, name, 3);

    await zoomLink(page).click();
    await expect(view.getByRole('img', { name: `${name}, picture 3 of 3` })).toBeVisible();
    await swipe(page, 'down');
    await expect(view).toBeHidden();
    await expect(zoomLink(page)).toBeFocused();
  });
});

test('the large view fits, enlarges at the pointer, is moved by keys and pointer, and gives the focus back', async ({
  page,
}) => {
  const { name, path } = await listThree();
  await openPage(page, path);
  await zoomLink(page).press('Enter');
  const view = zoomView(page);
  const picture = view.getByRole('img', { name: `${name}, picture 1 of 3` });
  await expect(picture).toBeVisible();
  const fitted = await picture.boundingBox();
  if (!fitted) throw new Error('The picture has no place');
  expect(fitted.width).toBeLessThanOrEqual(1280);

  const point = { x: fitted.x + fitted.width * 0.75, y: fitted.y + fitted.height * 0.25 };
  await page.mouse.click(point.x, point.y);
  await expect(view.getByRole('button', { name: 'Fit into the window' })).toBeVisible();
  const large = await picture.boundingBox();
  if (!large) throw new Error('The picture has no place');
  expect(large.width).toBeGreaterThan(fitted.width * 1.4);
  // What was under the pointer still is.
  expect((point.x - large.x) / large.width).toBeCloseTo(0.75, 1);
  expect((point.y - large.y) / large.height).toBeCloseTo(0.25, 1);

  const left = async () => (await picture.boundingBox())?.x ?? Number.NaN;
  const before = await left();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(left).toBeGreaterThan(before);
  const moved = await left();
  await page.mouse.move(600, 500);
  await page.mouse.down();
  await page.mouse.move(500, 480, { steps: 4 });
  await page.mouse.up();
  await expect.poll(left).toBeLessThan(moved - 50);
  await expect(view.getByRole('button', { name: 'Fit into the window' })).toBeVisible();

  await page.keyboard.press('-');
  await expect(view.getByRole('button', { name: 'Show it large' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(view.getByRole('img', { name: `${name}, picture 2 of 3` })).toBeVisible();
  await view.getByRole('button', { name: 'Next picture' }).press('Enter');
  await expect(view.getByRole('img', { name: `${name}, picture 3 of 3` })).toBeVisible();
  await expect(view.getByRole('button', { name: 'Next picture' })).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await expectShown(page, name, 2);
  await expect(zoomLink(page)).toBeFocused();
});

test('when the large view does not arrive, the picture itself opens', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/);
  expectConsole(byTheBrowser);
  const { path } = await listThree();
  await openPage(page, path);
  await page.route('**/assets/PictureZoom*.js', (route) =>
    route.fulfill({ status: 404, body: '' }),
  );
  await zoomLink(page).click();
  await expect(page).toHaveURL(/\/(images|pictures)\//);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the first picture is large, and the small ones lead to the others', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(byTheBrowser);
    const { name, path } = await listThree();
    await page.goto(path);
    await expect(page.getByRole('img', { name: `${name}, picture 1 of 3` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next picture' })).toBeHidden();
    await small(page, 2).click();
    await expect(page).toHaveURL(/\.(webp|jpg|avif)$/);
  });
});

test('what else the seller has stands at the end, and only when there is something', async ({
  page,
}) => {
  const other = newName('Ocarina');
  const { name, path } = await listThree([other]);
  await openPage(page, path);
  const more = page.getByRole('region', { name: 'Other things from this seller' });
  await page.getByRole('heading', { name: /^Its condition/ }).scrollIntoViewIfNeeded();
  await expect(more.getByRole('article')).toHaveCount(1);
  await expect(more.getByRole('heading', { name: other })).toBeVisible();
  await more.getByRole('link', { name: /^see details/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: other })).toBeFocused();
  await page.getByRole('heading', { name: /^Its condition/ }).scrollIntoViewIfNeeded();
  await expect(more.getByRole('heading', { name })).toBeVisible();

  const lonely = await listThree();
  const asked = page.waitForResponse(/\/more/);
  await openPage(page, lonely.path);
  await page.getByRole('heading', { name: /^Its condition/ }).scrollIntoViewIfNeeded();
  await asked;
  await expect(more).toHaveCount(0);
});

test.describe('elsewhere', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('the age of a listing is told, with the exact time of the reader’s own zone', async ({
    page,
  }) => {
    const imageId = await uploadPicture(runningShop().url);
    const at = new Date(Date.now() - 2.5 * 3_600_000);
    const id = await inTheShop(async (shop) => {
      const seller = await shop.user({ role: 'seller' });
      return shop.product(seller.id, { imageId, at });
    });
    const html = await (await fetch(`${runningShop().url}/products/${id}`)).text();
    expect(html).toMatch(/Listed <time [^>]*>\w{3} \d+, \d{4}<\/time>/);
    await page.clock.install();
    await openPage(page, `/products/${id}`);
    const time = page.getByText(/^2 hours ago/);
    await expect(time).toHaveAttribute('datetime', at.toISOString());
    const exactly = new Intl.DateTimeFormat('en-US', {
      ...{ day: 'numeric', month: 'short', year: 'numeric' },
      ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone: 'Asia/Tokyo' },
    }).format(at);
    await expect(time).toHaveAttribute('title', exactly);
    await expect(time).toContainText(exactly);
    await page.clock.fastForward(45 * 60_000);
    await expect(page.getByText(/^3 hours ago/)).toBeVisible();
  });
});

test.describe('nobody is kept out by', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the gallery, the large view and the row of other things', async ({ page }) => {
    const { path } = await listThree([newName('Ocarina')]);
    await openPage(page, path);
    await page.getByRole('heading', { name: /^Its condition/ }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('region', { name: 'Other things from this seller' })).toBeVisible();
    for (const look of looks) {
      await wear(page, look);
      await axe(page);
    }
    await zoomLink(page).click();
    await expect(zoomView(page).getByRole('img')).toBeVisible();
    for (const look of looks) {
      await wear(page, look);
      await axe(page);
    }
    await page.keyboard.press('+');
    await axe(page);
  });
});

const zoomLink = (page: Page) => page.getByRole('link', { name: /^Enlarge picture/ });
const small = (page: Page, number: number) =>
  page.getByRole('link', { name: `Picture ${number} of 3`, exact: true });
const zoomView = (page: Page) => page.getByRole('dialog', { name: /^Pictures of/ });

async function expectShown(page: Page, name: string, number: number): Promise<void> {
  await expect(page.getByText(`Picture ${number} of 3`, { exact: true })).toHaveCount(1);
  await expect(small(page, number)).toHaveAttribute('aria-current', 'true');
  const picture = page.getByRole('img', { name: `${name}, picture ${number} of 3` });
  await expect(picture).toBeInViewport({ ratio: 0.9 });
  await expect(zoomLink(page)).toHaveAccessibleName(`Enlarge picture ${number} of 3`);
}

/** Draws a finger across the picture, as the browser's own input does. */
async function swipe(page: Page, direction: 'left' | 'right' | 'down'): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const { from, step } = strokes[direction];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        moved === undefined ? [] : [{ x: from.x + moved * step.x, y: from.y + moved * step.y }],
    });
  await touch('touchStart', 0);
  for (let moved = 1; moved <= 10; moved += 1) await touch('touchMove', moved);
  await touch('touchEnd');
  await client.detach();
}

const strokes = {
  left: { from: { x: 320, y: 260 }, step: { x: -24, y: 0 } },
  right: { from: { x: 70, y: 260 }, step: { x: 24, y: 0 } },
  down: { from: { x: 190, y: 260 }, step: { x: 0, y: 24 } },
};

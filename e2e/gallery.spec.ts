import type { Locator, Page } from '@playwright/test';
import { seed, uniqueName } from './support/database.ts';
import { uploadFullSizeImage } from './support/images.ts';
import { openPage } from './support/open-page.ts';
import { readRightToLeft } from './support/right-to-left.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

// The browser shows an image file in a document of its own, whose inline style our policy blocks.
const inlineStyleBlocked = /inline style|style-src-attr/;

let uploaded: Promise<string[]> | undefined;

/** Three images that all products of this file share: the server spends seconds on encoding each. */
function threeImages(): Promise<string[]> {
  uploaded ??= Promise.all([1, 2, 3].map(() => uploadFullSizeImage(testServer().url)));
  return uploaded;
}

/** Creates a product with three images, and other products of the same seller with these names. */
async function createProduct(otherNames: readonly string[] = []) {
  const [imageId = '', ...furtherImageIds] = await threeImages();
  const name = uniqueName('Mandolin');
  const id = await seed(async (make) => {
    const seller = await make.user({ name: 'Vera Vitrine', role: 'seller' });
    for (const otherName of otherNames) await make.product(seller.id, { name: otherName, imageId });
    return make.product(seller.id, { name, imageId, furtherImageIds });
  });
  return { name, path: `/products/${id}` };
}

test('the keyboard turns the images, from the large one and from the thumbnails', async ({
  page,
}) => {
  const { name, path } = await createProduct();
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

  await thumbnail(page, 1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(thumbnail(page, 2)).toBeFocused();
  await expectShown(page, name, 2);
  await thumbnail(page, 3).press('Enter');
  await expectShown(page, name, 3);
  await expect(page.getByRole('button', { name: 'Next picture' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('button', { name: 'Previous picture' }).click();
  await expectShown(page, name, 2);
});

test('the left key shows the next image in a right-to-left language, on the page and in the zoom view', async ({
  page,
}) => {
  const { name, path } = await createProduct();
  await readRightToLeft(page);
  await openPage(page, path);
  await zoomLink(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expectShown(page, name, 2);
  await page.keyboard.press('ArrowRight');
  await expectShown(page, name, 1);
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expectShown(page, name, 2);

  await zoomLink(page).press('Enter');
  const view = zoomView(page);
  await expect(view.getByRole('img', { name: `${name}, picture 2 of 3` })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(view.getByRole('img', { name: `${name}, picture 3 of 3` })).toBeVisible();
  await expect(view.getByRole('button', { name: 'Next picture' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('Home');
  await expect(view.getByRole('img', { name: `${name}, picture 1 of 3` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectShown(page, name, 1);
});

test('only the first image is loaded until the visitor turns to the others', async ({ page }) => {
  const { name, path } = await createProduct();
  await openPage(page, path);
  const images = page.getByRole('region', { name: 'Pictures' }).getByRole('img', { name });
  await expect(images).toHaveCount(1);
  await expect(images).toHaveAttribute('fetchpriority', 'high');
  await images.hover({ force: true });
  await expect(images).toHaveCount(2);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a swipe to the right shows the next image in a right-to-left language', async ({
    page,
  }) => {
    const { name, path } = await createProduct();
    await readRightToLeft(page);
    await openPage(page, path);
    await swipeTo(page, 'right', 2);
    await expectShown(page, name, 2);
    await zoomLink(page).tap();
    const view = zoomView(page);
    await expect(view.getByRole('img', { name: `${name}, picture 2 of 3` })).toBeVisible();
    await swipeUntil(page, 'right', () =>
      expect(view.getByRole('img', { name: `${name}, picture 3 of 3` })).toBeVisible(soon),
    );
  });

  test('a swipe turns the images, on the page and in the zoom view', async ({ page }) => {
    const { name, path } = await createProduct();
    await openPage(page, path);
    await swipeTo(page, 'left', 2);
    await expectShown(page, name, 2);
    await swipeTo(page, 'left', 3);
    await expectShown(page, name, 3);
    await swipeTo(page, 'right', 2);
    await expectShown(page, name, 2);

    await zoomLink(page).tap();
    const view = zoomView(page);
    await expect(view.getByRole('img', { name: `${name}, picture 2 of 3` })).toBeVisible();
    // The third picture is the last, so a second swipe stays there.
    await swipeUntil(page, 'left', () =>
      expect(view.getByRole('img', { name: `${name}, picture 3 of 3` })).toBeVisible(soon),
    );
    // Not a tap: so soon after a swipe the browser takes a tap for the end of the swipe.
    await view.getByRole('button', { name: 'Close' }).click();
    await expect(view).toBeHidden();
    await expectShown(page, name, 3);

    await zoomLink(page).click();
    await expect(view.getByRole('img', { name: `${name}, picture 3 of 3` })).toBeVisible();
    await swipeUntil(page, 'down', () => expect(view).toBeHidden(soon));
    await expect(zoomLink(page)).toBeFocused();
  });
});

test('the zoom view fits the image, enlarges it at the pointer, moves it, and returns the focus', async ({
  page,
}) => {
  const { name, path } = await createProduct();
  await openPage(page, path);
  await zoomLink(page).press('Enter');
  const view = zoomView(page);
  const image = view.getByRole('img', { name: `${name}, picture 1 of 3` });
  await expect(image).toBeVisible();
  const fitted = await settledBox(image);
  expect(fitted.width).toBeLessThanOrEqual(1280);

  const point = { x: fitted.x + fitted.width * 0.75, y: fitted.y + fitted.height * 0.25 };
  await page.mouse.click(point.x, point.y);
  await expect(view.getByRole('button', { name: 'Fit to the window' })).toBeVisible();
  const enlarged = await settledBox(image);
  expect(enlarged.width).toBeGreaterThan(fitted.width * 1.4);
  // The same point of the image is under the pointer.
  expect((point.x - enlarged.x) / enlarged.width).toBeCloseTo(0.75, 1);
  expect((point.y - enlarged.y) / enlarged.height).toBeCloseTo(0.25, 1);

  const left = async () => (await settledBox(image)).x;
  await page.keyboard.press('ArrowLeft');
  await expect.poll(left).toBeGreaterThan(enlarged.x);
  const afterKey = await left();
  await page.mouse.move(600, 500);
  await page.mouse.down();
  await page.mouse.move(500, 480, { steps: 4 });
  await page.mouse.up();
  await expect.poll(left).toBeLessThan(afterKey - 50);
  await expect(view.getByRole('button', { name: 'Fit to the window' })).toBeVisible();

  await page.keyboard.press('-');
  await expect(view.getByRole('button', { name: 'Enlarge' })).toBeVisible();
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

test('when the zoom view does not load, the link opens the image file', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/);
  expectConsole(inlineStyleBlocked);
  const { path } = await createProduct();
  await openPage(page, path);
  await page.route('**/assets/**/PictureZoom*.js', (route) =>
    route.fulfill({ status: 404, body: '' }),
  );
  await zoomLink(page).click();
  await expect(page).toHaveURL(/\/(images|pictures)\//);
  await expectImageDocument(page);
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('the first image is large without JavaScript, and the thumbnails link to the others', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(inlineStyleBlocked);
    const { name, path } = await createProduct();
    await page.goto(path);
    await expect(page.getByRole('img', { name: `${name}, picture 1 of 3` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next picture' })).toBeHidden();
    await thumbnail(page, 2).click();
    await expect(page).toHaveURL(/\.(webp|jpg|avif)$/);
    await expectImageDocument(page);
  });
});

test.describe(() => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the gallery beside the other products of the seller and its zoom view are accessible', async ({
    page,
  }) => {
    const { path } = await createProduct([uniqueName('Ocarina')]);
    await openPage(page, path);
    await page.getByRole('heading', { name: /^Its condition/ }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('region', { name: 'More from this seller' })).toBeVisible();
    await expectAccessible(page);
    await zoomLink(page).click();
    await expect(zoomView(page).getByRole('img')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('+');
    await expectAccessible(page);
  });
});

const zoomLink = (page: Page) => page.getByRole('link', { name: /^Enlarge picture/ });
const thumbnail = (page: Page, number: number) =>
  page.getByRole('link', { name: `Picture ${number} of 3`, exact: true });
const zoomView = (page: Page) => page.getByRole('dialog', { name: /^Pictures of/ });

async function expectShown(page: Page, name: string, number: number): Promise<void> {
  await expect(page.getByText(`Picture ${number} of 3`, { exact: true })).toHaveCount(1);
  await expect(thumbnail(page, number)).toHaveAttribute('aria-current', 'true');
  const image = page.getByRole('img', { name: `${name}, picture ${number} of 3` });
  await expect(image).toBeInViewport({ ratio: 0.5 });
  await expect(zoomLink(page)).toHaveAccessibleName(`Enlarge picture ${number} of 3`);
  // A swipe that begins while the picture still glides to its place may not turn it.
  await settledBox(image);
}

/** The browser has built its own document around the image file, so its policy violation is reported. */
async function expectImageDocument(page: Page): Promise<void> {
  await expect(page.locator('body > img')).toBeVisible();
}

/** The element's box once it is no longer animated: it is the same in several frames. */
function settledBox(
  element: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  return element.evaluate(async (target) => {
    const read = () => {
      const { x, y, width, height } = target.getBoundingClientRect();
      return { x, y, width, height };
    };
    let box = read();
    for (let framesTheSame = 0; framesTheSame < 5; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const next = read();
      framesTheSame = JSON.stringify(next) === JSON.stringify(box) ? framesTheSame + 1 : 0;
      box = next;
    }
    return box;
  });
}

const strokes = {
  left: { from: { x: 320, y: 260 }, step: { x: -24, y: 0 } },
  right: { from: { x: 70, y: 260 }, step: { x: 24, y: 0 } },
  down: { from: { x: 190, y: 260 }, step: { x: 0, y: 24 } },
};

const soon = { timeout: 2_000 };

/** Swipes until the page counts this picture: one stroke may be lost while the page is busy. */
async function swipeTo(page: Page, direction: 'left' | 'right', number: number): Promise<void> {
  const counter = page.getByText(`Picture ${number} of 3`, { exact: true });
  await expect(async () => {
    if ((await counter.count()) === 0) await swipe(page, direction);
    await expect(counter).toHaveCount(1, { timeout: 5_000 });
  }).toPass();
}

/** Swipes until it has the effect: the zoom view takes no swipe while it opens. */
async function swipeUntil(
  page: Page,
  direction: keyof typeof strokes,
  expectEffect: () => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await swipe(page, direction);
    await expectEffect();
  }).toPass();
}

/** Swipes across the image with touch events of the browser itself. */
async function swipe(page: Page, direction: keyof typeof strokes): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const { from, step } = strokes[direction];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', moves?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        moves === undefined ? [] : [{ x: from.x + moves * step.x, y: from.y + moves * step.y }],
    });
  await touch('touchStart', 0);
  for (let moves = 1; moves <= 10; moves += 1) await touch('touchMove', moves);
  await touch('touchEnd');
  await client.detach();
}

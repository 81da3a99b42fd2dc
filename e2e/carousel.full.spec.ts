import type { Locator, Page } from '@playwright/test';
import { openPage } from './support/open-page.ts';
import { readRightToLeft } from './support/right-to-left.ts';
import { expect, test } from './support/test.ts';

const slideMs = 6_000;

test.describe(() => {
  test('the carousel advances by itself until it is stopped, and again after it is started', async ({
    page,
  }) => {
    const carousel = await openCarousel(page);
    await page.clock.fastForward(slideMs);
    await expectSlide(carousel, 2);
    await carousel.getByRole('button', { name: 'Stop automatic slide show' }).click();
    await page.mouse.move(0, 0);
    await expectToStay(page, carousel, 2);
    await carousel.getByRole('button', { name: 'Start automatic slide show' }).click();
    await page.mouse.move(0, 0);
    await page.clock.fastForward(slideMs);
    await expectSlide(carousel, 3);
  });

  test('the carousel does not advance under the pointer', async ({ page }) => {
    const carousel = await openCarousel(page);
    await carousel.getByRole('article').first().hover();
    await expectToStay(page, carousel, 1);
    await page.mouse.move(0, 0);
    await page.clock.fastForward(slideMs);
    await expectSlide(carousel, 2);
  });

  test('the carousel does not advance while the focus is in it, nor after it was entered by keyboard', async ({
    page,
  }) => {
    const carousel = await openCarousel(page);
    await carousel.getByRole('button', { name: 'Next' }).focus();
    await expectToStay(page, carousel, 1);
    const details = carousel.getByRole('link', { name: /^see details/ }).first();
    for (let presses = 0; presses < 60; presses += 1) {
      if (await details.evaluate((link) => link === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(details).toBeFocused();
    await page.getByRole('main').focus();
    await expectToStay(page, carousel, 1);
    const start = carousel.getByRole('button', { name: 'Start automatic slide show' });
    await expect(start).toBeVisible();
  });

  test('the carousel goes forward and back by keyboard, past the end to the start', async ({
    page,
  }) => {
    const carousel = await openCarousel(page);
    const count = await carousel.getByRole('group').count();
    await carousel.getByRole('button', { name: 'Next' }).press('Enter');
    await expectSlide(carousel, 2);
    await expect(
      carousel.getByRole('group', { name: `2 of ${count}`, exact: true }),
    ).toBeInViewport();
    await carousel.getByRole('button', { name: 'Previous' }).press('Space');
    await expectSlide(carousel, 1);
    await carousel.getByRole('button', { name: 'Previous' }).press('Enter');
    await expectSlide(carousel, count);
    await carousel.getByRole('button', { name: 'Next' }).press('Enter');
    await expectSlide(carousel, 1);
  });

  test('the carousel goes to the left in a right-to-left language', async ({ page }) => {
    await readRightToLeft(page);
    const carousel = await openCarousel(page);
    const row = carousel.getByRole('group').first().locator('..');
    const scrolled = () => row.evaluate(({ scrollLeft }) => scrollLeft);
    const count = await carousel.getByRole('group').count();
    expect(await scrolled()).toBe(0);
    await carousel.getByRole('button', { name: 'Next' }).click();
    await expectSlide(carousel, 2);
    await expect.poll(scrolled).toBeLessThan(0);
    await carousel.getByRole('button', { name: 'Previous' }).click();
    await expectSlide(carousel, 1);
    await expect.poll(scrolled).toBe(0);
    await carousel.getByRole('button', { name: 'Previous' }).click();
    await expectSlide(carousel, count);
    const [next, previous] = await Promise.all(
      ['Next', 'Previous'].map((name) => boxOf(carousel.getByRole('button', { name }))),
    );
    expect(next?.x).toBeLessThan(previous?.x ?? 0);
  });

  test('the carousel never advances by itself with reduced motion', async ({ page }) => {
    const carousel = await openStillCarousel(page);
    await expect(carousel.getByRole('button', { name: /automatic slide show/ })).toHaveCount(0);
    await expectToStay(page, carousel, 1);
    await carousel.getByRole('button', { name: 'Next' }).click();
    await expectSlide(carousel, 2);
  });
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('the carousel without JavaScript is a row that scrolls', async ({ page }) => {
    await page.goto('/');
    const carousel = page.getByRole('region', { name: 'Advertised instruments' });
    await expect(carousel.getByRole('button', { name: 'Next' })).toHaveCount(0);
    const last = carousel.getByRole('article').last();
    const { x: before } = await boxOf(last);
    await carousel.getByRole('article').first().hover();
    await page.mouse.wheel(600, 0);
    await expect.poll(async () => (await boxOf(last)).x).toBeLessThan(before - 300);
  });
});

/** Opens the home page, where from then on time passes only as a test says. */
async function openCarousel(page: Page): Promise<Locator> {
  const carousel = await openStillCarousel(page);
  await page.emulateMedia({ reducedMotion: null });
  await expect(carousel.getByRole('button', { name: 'Stop automatic slide show' })).toBeVisible();
  return carousel;
}

/** The same for a user who asks for reduced motion. */
async function openStillCarousel(page: Page): Promise<Locator> {
  await page.clock.install();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, '/');
  const carousel = page.getByRole('region', { name: 'Advertised instruments' });
  await expect(carousel.getByRole('button', { name: 'Next' })).toBeVisible();
  await carousel.scrollIntoViewIfNeeded();
  await expectSlide(carousel, 1);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  return carousel;
}

async function expectSlide(carousel: Locator, slide: number): Promise<void> {
  await expect(carousel.getByText(new RegExp(`^Showing ${slide} `))).toBeVisible();
}

async function expectToStay(page: Page, carousel: Locator, slide: number): Promise<void> {
  await page.clock.runFor(3 * slideMs);
  await expectSlide(carousel, slide);
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not visible');
  return box;
}

import type { Locator, Page } from '@playwright/test';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const turnMs = 6_000;

test.describe('the shop window', () => {
  test('moves on by itself, until one stops it, and again when one starts it', async ({ page }) => {
    const window = await openWindow(page);
    await page.clock.fastForward(turnMs);
    await shows(window, 2);
    await window.getByRole('button', { name: 'Stop automatic slide show' }).click();
    await page.mouse.move(0, 0);
    await staysAt(page, window, 2);
    await window.getByRole('button', { name: 'Start automatic slide show' }).click();
    await page.mouse.move(0, 0);
    await page.clock.fastForward(turnMs);
    await shows(window, 3);
  });

  test('stands still under the pointer', async ({ page }) => {
    const window = await openWindow(page);
    await window.getByRole('article').first().hover();
    await staysAt(page, window, 1);
    await page.mouse.move(0, 0);
    await page.clock.fastForward(turnMs);
    await shows(window, 2);
  });

  test('stands still while the focus is in it, and after somebody went in by keyboard', async ({
    page,
  }) => {
    const window = await openWindow(page);
    await window.getByRole('button', { name: 'Next' }).focus();
    await staysAt(page, window, 1);
    const details = window.getByRole('link', { name: /^see details/ }).first();
    while (!(await details.evaluate((link) => link === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.getByRole('main').focus();
    await staysAt(page, window, 1);
    await expect(window.getByRole('button', { name: 'Start automatic slide show' })).toBeVisible();
  });

  test('goes on and back by keyboard, round the end', async ({ page }) => {
    const window = await openWindow(page);
    const count = await window.getByRole('group').count();
    await window.getByRole('button', { name: 'Next' }).press('Enter');
    await shows(window, 2);
    await expect(window.getByRole('group', { name: `2 of ${count}` })).toBeInViewport();
    await window.getByRole('button', { name: 'Previous' }).press('Space');
    await shows(window, 1);
    await window.getByRole('button', { name: 'Previous' }).press('Enter');
    await shows(window, count);
    await window.getByRole('button', { name: 'Next' }).press('Enter');
    await shows(window, 1);
  });

  test('never moves by itself for people who want less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const window = await openWindow(page);
    await staysAt(page, window, 1);
    await expect(window.getByRole('button', { name: /automatic slide show/ })).toHaveCount(0);
    await window.getByRole('button', { name: 'Next' }).click();
    await shows(window, 2);
  });
});

test.describe('without scripts the shop window', () => {
  test.use({ javaScriptEnabled: false });

  test('is a row that one scrolls', async ({ page }) => {
    await page.goto('/');
    const window = page.getByRole('region', { name: 'Advertised instruments' });
    await expect(window.getByRole('button', { name: 'Next' })).toHaveCount(0);
    const last = window.getByRole('article').last();
    const { x: before } = await boxOf(last);
    await window.getByRole('article').first().hover();
    await page.mouse.wheel(600, 0);
    await expect.poll(async () => (await boxOf(last)).x).toBeLessThan(before - 300);
  });
});

async function openWindow(page: Page): Promise<Locator> {
  await page.clock.install();
  await openPage(page, '/');
  const window = page.getByRole('region', { name: 'Advertised instruments' });
  await expect(window.getByRole('button', { name: 'Next' })).toBeVisible();
  await window.scrollIntoViewIfNeeded();
  await shows(window, 1);
  return window;
}

async function shows(window: Locator, slide: number): Promise<void> {
  await expect(window.getByText(new RegExp(`^Showing ${slide} `))).toBeVisible();
}

async function staysAt(page: Page, window: Locator, slide: number): Promise<void> {
  await page.clock.runFor(3 * turnMs);
  await shows(window, slide);
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not on the page');
  return box;
}

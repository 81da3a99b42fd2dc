import type { Page } from '@playwright/test';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const paper = { light: 'rgb(250, 244, 233)', dark: 'rgb(24, 18, 14)' };

test('the theme is the system’s, and turns with it', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openPage(page, '/about');
  await expect(page.locator('body')).toHaveCSS('background-color', paper.dark);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('body')).toHaveCSS('background-color', paper.light);
});

test('a theme that was chosen is kept, also against the system, until one takes it back', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openPage(page, '/about');
  const otherTab = await context.newPage();
  await openPage(otherTab, '/login');

  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  for (const tab of [page, otherTab]) {
    await expect(tab.locator('body')).toHaveCSS('background-color', paper.dark);
    await expect(tab.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark');
  }
  await page.reload();
  await expect(page.locator('body')).toHaveCSS('background-color', paper.dark);

  await page.getByRole('combobox', { name: 'Theme' }).selectOption('As the system');
  await expect(page.locator('body')).toHaveCSS('background-color', paper.light);
  await page.reload();
  await expect(page.locator('body')).toHaveCSS('background-color', paper.light);
});

test('a kept theme is there before anything of the page is, so nothing flashes', async ({
  page,
}) => {
  await openPage(page, '/about');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  await page.addInitScript(rememberThemeAtFirstBody);
  await page.reload({ waitUntil: 'domcontentloaded' });
  expect(await themeAtFirstBody(page)).toBe('dark');
});

/** Runs in the page before its own scripts: notes the theme in the moment in which there is a body to paint. */
function rememberThemeAtFirstBody(): void {
  const watcher = new MutationObserver(() => {
    if (!document.body) return;
    Reflect.set(window, 'themeAtFirstBody', document.documentElement.dataset.theme ?? 'none');
    watcher.disconnect();
  });
  watcher.observe(document, { childList: true, subtree: true });
}

async function themeAtFirstBody(page: Page): Promise<unknown> {
  return page.evaluate(() => Reflect.get(window, 'themeAtFirstBody'));
}

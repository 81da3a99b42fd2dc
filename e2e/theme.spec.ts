import type { Page } from '@playwright/test';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

const background = { light: 'rgb(250, 244, 233)', dark: 'rgb(24, 18, 14)' };

test('the theme follows the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openPage(page, '/about');
  await expectTheme(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expectTheme(page, 'light');
});

test('a chosen theme overrides the system in every tab until the visitor unsets it', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openPage(page, '/about');
  const otherTab = await context.newPage();
  await openPage(otherTab, '/login');

  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  for (const tab of [page, otherTab]) {
    await expectTheme(tab, 'dark');
    await expect(tab.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark');
  }
  await page.reload();
  await expectTheme(page, 'dark');

  await page.getByRole('combobox', { name: 'Theme' }).selectOption('System');
  await expectTheme(page, 'light');
  await page.reload();
  await expectTheme(page, 'light');
});

test('a chosen theme is set before the first paint', async ({ page }) => {
  await openPage(page, '/about');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  await page.addInitScript(recordThemeAtFirstBody);
  await page.reload({ waitUntil: 'domcontentloaded' });
  expect(await page.evaluate(() => Reflect.get(window, 'themeAtFirstBody'))).toBe('dark');
});

test('the theme comes last in the bar of a wide screen, for the keyboard too', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, '/about');
  const theme = page.getByRole('combobox', { name: 'Theme' });
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Register' })
    .focus();
  await page.keyboard.press('Tab');
  await expect(theme).toBeFocused();
});

async function expectTheme(page: Page, theme: keyof typeof background): Promise<void> {
  await expect(page.locator('body')).toHaveCSS('background-color', background[theme]);
}

/** Runs in the page before its own scripts: records the theme at the moment when there is a body to paint. */
function recordThemeAtFirstBody(): void {
  const observer = new MutationObserver(() => {
    if (!document.body) return;
    Reflect.set(window, 'themeAtFirstBody', document.documentElement.dataset.theme ?? 'none');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

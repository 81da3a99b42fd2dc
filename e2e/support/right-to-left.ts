import type { Page } from '@playwright/test';

/**
 * From now on each document that the server sends is read from right to left, though its
 * texts stay English.
 */
export async function readRightToLeft(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const html = await response.text();
    const body = html.replace('<html lang="en" dir="ltr"', '<html lang="en" dir="rtl"');
    return route.fulfill({ response, body });
  });
}

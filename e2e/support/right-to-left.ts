import type { Page } from '@playwright/test';

/** From now on each document that the server sends is one in Arabic, read from right to left. Its texts stay English. */
export async function readRightToLeft(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const html = await response.text();
    const body = html.replace('<html lang="en"', '<html lang="ar" dir="rtl"');
    return route.fulfill({ response, body });
  });
}

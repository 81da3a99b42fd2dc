import type { Page } from '@playwright/test';
import { openPage } from './support/open-page.ts';
import { createReceivedPurchase, createStuckRefund } from './support/sales.ts';
import { expect, test } from './support/test.ts';

const sheets = ['A4', 'Letter'] as const;

for (const [paper, path, create] of [
  ['the receipt of a sale', 'receipt', createReceivedPurchase],
  ['the refund note of a sale', 'refund', createStuckRefund],
] as const) {
  test(`${paper} is printed in light colours on one sheet, whatever the theme`, async ({
    page,
    signInAs,
  }) => {
    const { buyer, name, paymentPath } = await create();
    await page.emulateMedia({ colorScheme: 'dark' });
    await signInAs(buyer.email);
    await openPage(page, `${paymentPath}/${path}`);
    await expect(page.getByRole('article')).toContainText(name);
    for (const theme of ['system', 'dark']) {
      await page.getByRole('combobox', { name: 'Theme' }).selectOption(theme);
      for (const format of sheets) {
        expect(await sheetCount(page, format), `${theme} on ${format}`).toBe(1);
      }
      await page.emulateMedia({ media: 'print' });
      expect(await lightnessOf(page, 'color')).toBeLessThan(80);
      expect(await lightnessOf(page, 'backgroundColor')).toBeGreaterThan(200);
      await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeHidden();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.emulateMedia({ media: null });
    }
  });
}

async function sheetCount(page: Page, format: (typeof sheets)[number]): Promise<number> {
  const pdf = await page.pdf({ format });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** The red of the receipt's text or of the page behind it, from 0 to 255. */
function lightnessOf(page: Page, property: 'color' | 'backgroundColor'): Promise<number> {
  return page.evaluate((name) => {
    const style = getComputedStyle(document.body);
    return Number(/\d+/.exec(style[name])?.[0]);
  }, property);
}

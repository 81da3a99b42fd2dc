import type { Page } from '@playwright/test';

/** Spaces out the text of the page as far as pages must bear (WCAG 2.2, 1.4.12). */
export async function spaceTextOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* {
      line-height: 1.5 !important;
      letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important;
    }
    p { margin-block-end: 2em !important; }`);
    document.adoptedStyleSheets.push(sheet);
  });
}

/** @import { Page } from '@playwright/test' */

// Words instead of functions for the page's side, because these scripts are typed for Node alone.

/** Pages that never come to rest would keep the camera for ever. */
const attempts = 5;

/**
 * A photograph of the page from top to bottom. The window is made as high as the page first: then what is only laid out
 * when it comes near is laid out, pictures are fetched, and what sticks to an edge of the window is where it comes to rest.
 * @param {Page} page
 * @returns {Promise<Buffer>} as PNG
 */
export async function wholePage(page) {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const size = page.viewportSize();
    const height = /** @type {number} */ (
      await page.evaluate('document.documentElement.scrollHeight')
    );
    if (size === null || height <= size.height) break;
    await page.setViewportSize({ width: size.width, height });
    await page.waitForLoadState('networkidle');
  }
  await page.evaluate('scrollTo(0, 0)');
  // Those that have not come are far along in a row, and would never be done.
  await page.evaluate(`Promise.allSettled(
    [...document.images].filter(({ complete }) => complete).map((image) => image.decode()),
  )`);
  return page.screenshot();
}

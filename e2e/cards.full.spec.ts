import { boxesOf, cardsOn, sidewaysScroll } from './support/cards.ts';
import { openPage } from './support/open-page.ts';
import { createBooking } from './support/sales.ts';
import { expect, test } from './support/test.ts';

const maxHeight = 380;
const user = 'buyer@reprise.test';

test.describe(() => {
  test('a category has two cards in a row on phones, four at 1280 px and five at 1920 px, none higher than 380 px', async ({
    page,
    signInAs,
  }) => {
    const { name } = await createBooking();
    await signInAs(user);
    await openPage(page, '/category/Brass');
    await expect(cardsOn(page).filter({ hasText: name })).toContainText('On hold until');
    const columns = {
      320: 2,
      390: 2,
      599: 2,
      768: 3,
      900: 3,
      1024: 3,
      1280: 4,
      1310: 4,
      1440: 4,
      1920: 5,
    };
    for (const [width, count] of Object.entries(columns)) {
      await page.setViewportSize({ width: Number(width), height: 900 });
      const boxes = await boxesOf(cardsOn(page));
      const [first] = boxes;
      expect(
        boxes.filter(({ y }) => y === first?.y),
        `in a row at ${width} px`,
      ).toHaveLength(count);
      const high = boxes.filter(({ height }) => height > maxHeight);
      expect(high, `too high at ${width} px`).toEqual([]);
    }
  });

  test('the cards of a category fit a narrow window with text spacing and unbreakable words', async ({
    page,
    signInAs,
  }) => {
    const word = 'Kontrabassklarinette'.repeat(5);
    await page.route('**/api/category/String?*', async (route) => {
      const response = await route.fetch();
      const products = (await response.json()) as object[];
      const long = { name: word, sellerName: word, location: word, description: word };
      const dear = { price: 999_999.99, originalPrice: 1_000_000, userRole: 'verified' };
      const json = products.map((product) => ({ ...product, ...long, ...dear }));
      await route.fulfill({ response, json });
    });
    await signInAs(user);
    // The narrowest window has 320 px, and a scroll bar may take 15 of them.
    await page.setViewportSize({ width: 305, height: 640 });
    await openPage(page, '/category/String');
    await expect(cardsOn(page).first()).toContainText(word);
    // What people may set, after WCAG 1.4.12.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`);
      document.adoptedStyleSheets.push(sheet);
    });
    expect(await sidewaysScroll(page)).toBe(0);
    for (const { x, width } of await boxesOf(cardsOn(page).first().getByRole('button'))) {
      expect(x + width).toBeLessThanOrEqual(305);
    }
  });
});

test.describe(() => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
  ]) {
    test(`a row of instruments of the home page is half in sight at ${viewport.width} x ${viewport.height}`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await openPage(page, '/');
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const carousel = page.getByRole('region', { name: 'Advertised instruments' });
      const inSight = (await boxesOf(carousel.getByRole('article'))).filter(
        ({ x, y, width, height }) =>
          x + width <= viewport.width && y + height / 2 <= viewport.height,
      );
      expect(inSight.length).toBeGreaterThanOrEqual(2);
      await expect(page.getByRole('main').getByRole('combobox')).toBeInViewport();
    });
  }

  test('the row of the home page ends with a whole card where there is space', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPage(page, '/');
    const carousel = page.getByRole('region', { name: 'Advertised instruments' });
    for (const width of [640, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const [column] = await boxesOf(carousel);
      const end = (column?.x ?? 0) + (column?.width ?? 0);
      const cut = (await boxesOf(carousel.getByRole('article'))).filter(
        (box) => box.x < end - 1 && box.x + box.width > end + 1,
      );
      expect(cut, `at ${width} px`).toEqual([]);
    }
  });
});

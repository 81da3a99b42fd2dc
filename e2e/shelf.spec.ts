import type { Locator, Page } from '@playwright/test';
import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { openPage } from './support/open-page.ts';
import { type OwnShop, openOwnShop } from './support/own-shop.ts';
import { signIn } from './support/sign-in.ts';
import { axe, test as base, expect, looks, wear } from './support/test.ts';

const inBrass = 100;

/** A shop with a hundred instruments in Brass and none elsewhere, and the test's browser signed in there. */
const test = base.extend<{ member: undefined }, { ownShop: OwnShop }>({
  ownShop: [
    async ({ browserName: _ }, use) => {
      const shop = await openOwnShop();
      const { make, imageId } = shop;
      const seller = await make.user({
        name: 'Ada Fife',
        role: 'seller',
        email: 'ada@reprise.test',
      });
      await make.user({ name: 'Ben Lute', email: 'ben@reprise.test' });
      for (let number = 1; number <= inBrass; number += 1) {
        await make.product(seller.id, {
          name: `Trumpet No. ${number}`,
          category: 'Brass',
          imageId,
        });
      }
      await use(shop);
      await shop.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ ownShop }, use) => use(ownShop.url),
  member: [
    async ({ context, ownShop }, use) => {
      await signIn(context, 'ben@reprise.test', ownShop);
      await use(undefined);
    },
    { auto: true },
  ],
});

// One after the other, so that one shop serves them all.
test.describe.configure({ mode: 'default' });

test('a shelf of a hundred loads on while one scrolls, and to its end when one asks', async ({
  page,
}) => {
  await openPage(page, '/category/Brass');
  const cards = cardsOn(page);
  await expect(cards).toHaveCount(limits.pageSize);
  await expect(cards.first()).toContainText('Trumpet No. 100');

  await scrollUntil(page, cards, 4 * limits.pageSize);
  const more = page.getByRole('button', { name: 'Show more' });
  await more.press('Enter');
  await expect(cards).toHaveCount(inBrass);
  await expect(
    cards
      .nth(4 * limits.pageSize)
      .getByRole('link')
      .first(),
  ).toBeFocused();
  await expect(more).toHaveCount(0);
  await expect(page.getByText('100 instruments shown, and that is all')).toHaveRole('status');

  const names = await cards.getByRole('heading').allTextContents();
  expect(names).toEqual(Array.from({ length: inBrass }, (_, at) => `Trumpet No. ${inBrass - at}`));
});

test('who goes back from an instrument finds the shelf as it was left', async ({ page }) => {
  await openPage(page, '/category/Brass');
  const cards = cardsOn(page);
  await scrollUntil(page, cards, 2 * limits.pageSize);
  const card = cards.filter({ hasText: 'Trumpet No. 60' });
  await card.scrollIntoViewIfNeeded();
  await card.getByRole('link', { name: /^see details/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trumpet No. 60' })).toBeFocused();
  const loaded = await page.evaluate(() => scrollY);
  expect(loaded).toBe(0);

  await page.goBack();
  await expect(page).toHaveURL('/category/Brass');
  // The instrument's page has cards too, and stays until the shelf is ready.
  await expect(page.getByRole('heading', { level: 1, name: 'All Brass Product' })).toBeAttached();
  await expect(card).toBeInViewport();
  expect(await cards.count()).toBeGreaterThanOrEqual(2 * limits.pageSize);
});

test('when the next ones do not load, the shelf stays, says so and tries again when asked', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\)/);
  const refusal = { title: 'No', detail: 'The ladder is missing.' };
  await page.route('**/api/category/Brass?*cursor=*', (route) =>
    route.fulfill({ status: 400, json: refusal, contentType: 'application/problem+json' }),
  );
  await openPage(page, '/category/Brass');
  const cards = cardsOn(page);
  await cards.last().scrollIntoViewIfNeeded();
  const alert = page.getByRole('alert').filter({ hasText: refusal.detail });
  await expect(alert).toBeVisible();
  await expect(cards).toHaveCount(limits.pageSize);
  await page.unroute('**/api/category/Brass?*cursor=*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(cards).not.toHaveCount(limits.pageSize);
});

test('an empty shelf says what belongs there, and where to go on', async ({ page }) => {
  await openPage(page, '/category/Percussion');
  await expect(page.getByRole('heading', { name: messages.category.empty })).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const look of looks) {
    await wear(page, look);
    await axe(page);
  }
  await page.getByRole('link', { name: 'See what else is in the shop' }).click();
  await expect(page.getByRole('heading', { name: 'The window is empty today' })).toBeVisible();
});

function cardsOn(page: Page): Locator {
  return page.getByRole('main').getByRole('article');
}

/** Scrolls as a wheel does, until so many cards are there. */
async function scrollUntil(page: Page, cards: Locator, count: number): Promise<void> {
  await expect(cards.first()).toBeVisible();
  await page.mouse.move(400, 400);
  await expect(async () => {
    await page.mouse.wheel(0, 4_000);
    expect(await cards.count()).toBeGreaterThanOrEqual(count);
  }).toPass({ intervals: [50] });
}

import type { Locator, Page } from '@playwright/test';
import { type Category, limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { cardsOn } from './support/cards.ts';
import { openPage } from './support/open-page.ts';
import { refuseRequests } from './support/requests.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { signIn } from './support/sign-in.ts';
import { test as base, expect, expectAccessible } from './support/test.ts';

const productCount = 100;

/** A server with products in Brass, String and Keyboard and none elsewhere; the browser is signed in there. */
const test = base.extend<{ signedIn: undefined }, { server: SeparateServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startSeparateServer();
      const { make, imageId } = server;
      const seller = await make.user({ name: 'Ada Fife', role: 'seller' });
      await make.user({ name: 'Ben Lute', email: 'ben@reprise.test' });
      const list = async (category: Category, name: string, count: number) => {
        for (let number = 1; number <= count; number += 1) {
          await make.product(seller.id, { name: `${name} No. ${number}`, category, imageId });
        }
      };
      await list('Brass', 'Trumpet', productCount);
      await list('String', 'Fiddle', 130);
      await list('Keyboard', 'Organ', 30);
      // A picture that gets its AVIF changes the lists that show it.
      await server.database.sql`
        update job_runs set due_at = now() + interval '1 hour' where name = 'avif-pictures-made'`;
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  signedIn: [
    async ({ context, server }, use) => {
      await signIn(context, 'ben@reprise.test', server);
      await use(undefined);
    },
    { auto: true },
  ],
});

// One worker runs all tests of this file, so that it starts one server.
test.describe.configure({ mode: 'default' });

test('a category of a hundred products loads more while scrolling, and the rest on request', async ({
  page,
}) => {
  await openPage(page, '/category/Brass');
  const cards = cardsOn(page);
  await expect(cards).toHaveCount(limits.pageSize);
  await expect(cards.first()).toContainText('Trumpet No. 100');

  await scrollUntil(page, cards, 4 * limits.pageSize);
  const more = page.getByRole('button', { name: 'Show more' });
  await more.press('Enter');
  await expect(cards).toHaveCount(productCount);
  await expect(
    cards
      .nth(4 * limits.pageSize)
      .getByRole('link')
      .first(),
  ).toBeFocused();
  await expect(more).toHaveCount(0);
  await expect(page.getByText('100 instruments shown, and there are no more')).toHaveRole('status');

  const names = await cards.getByRole('heading').allTextContents();
  const newestFirst = Array.from({ length: productCount }, (_, index) => {
    return `Trumpet No. ${productCount - index}`;
  });
  expect(names).toEqual(newestFirst);
});

test('going back from a product restores the loaded cards and the scroll position', async ({
  page,
}) => {
  await openPage(page, '/category/Brass');
  const cards = cardsOn(page);
  await scrollUntil(page, cards, 2 * limits.pageSize);
  const card = cards.filter({ hasText: 'Trumpet No. 60' });
  await card.scrollIntoViewIfNeeded();
  await card.getByRole('link', { name: /^see details/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trumpet No. 60' })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await expect(page).toHaveURL('/category/Brass');
  // The product's page has cards too, and is shown until the category is ready.
  await expect(page.getByRole('heading', { level: 1, name: 'All Brass Product' })).toBeAttached();
  await expect(card).toBeInViewport();
  expect(await cards.count()).toBeGreaterThanOrEqual(2 * limits.pageSize);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('on a phone the fifth page keeps its place after Back and after a reload', async ({
    page,
  }) => {
    await openPage(page, '/category/String');
    const cards = cardsOn(page);
    await scrollUntil(page, cards, 4 * limits.pageSize);
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    // The focus goes there, and the page scrolls with it.
    const firstOfFifth = cards
      .nth(4 * limits.pageSize)
      .getByRole('link')
      .first();
    await expect(firstOfFifth).toBeFocused();
    const card = cards.filter({ hasText: 'Fiddle No. 20' });
    await card.scrollIntoViewIfNeeded();
    let place = Number.NaN;
    const findPlace = async () => {
      place = await placeOf(card);
      return place;
    };
    await expect.poll(findPlace).not.toBeNaN();
    const distance = async () => Math.abs((await placeOf(card)) - place);

    await card.getByRole('link', { name: /^see details/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Fiddle No. 20' })).toBeFocused();
    await page.goBack();
    await expect(
      page.getByRole('heading', { level: 1, name: 'All String Product' }),
    ).toBeAttached();
    await expect.poll(distance).toBeLessThanOrEqual(1);

    await page.reload();
    await expect.poll(distance).toBeLessThanOrEqual(1);

    // The product is a new document when its address was entered: the list was left in another one.
    await card.getByRole('link', { name: /^see details/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Fiddle No. 20' })).toBeFocused();
    await openPage(page, page.url());
    await page.goBack();
    await expect.poll(distance).toBeLessThanOrEqual(1);
  });
});

test('when the next products do not load, the cards stay, with the error and a button to try again', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\)/);
  const detail = 'The next products were not found.';
  await refuseRequests(page, '**/api/category/Brass?*cursor=*', { status: 400, detail });
  await openPage(page, '/category/Brass');
  const cards = cardsOn(page);
  await cards.last().scrollIntoViewIfNeeded();
  const alert = page.getByRole('alert').filter({ hasText: detail });
  await expect(alert).toBeVisible();
  await expect(cards).toHaveCount(limits.pageSize);
  await page.unroute('**/api/category/Brass?*cursor=*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(cards).not.toHaveCount(limits.pageSize);
});

test('new listings are counted without moving the page, and one press shows them', async ({
  page,
  server,
}) => {
  await page.clock.install();
  await openPage(page, '/category/Keyboard');
  const cards = cardsOn(page);
  await scrollUntil(page, cards, 30);
  const read = cards.filter({ hasText: 'Organ No. 4' }).last();
  await read.scrollIntoViewIfNeeded();
  const place = await read.boundingBox();

  // It looks at the first page, and nothing has changed.
  const statuses = await watchStatuses(page, '/api/category/Keyboard');
  await expect(async () => {
    await page.clock.fastForward(61_000);
    await expect.poll(statuses, { timeout: 2_000 }).not.toEqual([]);
  }).toPass();
  expect(new Set(statuses())).toEqual(new Set([304]));

  const seller = await server.make.user({ name: 'Cy Reed', role: 'seller' });
  for (const name of ['Celesta', 'Clavinet', 'Melodica']) {
    const { imageId } = server;
    await server.make.product(seller.id, { name, category: 'Keyboard', imageId });
  }
  const note = page.getByText('3 new instruments since you opened this page');
  await expect(async () => {
    await page.clock.fastForward(61_000);
    await expect(note).toHaveRole('status', { timeout: 2_000 });
  }).toPass();
  await expect(cards).toHaveCount(30);
  expect(await read.boundingBox()).toEqual(place);

  const show = page.getByRole('button', { name: '3 new since you opened this page. Show them' });
  await expect(show).toBeInViewport();
  // In the middle of the list it may lie over a link until one scrolls.
  await page.evaluate(() => scrollTo(0, 0));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // What waits for the next frame would wait for the clock of this page.
  await page.clock.resume();
  await expectAccessible(page);
  await show.press('Enter');
  await expect(cards.first()).toContainText('Melodica');
  await expect(cards.first()).toBeInViewport();
  await expect(cards.first().getByRole('link').first()).toBeFocused();
  await expect(show).toHaveCount(0);
  await expect(note).toHaveCount(0);
});

test('an empty category says so, and leads to the home page, whose carousel is empty too', async ({
  page,
}) => {
  await openPage(page, '/category/Percussion');
  await expect(page.getByRole('heading', { name: messages.category.empty })).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See what else is in the shop' }).click();
  await expect(page.getByRole('heading', { name: 'The window is empty today' })).toBeVisible();
});

/** The statuses of the responses of a path since, as they came from the server: the browser makes 200 of a 304. */
async function watchStatuses(page: Page, path: string): Promise<() => number[]> {
  const asked = new Set<string>();
  const statuses = new Map<string, number>();
  const session = await page.context().newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).pathname === path) asked.add(requestId);
  });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) =>
    statuses.set(requestId, statusCode),
  );
  await session.send('Network.enable');
  return () => [...statuses].filter(([id]) => asked.has(id)).map(([, status]) => status);
}

/** How far below the top of the viewport a card begins, when it has stopped moving; NaN while it is not there. */
async function placeOf(card: Locator): Promise<number> {
  const top = async () => {
    if ((await card.count()) !== 1) return Number.NaN;
    return (await card.boundingBox())?.y ?? Number.NaN;
  };
  const before = await top();
  await card.page().waitForFunction(() => new Promise((done) => requestAnimationFrame(done)));
  return (await top()) === before ? before : Number.NaN;
}

/** Turns the mouse wheel until the page has this many cards. */
async function scrollUntil(page: Page, cards: Locator, count: number): Promise<void> {
  await expect(cards.first()).toBeVisible();
  await page.mouse.move(400, 400);
  await expect(async () => {
    await page.mouse.wheel(0, 4_000);
    expect(await cards.count()).toBeGreaterThanOrEqual(count);
  }).toPass({ intervals: [50] });
}

import { appearances, setAppearance } from './support/appearances.ts';
import { seed, uniqueName } from './support/database.ts';
import { demoProduct } from './support/demo-products.ts';
import { isFull } from './support/full-tests.ts';
import { uploadFullSizeImage } from './support/images.ts';
import { openPage } from './support/open-page.ts';
import { findCutOff, findOverflow } from './support/overflow.ts';
import { readRightToLeft } from './support/right-to-left.ts';
import { bookNowButton, createBooking } from './support/sales.ts';
import { expect, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

const buyer = { name: 'ليلى حداد', email: 'buyer2@reprise.test' };
const arabicFont = /noto-sans-arabic.*\.woff2$/;

const pages = [
  { name: 'home', path: async () => '/' },
  { name: 'search results', path: async () => '/search?q=trumpet' },
  { name: 'a product', path: async () => (await demoProduct('available')).path },
  { name: 'the dashboard', path: async () => '/dashboard', user: buyer.email },
  {
    name: 'bookings',
    path: async () => {
      await createBooking({ buyer });
      return '/dashboard/bookings';
    },
    user: buyer.email,
  },
  { name: 'a form', path: async () => '/register' },
];

test.describe(() => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const { name, path, user } of pages) {
    test(`everything is in sight from right to left: ${name}`, async ({ page, signInAs }) => {
      if (user) await signInAs(user);
      await readRightToLeft(page);
      await openPage(page, await path());
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      for (const appearance of isFull ? appearances : appearances.slice(0, 1)) {
        await setAppearance(page, appearance);
        expect(await findOverflow(page), JSON.stringify(appearance)).toEqual([]);
        expect(await findCutOff(page), JSON.stringify(appearance)).toEqual([]);
      }
    });
  }
});

test('a page in Arabic loads the Arabic font, and one in English does not for an Arabic name', async ({
  page,
  context,
}) => {
  const { name, path } = await createOud();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await openPage(page, path);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  expect(requested.filter((url) => arabicFont.test(url))).toEqual([]);

  const inArabic = await context.newPage();
  const font = inArabic.waitForResponse(arabicFont);
  await inArabic.goto(`/ar${path}`);
  expect((await font).status()).toBe(200);
});

test('an Arabic name stands apart in the title of an English dialog', async ({
  page,
  signInAs,
}) => {
  const { name, path } = await createOud();
  await signInAs(buyer.email);
  await openPage(page, path);
  await bookNowButton(page, name).click();
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 });
  await expect(title).toHaveText(`Book \u2068${name}\u2069`);
});

test('an empty field of a page in Arabic is written from the right, and a telephone number from the left', async ({
  page,
  signInAs,
}) => {
  await signInAs(buyer.email);
  await readRightToLeft(page);
  const { name, path } = await demoProduct('available');
  await openPage(page, path);
  await bookNowButton(page, name).click();
  const place = page.getByLabel('Meeting location');
  await expect(place).toHaveCSS('direction', 'rtl');
  await expect(place).toHaveCSS('unicode-bidi', 'plaintext');
  await expect(page.getByLabel('Phone')).toHaveCSS('direction', 'ltr');
});

async function createOud() {
  const imageId = await uploadFullSizeImage(testServer().url);
  const name = `${uniqueName('عود')} (1990)`;
  const id = await seed(async (make) => {
    const seller = await make.user({ name: 'سلمى', role: 'seller' });
    return make.product(seller.id, { name, imageId });
  });
  return { name, path: `/products/${id}` };
}

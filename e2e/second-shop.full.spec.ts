import { contrast } from '#contract/shop/contrast.ts';
import { openPage } from './support/open-page.ts';
import { expectReceipt, pay } from './support/payment-page.ts';
import { bookNowButton, submitBooking } from './support/sales.ts';
import { offerViolin, readableTexts, secondShopTest as test } from './support/second-shop.ts';
import { signIn } from './support/sign-in.ts';
import { expect, expectAccessible } from './support/test.ts';

// One worker runs all tests of this file, so that it starts one server.
test.describe.configure({ mode: 'default' });

const name = 'Saitenreich';
const tagline = 'Geigen, Bratschen und Celli aus zweiter Hand.';
/** The name of the default shop, as visitors would read it. */
const otherName = 'Reprise';

/** As `shop.json` has them, in the words of browsers. */
const colours = {
  light: { accent: 'rgb(138, 28, 67)', banner: 'rgb(43, 16, 48)' },
  dark: { accent: 'rgb(243, 163, 189)', banner: 'rgb(36, 13, 41)' },
};

test('the shop has its name, its line and its headlines on the home page', async ({ page }) => {
  await openPage(page, '/');
  await expect(page).toHaveTitle(new RegExp(`^${name}\\b`));
  const main = page.getByRole('main');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link', { name: `${name}, home` })).toBeVisible();
  await expect(
    main.getByRole('heading', {
      level: 1,
      name: 'Streichinstrumente mit Vergangenheit. Und mit Zukunft.',
    }),
  ).toBeVisible();
  for (const headline of ['Nach Gattung', 'Ihr Instrument sucht jemanden, der es spielt.']) {
    await expect(main.getByRole('heading', { level: 2, name: headline })).toBeVisible();
  }
  for (const headline of ['Fotografieren', 'Drei Tage Probe', 'Für Sie zurückgelegt']) {
    await expect(main.getByRole('heading', { level: 3, name: headline })).toBeVisible();
  }
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(tagline);
  await expect(footer).toContainText(`Copyright © 2022 ${name}`);
  await expect(footer.getByRole('link', { name: `${name} on Mastodon` })).toBeVisible();
  await expectAccessible(page);
});

test('the home page has what a search of the owner finds', async ({ page, server }) => {
  await offerViolin(server);
  await openPage(page, '/');
  // Near its place only.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const row = page.getByRole('region', { name: 'Aus unserer Stadt' });
  await expect(row.getByRole('article').filter({ hasText: 'Mittenwalder Geige' })).not.toHaveCount(
    0,
  );
  await expectAccessible(page);
  await row.getByRole('link', { name: 'See all' }).click();
  await expect(page).toHaveURL('/search?q=mittenwalder&category=String');
});

test('the navigation bar stays in one row beside the name on a phone', async ({ page }) => {
  await openPage(page, '/blog');
  const bar = page.getByRole('banner');
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await bar.boundingBox())?.height, `at ${width} px`).toBeLessThan(80);
    const shopName = await bar.getByText(name, { exact: true }).boundingBox();
    const toggle = bar.getByRole('button', { name: 'Search instruments', exact: true });
    const button = await toggle.first().boundingBox();
    const end = (shopName?.x ?? 0) + (shopName?.width ?? 0);
    expect(end, `at ${width} px`).toBeLessThanOrEqual(button?.x ?? 0);
  }
});

test('the shop has its name in head, manifest and API documents', async ({ page }) => {
  await page.goto('/');
  const meta = (property: string) => page.locator(`meta[property="${property}"]`);
  await expect(meta('og:site_name')).toHaveAttribute('content', name);
  const [statement = ''] = await page
    .locator('script[type="application/ld+json"]')
    .allTextContents();
  expect(JSON.parse(statement)).toMatchObject({ '@type': 'WebSite', name });
  const manifest = await (await page.request.get('/site.webmanifest')).json();
  expect(manifest).toMatchObject({ name });
  expect(JSON.stringify(manifest)).not.toContain(otherName);
  const openApi = await (await page.request.get('/api/openapi.json')).json();
  expect(openApi.info.title).toBe(name);
  for (const path of ['/api/docs', '/api/problems', '/robots.txt', '/sitemap-pages.xml']) {
    expect(await (await page.request.get(path)).text(), path).not.toContain(otherName);
  }
});

test('a buyer books a violin in euros, pays, and reads the name of the shop in receipt and mails', async ({
  page,
  context,
  server,
}) => {
  const { buyer, productId } = await offerViolin(server);
  await signIn(context, buyer.email, server);
  await openPage(page, `/products/${productId}`);
  await bookNowButton(page, 'Mittenwalder Geige').click();
  await submitBooking(page);
  await expect(page).toHaveURL('/dashboard/bookings');
  await page.getByRole('link', { name: 'Pay for Mittenwalder Geige' }).click();
  await expect(page.getByRole('main')).toContainText('€2,400');
  await pay(page);
  await expectReceipt(page);
  expect(await readableTexts(page)).not.toContain(otherName);
  await page.getByRole('link', { name: 'See the receipt' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible();

  const findMail = () => server.findMail(buyer.email, /Mittenwalder Geige/);
  await expect.poll(findMail, { timeout: 90_000 }).toBeDefined();
  const mail = (await findMail()) ?? '';
  // Without its pictures, which are long in a message.
  const [text = ''] = mail.split('Content-Type: image/', 1);
  expect(text).toContain(`at ${name}`);
  expect(text).not.toContain(otherName);
});

test('the colours of the shop are the owner’s in both themes, and can be read', async ({
  page,
}) => {
  for (const [theme, { accent, banner }] of Object.entries(colours)) {
    await page.emulateMedia({ colorScheme: theme as 'light' | 'dark' });
    await openPage(page, '/kontakt');
    const link = page.getByRole('main').getByRole('link', { name: 'nebenan' });
    await expect(link).toHaveCSS('color', accent);
    await expect(page.getByRole('contentinfo')).toHaveCSS('background-color', banner);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(contrast(hexOf(accent), hexOf(ground))).toBeGreaterThanOrEqual(4.5);
  }
  await openPage(page, '/');
  await expectAccessible(page);
});

test('the logo of the shop is its own picture, on light and on dark grounds', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openPage(page, '/');
  const pictures = await Promise.all(
    ['banner', 'contentinfo'].map((part) =>
      page
        .getByRole(part as 'banner')
        .locator('.shop-logo')
        .evaluate((logo) => getComputedStyle(logo, '::before').backgroundImage),
    ),
  );
  expect(pictures[0]).not.toBe(pictures[1]);
  for (const picture of pictures) {
    const response = await page.request.get(/url\("(.*)"\)/.exec(picture)?.[1] ?? '');
    expect(response.headers()['content-type']).toContain('image/svg+xml');
    expect(await response.text()).toContain('<title>Saitenreich</title>');
  }
});

/** `#8a1c43` of `rgb(138, 28, 67)`. */
function hexOf(colour: string): string {
  const parts = colour.match(/\d+/g) ?? [];
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}

test('no page of a guest says the name of the default shop', async ({
  page,
  server,
  expectConsole,
}) => {
  expectConsole(/404 \(Not Found\)/);
  const { productId, seller } = await offerViolin(server);
  const paths = [
    ...['/', '/login', '/register', '/forgot-password', '/reset-password?token=of-a-mail'],
    ...['/search?q=Geige', '/about', '/kontakt', '/nirgendwo'],
    ...[`/products/${productId}`, `/sellers/${seller.id}`],
  ];
  for (const path of paths) {
    await openPage(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    const texts = await readableTexts(page);
    expect(texts, path).toContain(name);
    expect(texts, path).not.toContain(otherName);
  }
});

test('no page of an admin says the name of the default shop', async ({ page, context, server }) => {
  const admin = await server.make.user({ name: 'Jördis Großkreuz', role: 'admin' });
  await signIn(context, admin.email, server);
  await openPage(page, '/dashboard');
  const menu = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
  await expect(menu.first()).toBeVisible();
  const paths = await menu.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  );
  expect(paths.length).toBeGreaterThan(8);
  for (const path of [...paths, '/dashboard/profile', '/category/String']) {
    await openPage(page, path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    expect(await readableTexts(page), path).not.toContain(otherName);
  }
});

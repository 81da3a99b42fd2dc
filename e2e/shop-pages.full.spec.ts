import { messages } from '#contract/messages.ts';
import { openPage } from './support/open-page.ts';
import { expectToFitEverywhere } from './support/overflow.ts';
import { secondShopTest as test } from './support/second-shop.ts';
import { expect, expectAccessible } from './support/test.ts';

// One worker runs all tests of this file, so that it starts one server.
test.describe.configure({ mode: 'default' });

const footerPages = [
  'Über uns',
  'Werkstatt',
  'Ankauf und Inzahlungnahme',
  'Versand',
  'Rückgabe',
  'Kontakt',
  'Allgemeine Geschäftsbedingungen',
  'Datenschutz',
  'Barrierefreiheit',
  'Impressum',
];

test('a guest opens the pages of the owner from the footer by keyboard, without a reload', async ({
  page,
}) => {
  await openPage(page, '/');
  const links = page.getByRole('navigation', { name: 'About the shop' }).getByRole('link');
  await expect(links).toHaveText(footerPages);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await links.filter({ hasText: 'Werkstatt' }).press('Enter');
  await expect(page).toHaveURL('/werkstatt');
  await expect(page.getByRole('heading', { level: 1, name: 'Die Werkstatt' })).toBeFocused();
  const table = page.getByRole('group', { name: 'Table: Was eine Arbeit kostet' });
  await expect(table.getByRole('columnheader')).toHaveCount(7);

  await links.filter({ hasText: 'Über uns' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Über Saitenreich' })).toBeFocused();
  const drawing = page.getByRole('img', { name: 'Eine Geige von vorn, mit Maßen in Millimetern' });
  await drawing.scrollIntoViewIfNeeded();
  await expect
    .poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await page.getByRole('main').getByRole('link', { name: 'AGB' }).press('Enter');
  await expect(page).toHaveURL('/agb#gebuhren');
  await expect(page.getByRole('heading', { level: 2, name: 'Gebühren' })).toBeInViewport();
  expect(await page.evaluate(() => Reflect.get(window, 'isSameDocument'))).toBe(true);

  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'Gerichtsstand' }).press('Enter');
  await expect(page).toHaveURL('/agb#gerichtsstand');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test('HTML in a page of the owner is shown as text', async ({ page }) => {
  await openPage(page, '/agb');
  await expect(page.getByText("<script>alert('AGB')</script>")).toBeVisible();
});

test('the owner’s pages with pictures, tables and many headings are accessible, and fit narrow windows', async ({
  page,
}) => {
  for (const path of ['/about', '/werkstatt', '/agb']) {
    await openPage(page, path);
    await expectAccessible(page);
    await expectToFitEverywhere(page);
  }
});

test('a page of the owner has title, description, canonical address and JSON-LD', async ({
  page,
  server,
}) => {
  const response = await page.goto('/kontakt');
  expect(response?.headers()).toMatchObject({ 'cache-control': 'no-cache' });
  await expect(page).toHaveTitle(/^Kontakt \| /);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    `${server.url}/kontakt`,
  );
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    'Saitenreich, Inh. Jördis Großkreuz Ballenhausgasse 3 82481 Mittenwald',
  );
  const statements = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(statements.map((text) => JSON.parse(text))).toMatchObject([
    { '@type': 'WebPage', name: 'Kontakt', url: `${server.url}/kontakt` },
    { '@type': 'BreadcrumbList' },
  ]);
  const { etag = '' } = response?.headers() ?? {};
  const again = await page.request.get('/kontakt', { headers: { 'if-none-match': etag } });
  expect(again.status()).toBe(304);
});

test('an address that is no page of the owner is not found', async ({ page, expectConsole }) => {
  expectConsole(/404 \(Not Found\)/);
  const response = await openPage(page, '/impressum-alt');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('link', { name: messages.notFound.backHome })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a guest reads the pages of the owner and follows their links without JavaScript', async ({
    page,
  }) => {
    await page.goto('/about');
    await page.getByRole('main').getByRole('link', { name: 'Werkstatt' }).click();
    await expect(page).toHaveURL('/werkstatt');
    await expect(page.getByRole('cell', { name: 'Steg schneiden' })).toBeVisible();
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link', { name: 'werkstatt@saitenreich.example' })).toBeVisible();
    await footer.getByRole('link', { name: 'Impressum' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Impressum' })).toBeVisible();
  });
});

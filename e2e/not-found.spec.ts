import { demoCard } from './support/demo-products.ts';
import { openPage } from './support/open-page.ts';
import { refuseRequests } from './support/requests.ts';
import { expect, test } from './support/test.ts';

const missingPaths = [
  '/products/01900000-0000-7000-8000-00000000dead',
  '/products/trumpet',
  '/category/Kazoo',
  // A line break and a line separator.
  '/%0A',
  '/%E2%80%A8',
];

test('any other path shows the not-found page, which leads back home', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404 \(Not Found\)/);
  const response = await openPage(page, '/somewhere/else');
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle('Page not found | Reprise');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const path of missingPaths) {
    const reply = await page.request.get(path);
    expect(reply.status(), path).toBe(404);
    const html = await reply.text();
    expect(html, path).toContain('<title>Page not found | Reprise</title>');
    expect(html, path).toContain('<meta name="robots" content="noindex"');
  }
  await page.getByRole('link', { name: 'Back To Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).not.toHaveTitle(/not found/);
});

test('the link of a product that was withdrawn in the meantime shows that it is off sale', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404 \(Not Found\)/);
  await openPage(page, '/');
  const detail = 'There is nothing here.';
  await refuseRequests(page, '**/api/products/*-*', { status: 404, detail });
  await demoCard(page)
    .getByRole('link', { name: /^see details/ })
    .click();
  await expect(page).toHaveTitle('No longer on sale | Reprise');
  await expect(page.getByRole('link', { name: 'See what is on sale' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

const malformed = [
  { address: '/search?q=%E9', heading: /\ufffd/, isFound: true },
  { address: '/search?q=%', heading: /%/, isFound: true },
  { address: '/search?q=horn%ED%A0%80&%E9=%', heading: /horn/, isFound: true },
  { address: '/blog?%E9#%E9', heading: /./, isFound: true },
  { address: '/category/%E9', heading: /./, isFound: false },
  { address: '/sellers/%E9?cursor=%E9', heading: /./, isFound: false },
  { address: '/%E9?%E9#%E9', heading: /./, isFound: false },
];

test('an address with a malformed escape is the same page on the server and in the browser', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404 \(Not Found\)/);
  for (const { address, heading, isFound } of malformed) {
    const response = await openPage(page, address);
    expect(response?.status(), address).toBe(isFound ? 200 : 404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    const title = /<title>(.*?)<\/title>/.exec((await response?.text()) ?? '')?.[1];
    await expect(page).toHaveTitle(title ?? '');
  }
});

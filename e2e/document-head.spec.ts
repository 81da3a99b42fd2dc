import type { Browser, Page } from '@playwright/test';
import { demoCard, demoProduct } from './support/demo-products.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';
import { testServer } from './support/test-server.ts';

test('the server-rendered head of a product describes it to search engines and messengers', async ({
  browser,
}) => {
  const { url } = testServer();
  const { path, name, category } = await demoProduct('available');
  const { title, tags, structuredData } = await serverRenderedHead(browser, path);

  expect(title).toBe(`${name} | Reprise`);
  expect(tags).toMatchObject({
    description: expect.stringMatching(/^\$[\d,.]+\. \w+ condition, bought in \d{4}, in .{20,}/),
    canonical: url + path,
    'og:title': title,
    'og:type': 'product',
    'og:url': url + path,
    'og:description': tags.description,
    'og:image:alt': name,
    'twitter:card': 'summary_large_image',
  });
  expect(tags).not.toHaveProperty('robots');
  expect((await fetch(tags['og:image'] ?? '')).headers.get('content-type')).toBe('image/webp');

  const product = structuredData.find((data) => data['@type'] === 'Product');
  expect(product).toMatchObject({
    name,
    category,
    offers: {
      '@type': 'Offer',
      url: url + path,
      priceCurrency: 'USD',
      price: expect.stringMatching(/^\d+\.\d\d$/),
      availability: 'https://schema.org/InStock',
    },
  });
  const breadcrumbs = structuredData.find((data) => data['@type'] === 'BreadcrumbList');
  const steps = breadcrumbs?.itemListElement as object[];
  expect(steps[0]).toMatchObject({ position: 1, name: 'Home', item: `${url}/` });
  const ofCategory = `${url}/instruments/categories/${category.toLowerCase()}`;
  expect(steps[1]).toMatchObject({ position: 2, name: category, item: ofCategory });
  expect(steps.at(-1)).toMatchObject({ position: steps.length, name, item: url + path });
});

test('the title, description and address after a navigation in the browser are those from the server', async ({
  page,
  browser,
}) => {
  await openPage(page, '/');
  const card = demoCard(page);
  const name = await card.getByRole('heading').innerText();
  await card.getByRole('link', { name: /^see details/ }).click();
  await expect(page).toHaveURL(/\/products\//);
  // While the product is read, the page has another heading and the head of the page before.
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await expect(page).toHaveTitle(`${name} | Reprise`);
  const path = new URL(page.url()).pathname;
  expect(await readHead(page)).toEqual(forPeople(await serverRenderedHead(browser, path)));

  const bar = page.getByRole('navigation', { name: 'Main' });
  for (const [link, target] of [
    ['Blog', '/blog'],
    ['Login', '/login'],
    ['Home', '/'],
  ] as const) {
    await bar.getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(target);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const served = forPeople(await serverRenderedHead(browser, target));
    expect(await readHead(page), target).toEqual(served);
  }
});

test('hydration changes nothing of the text and the head but the age of a listing', async ({
  page,
  browser,
}) => {
  const { path: productPath } = await demoProduct('advertise');
  // Otherwise the carousel moves between the two readings.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', productPath, '/blog', '/about']) {
    // Another story may advertise a product on the home page between the two visits.
    await expect(async () => {
      await openPage(page, path);
      const text = await textWithoutTimes(page);
      const head = await readHead(page);
      const served = await withoutJavaScript(browser, path, async (servedPage) => ({
        text: await textWithoutTimes(servedPage),
        head: await readHead(servedPage),
      }));
      expect(served.text, path).toBe(text);
      expect(served.head, path).toEqual(head);
    }).toPass();
  }
});

/**
 * The text of the page without times: the server renders the day, and the browser the time in its time zone, and
 * without sections that are loaded when the reader comes near.
 */
function textWithoutTimes(page: Page): Promise<string> {
  return page.getByRole('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    for (const part of copy.querySelectorAll('time, [data-loaded-when-near]')) part.remove();
    return copy.textContent;
  });
}

interface Head {
  title: string;
  tags: Record<string, string>;
  structuredData: Record<string, unknown>[];
}

async function serverRenderedHead(browser: Browser, path: string): Promise<Head> {
  return withoutJavaScript(browser, path, readHead);
}

/** Without what only programs read, which ask the server. */
function forPeople({ title, tags }: Head): Head {
  const ofPrograms = /^(og|twitter):/;
  const kept = Object.entries(tags).filter(([name]) => !ofPrograms.test(name));
  return { title, tags: Object.fromEntries(kept), structuredData: [] };
}

/** Opens a page as the server rendered it, and reads from it. */
async function withoutJavaScript<Result>(
  browser: Browser,
  path: string,
  read: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(testServer().url + path, { waitUntil: 'domcontentloaded' });
    return await read(page);
  } finally {
    await context.close();
  }
}

/** The head's description of the page, without the names of its scripts. */
function readHead(page: Page): Promise<Head> {
  return page.evaluate(() => {
    const elements = [
      ...document.head.querySelectorAll(
        'meta[content]:not([name=page-scripts]), link[rel=canonical]',
      ),
    ];
    const tags = elements.flatMap((tag) => {
      const name =
        tag.getAttribute('name') ?? tag.getAttribute('property') ?? tag.getAttribute('rel');
      return name ? [[name, tag.getAttribute('content') ?? tag.getAttribute('href') ?? '']] : [];
    });
    const scripts = [...document.head.querySelectorAll('script[type="application/ld+json"]')];
    return {
      title: document.title,
      tags: Object.fromEntries(tags),
      structuredData: scripts.map(({ textContent }) => JSON.parse(textContent ?? '')),
    };
  });
}

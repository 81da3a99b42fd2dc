import type { Browser, Page } from '@playwright/test';
import { anInstrument } from './support/instruments.ts';
import { openPage } from './support/open-page.ts';
import { runningShop } from './support/open-shop.ts';
import { expect, test } from './support/test.ts';

test('what the server sends of an instrument tells search engines and messengers all about it', async ({
  browser,
}) => {
  const { url } = runningShop();
  const { path, name, category } = await anInstrument('available');
  const { title, tags, statements } = await headFromServer(browser, path);

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

  const product = statements.find((one) => one['@type'] === 'Product');
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
  const trail = statements.find((one) => one['@type'] === 'BreadcrumbList');
  expect(trail).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Home', item: `${url}/` },
      { position: 2, name: category, item: `${url}/category/${category}` },
      { position: 3, name, item: url + path },
    ],
  });
});

test('who comes to an instrument from within the shop gets the same head as from the server', async ({
  page,
  browser,
}) => {
  await openPage(page, '/');
  const window = page.getByRole('region', { name: 'Advertised instruments' });
  await window
    .getByRole('link', { name: /^see details/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/products\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const path = new URL(page.url()).pathname;
  expect(await headOf(page)).toEqual(await headFromServer(browser, path));

  const bar = page.getByRole('navigation', { name: 'Main' });
  for (const [link, to] of [
    ['Blog', '/blog'],
    ['Login', '/login'],
    ['Home', '/'],
  ] as const) {
    await bar.getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(to);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await headOf(page), to).toEqual(await headFromServer(browser, to));
  }
});

test('the page of the server comes alive as it is: nothing of its text but the age of a listing, or of its head, changes', async ({
  page,
  browser,
}) => {
  const { path } = await anInstrument('advertise');
  for (const address of ['/', path, '/blog', '/about']) {
    await openPage(page, address);
    const main = await timelessText(page);
    const head = await headOf(page);
    await asServed(browser, address, async (served) => {
      expect(await timelessText(served), address).toBe(main);
    });
    expect(await headFromServer(browser, address), address).toEqual(head);
  }
});

/** What a page says, apart from the times: the server knows the day, and the browser its visitor's clock. */
function timelessText(page: Page): Promise<string> {
  return page.getByRole('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    for (const time of copy.querySelectorAll('time')) time.remove();
    return copy.textContent;
  });
}

interface HeadFound {
  title: string;
  tags: Record<string, string>;
  statements: Record<string, unknown>[];
}

async function headFromServer(browser: Browser, path: string): Promise<HeadFound> {
  return asServed(browser, path, headOf);
}

/** Looks at a page as the server sent it, before any script. */
async function asServed<Result>(
  browser: Browser,
  path: string,
  look: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(runningShop().url + path, { waitUntil: 'domcontentloaded' });
    return await look(page);
  } finally {
    await context.close();
  }
}

/** What the head tells of its page; which scripts the page came with is no part of that. */
function headOf(page: Page): Promise<HeadFound> {
  return page.evaluate(() => {
    const found = [
      ...document.head.querySelectorAll(
        'meta[content]:not([name=page-scripts]), link[rel=canonical]',
      ),
    ];
    const tags = found.flatMap((tag) => {
      const name =
        tag.getAttribute('name') ?? tag.getAttribute('property') ?? tag.getAttribute('rel');
      return name ? [[name, tag.getAttribute('content') ?? tag.getAttribute('href') ?? '']] : [];
    });
    const scripts = [...document.head.querySelectorAll('script[type="application/ld+json"]')];
    return {
      title: document.title,
      tags: Object.fromEntries(tags),
      statements: scripts.map(({ textContent }) => JSON.parse(textContent ?? '')),
    };
  });
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReadFailure, type RenderedPage } from '#contract/shop/page.ts';
import { englishOnly, type LoadedLanguage } from '../../core/shop-language.ts';
import { transaction } from '../../database/transaction.ts';
import { recordCatalogueChange } from '../../features/products/catalogue-changes.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { entryFiles, type Manifest, pageLinks } from './built-pages.ts';
import { fillTemplate, inlineHashes, type PageSource } from './page-source.ts';

let shop: TestShop;
let productId: string;

/** A page that shows the product named in its address. */
const source: PageSource = {
  inline: { scripts: [], styles: [] },
  async render({ path, read }) {
    if (path.startsWith('/broken')) throw new Error(`the renderer broke at ${path}`);
    if (path === '/away') return { status: 503, html: '<h1>Come back later</h1>' };
    if (path === '/moved') return { status: 302, location: '/blog', html: '' };
    try {
      const id = path.split('/')[2] ?? '';
      const { reply: product } = await read('readProduct', { params: { id } });
      return { status: 200, html: `<h1>${product.name}</h1>` };
    } catch (error) {
      if (!(error instanceof ReadFailure)) throw error;
      return { status: error.status, html: '<h1>Nothing here</h1>' };
    }
  },
};

beforeAll(async () => {
  const [english] = englishOnly;
  const languages = ['en', 'de', 'pt-BR', 'zh'].map((tag, index) => ({
    ...(english as LoadedLanguage),
    tag,
    prefix: index === 0 ? '' : `/${tag}`,
  }));
  shop = await createTestShop({ pages: source, languages });
  await shop.catalogue.start();
  const seller = await shop.make.user({ role: 'seller' });
  productId = await shop.make.product(seller.id, { name: 'Banjo' });
});
afterAll(() => shop.close());

describe('a page', () => {
  it('a page is HTML made from public reads, cached until one of them changes', async () => {
    const url = `/products/${productId}`;
    const page = async () => (await shop.app.inject({ url })).body;
    expect(await page()).toBe('<h1>Banjo</h1>');
    await shop.database.sql`update products set name = 'Lute' where id = ${productId}`;
    expect(await page()).toBe('<h1>Banjo</h1>');
    await transaction(shop.database, (tx) => recordCatalogueChange(tx, productId, new Date()));
    await shop.catalogue.catchUp();
    expect(await page()).toBe('<h1>Lute</h1>');
  });

  it('a page has the status of what it shows, and the content type of HTML', async () => {
    const missing = await shop.app.inject({
      url: '/products/01900000-0000-7000-8000-000000000000',
    });
    expect(missing.statusCode).toBe(404);
    expect(missing.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(missing.body).toBe('<h1>Nothing here</h1>');
  });

  it('a page that has moved redirects the browser', async () => {
    const reply = await shop.app.inject({ url: '/moved' });
    expect(reply.statusCode).toBe(302);
    expect(reply.headers.location).toBe('/blog');
  });

  it.each([
    ['//evil.test', '/evil.test'],
    ['/de//evil.test/?q=//1', '/de/evil.test/?q=//1'],
    ['/de/\\evil.test', '/de/evil.test'],
    ['/en//evil.test', '/evil.test'],
    ['/.//evil.test', '/evil.test'],
    ['/en', '/'],
    ['/EN/blog', '/blog'],
    ['/en-GB?q=1', '/?q=1'],
    ['/DE', '/de'],
    ['/De/blog', '/de/blog'],
    ['/de-DE', '/de'],
    ['/de_AT/blog?q=1', '/de/blog?q=1'],
    ['/pt-br', '/pt-BR'],
    ['/zh-Hant-TW/', '/zh'],
  ])('the page at %s has moved to %s', async (url, location) => {
    const reply = await shop.app.inject({ url });
    expect([reply.statusCode, reply.headers.location]).toEqual([308, location]);
  });

  it.each(['/de', '/de/blog', '/pt-BR', '/blog', '/de-luxe', '/fr-FR'])(
    'the page at %s stays there',
    async (url) => {
      expect((await shop.app.inject({ url })).headers.location).toBeUndefined();
    },
  );

  it('an unavailable page has Retry-After and is not cached', async () => {
    const reply = await shop.app.inject({ url: '/away' });
    expect(reply.statusCode).toBe(503);
    expect(reply.headers['retry-after']).toBe('2');
    expect(shop.responseCache.get('/away')).toBeUndefined();
  });

  it('a page that cannot be rendered is an error page, and the reason is in the log', async () => {
    const reply = await shop.app.inject({ url: '/broken/jane' });
    expect(reply.statusCode).toBe(500);
    expect(reply.body).toContain('Something went wrong on our side');
    expect(reply.body).not.toContain('renderer');
    expect(JSON.stringify(shop.logged)).toContain('the renderer broke at (address)');
    expect(JSON.stringify(shop.logged)).not.toContain('jane');
  });
});

describe('the template', () => {
  const rendered: RenderedPage = {
    status: 200,
    head: '<title>$& costs $1</title>',
    body: '<h1>Hello</h1>',
    state: { name: '</script><script>alert(1)</script>' },
    modules: [],
  };

  it('the template is filled with head, shop, body and state, and nothing in the state ends its script', () => {
    const template = '<head><!--head--><!--shop--></head><div><!--body--></div><!--state-->';
    const { html } = fillTemplate(template, rendered, {
      tag: 'en',
      links: '<link>',
      shop: '<meta>',
    });
    expect(html).toContain(
      '<head><title>$& costs $1</title><link><meta></head><div><h1>Hello</h1></div>',
    );
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    const text = /id="state">(.*)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(text)).toEqual(rendered.state);
  });

  it('the template has a hash for each inline script and style, and for no data block', () => {
    const hashes = inlineHashes(
      '<script>a()</script><script src="/x.js"></script><script type="application/ld+json">{}</script><style>b{}</style>',
    );
    expect(hashes.scripts).toHaveLength(1);
    expect(hashes.styles).toHaveLength(1);
    expect(hashes.scripts[0]).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  });
});

describe('links to the files of a page', () => {
  const manifest: Manifest = {
    'index.html': {
      file: 'assets/main.js',
      isEntry: true,
      imports: ['_react.js'],
      css: ['assets/main.css'],
    },
    '_react.js': { file: 'assets/react.js' },
    '_card.js': { file: 'assets/card.js', imports: ['_react.js'] },
    'home/HomePage.tsx': {
      file: 'assets/home.js',
      imports: ['_card.js'],
      css: ['assets/home.css'],
    },
  };

  it('a page links to its own files once, and not to those that every page loads', () => {
    const links = pageLinks(manifest, ['home/HomePage.tsx', 'unknown'], entryFiles(manifest));
    expect(links).toBe(
      '<link rel="stylesheet" href="/assets/home.css"><meta name="page-scripts" content="/assets/home.js /assets/card.js">',
    );
  });
});

import { QueryClient } from '@tanstack/react-query';
import { createMemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { SingleProduct } from '#contract/products/products.ts';
import { defaultShop } from '#contract/shop/default-shop.ts';
import { type PageRequest, ReadFailure } from '#contract/shop/page.ts';
import type { PublicShop } from '#contract/shop/shop.ts';
import { renderPage } from './entry-server.tsx';
import type { PageState } from './hydration/page-state.ts';
import { shopRoutes } from './router.tsx';
import { english } from './testing/english.ts';

const origin = 'https://reprise.test';
const id = '0190f3c2-0000-7000-8000-000000000001';

const trumpet: SingleProduct = {
  _id: id,
  sellerName: 'Ann',
  sellerEmail: 'ann@reprise.test',
  sellerSince: '2024-03-01T00:00:00.000Z',
  name: 'Trumpet </script><b>',
  price: 480,
  category: 'Brass',
  condition: 'Good',
  location: 'Leeds',
  description: 'Plays as it should.',
  year: 2019,
  image: '/pictures/1/1200.webp',
  images: ['/pictures/1/1200.webp'],
  time: '2026-11-01T10:00:00.000Z',
  heldUntil: null,
  status: 'advertise',
};

/** A shop with one advertised trumpet. */
async function shop(...[name, input]: Parameters<PageRequest['read']>): Promise<unknown> {
  if (name === 'listAdvertised') {
    return [{ ...trumpet, sellerEmail: { email: trumpet.sellerEmail } }];
  }
  if (name === 'searchProducts') {
    return { items: [], total: { count: 0, isExact: true } };
  }
  if (name !== 'readProduct') throw new ReadFailure(401, 'Sign in to continue');
  const asked = (input as { params: { id: string } }).params.id;
  if (asked.length !== id.length) throw new ReadFailure(400, 'This is not an id');
  if (asked !== id) throw new ReadFailure(404, 'There is nothing here');
  return trumpet;
}

function render(path: string, read: (...call: Parameters<PageRequest['read']>) => unknown = shop) {
  return renderPage({ path, origin, language: english, shop: defaultShop, read: withCursor(read) });
}

function withCursor(read: (...call: Parameters<PageRequest['read']>) => unknown) {
  const readReply = async (...call: Parameters<PageRequest['read']>) => ({
    reply: await read(...call),
    nextCursor: null,
  });
  return readReply as PageRequest['read'];
}

const refusing = (status: number) => async () => {
  throw new ReadFailure(status, 'Not now');
};

const headingOf = (body: string) => body.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1];
const stateOf = (state: unknown) => state as PageState;

describe('a server-rendered page', () => {
  it.each([
    ['/', 'features/home/HomePage.tsx', 'Second-hand instruments'],
    [`/products/${id}`, 'features/products/ProductPage.tsx', 'Trumpet &lt;/script&gt;'],
    ['/search', 'features/search/SearchPage.tsx', 'All instruments'],
    ['/blog', 'features/blog/BlogPage.tsx', 'blog'],
    ['/about', 'features/about/AboutPage.tsx', 'About us'],
    ['/login', 'features/selling/LoginPage.tsx', 'Login'],
    ['/register', 'features/session/RegisterPage.tsx', 'Register'],
  ])('%s is whole: status, heading, address, script', async (path, module, heading) => {
    const page = await render(path);
    expect(page.status).toBe(200);
    expect(page.modules).toEqual([module]);
    expect(headingOf(page.body)).toContain(heading);
    expect(page.head).toContain(`<link rel="canonical" href="${origin}${path}" data-head>`);
    expect(page.head).toContain('<meta property="og:image"');
    expect(page.head).not.toContain('noindex');
  });

  it('a server-rendered page has the name, the headlines and the region of a custom shop', async () => {
    const text = (words: string) => ({ title: words, text: `${words}.` });
    const own: PublicShop = {
      ...defaultShop,
      name: 'Ton & <Klang>',
      picture: null,
      contact: { email: 'an@klang.example', address: ['Kai 1', 'Hamburg'] },
      home: {
        title: 'Alles für den Bogen.',
        sellers: { title: 'Verkaufen', steps: [text('Eins'), text('Zwei'), text('Drei')] },
        promises: [text('Ruhe'), text('Sicherheit'), text('Schutz')],
      },
    };
    const { head, body } = await renderPage({
      path: '/',
      origin,
      language: english,
      shop: own,
      read: withCursor(shop),
    });
    expect(head).toContain('<title>Ton &amp; &lt;Klang&gt;: Alles für den Bogen</title>');
    expect(head).toContain('<meta property="og:site_name" content="Ton &amp; &lt;Klang&gt;"');
    expect(head).toContain('"email":"an@klang.example","address":"Kai 1, Hamburg"');
    // The picture is that of the default shop.
    expect(head).not.toContain('og:image');
    expect(headingOf(body)).toBe('Alles für den Bogen.');
    for (const words of ['Verkaufen', 'Zwei.', 'Sicherheit.', 'Find your section']) {
      expect(body).toContain(words);
    }
    expect(body).toContain('aria-label="Ton &amp; &lt;Klang&gt;, home"');
    const next = await render('/');
    expect(next.head).toContain('<title>Reprise: second-hand instruments, ready for their next');
    expect(next.head).toContain('"@type":"WebSite","name":"Reprise"');
    expect(next.head).not.toContain('Organization');
  });

  it('a server-rendered page includes the data it read, and shares none with another page', async () => {
    const home = stateOf((await render('/')).state);
    expect(home.queries.queries.map(({ queryKey }) => queryKey)).toEqual([
      ['products', 'advertised'],
      ['products', 'newest'],
    ]);
    const about = stateOf((await render('/about')).state);
    expect(about.queries.queries).toEqual([]);
    expect(about.site.origin).toBe(origin);
  });

  it('a product page describes the product to search engines, with the seller’s text escaped', async () => {
    const { head, body } = await render(`/products/${id}`);
    const statements = [
      ...head.matchAll(/<script type="application\/ld\+json" data-head>(.*?)<\/script>/g),
    ];
    expect(statements.map(([, json]) => JSON.parse(json ?? '')['@type'])).toEqual([
      'Product',
      'BreadcrumbList',
    ]);
    expect(head.match(/<\/script>/g)).toHaveLength(2);
    expect(body).not.toContain('<b>');
  });

  it('a search page has its words in title and canonical address, and is not indexed', async () => {
    const { head, body } = await render('/search?q=%3Cb%3Ehorn&sort=price&colour=red');
    expect(head).toContain('<title>&lt;b&gt;horn | Reprise</title>');
    expect(head).toContain(
      `<link rel="canonical" href="${origin}/search?q=%3Cb%3Ehorn" data-head>`,
    );
    expect(head).toContain('<meta name="robots" content="noindex" data-head>');
    expect(headingOf(body)).toBe('Results for “&lt;b&gt;horn”');
  });

  it('a list without scripts links to its next page', async () => {
    const read = async () => ({
      reply: { items: [], total: { count: 30, isExact: true } },
      nextCursor: '3.0190f3c2-0000-7000-8000-000000000001',
    });
    const request = {
      path: '/search?q=horn',
      origin,
      language: english,
      shop: defaultShop,
      read: read as PageRequest['read'],
    };
    expect((await renderPage(request)).body).toContain(
      'href="/search?q=horn&amp;cursor=3.0190f3c2-0000-7000-8000-000000000001"',
    );
  });

  it('the login page has the shop’s ways to sign in, and tells the browser the same', async () => {
    const loginWith = (signInWays: PageRequest['signInWays']) =>
      renderPage({
        path: '/login',
        origin,
        language: english,
        shop: defaultShop,
        signInWays,
        read: shop as PageRequest['read'],
      });
    const demo = await loginWith({ google: 'stand-in', demo: true });
    expect(demo.body).toContain('This is a demo');
    expect(demo.body).toContain('Google sign-in is simulated');
    expect(demo.body).toContain('Log in with a passkey');
    expect(stateOf(demo.state).site.signInWays).toEqual({ google: 'stand-in', demo: true });

    const plain = await loginWith({ google: 'not-configured', demo: false });
    expect(plain.body).not.toContain('This is a demo');
    expect(plain.body).not.toContain('Google');
    const firebase = { projectId: 'shop', apiKey: 'public', authDomain: 'shop.test' };
    const elsewhere = await loginWith({ google: 'google', demo: false, firebase });
    expect(elsewhere.body).not.toContain('passkey');
  });

  it('a page is found with a query, a trailing slash and any escapes', async () => {
    expect((await render('/?from=mail')).status).toBe(200);
    expect((await render('/about/')).head).toContain(`href="${origin}/about"`);
    expect((await render('/%61bout')).status).toBe(200);
  });

  it('a page has the links of guests and of members, for CSS to choose from', async () => {
    const { body } = await render('/about');
    for (const name of ['Login', 'Register', 'Category', 'Dashboard', 'Logout']) {
      expect(body).toContain(`>${name}<`);
    }
  });

  it('a page has no inline style, which the content security policy would block', async () => {
    for (const path of ['/', `/products/${id}`, '/blog', '/about', '/login', '/nowhere']) {
      expect((await render(path)).body).not.toContain('style="');
    }
  });
});

describe('a page for signed-in users', () => {
  it.each(['/category/Brass', '/dashboard', '/dashboard/allseller'])(
    '%s is an empty frame, read by nobody',
    async (path) => {
      const read = vi.fn();
      const page = await render(path, read);
      expect(page.status).toBe(200);
      expect(page.head).toContain('<meta name="robots" content="noindex" data-head>');
      expect(headingOf(page.body)).toBe('Loading');
      expect(read).not.toHaveBeenCalled();
    },
  );
});

describe('a category in other letters', () => {
  it.each(['/category/brass', '/category/BRASS/', '/category/%62rass'])(
    '%s has moved permanently to the address that everybody else uses',
    async (path) => {
      const { status, location } = await render(`${path}?view=list`);
      expect({ status, location }).toEqual({ status: 301, location: '/category/Brass?view=list' });
    },
  );

  it('a category in other letters is corrected in the address bar after a link within the shop', async () => {
    const router = createMemoryRouter(
      shopRoutes({
        queryClient: new QueryClient(),
        firstDataTimeoutMs: 0,
        signedInAs: () => null,
        isReturning: () => false,
        language: 'en',
      }),
      { initialEntries: ['/about'] },
    );
    await router.navigate('/category/brass?view=list#top');
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe('/category/Brass?view=list');
    router.dispose();
  });
});

describe('an unknown address', () => {
  it.each([
    '/nowhere',
    // Password managers trust `/.well-known/change-password` only where this one is missing.
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
    '/products/0190f3c2-0000-7000-8000-000000000002',
    '/products/no-id',
    '/products',
    '/category/Kazoo',
    '/category',
    '/dashboard/nowhere',
    '/products/%25E0%25A4%25A',
    '//elsewhere.test/',
  ])('%s answers 404 with the not-found page', async (path) => {
    const page = await render(path);
    expect(page.status).toBe(404);
    expect(page.body).toContain('Back To Home');
    expect(page.head).toContain('<title>Page not found | Reprise</title>');
    expect(page.head).toContain('noindex');
    expect(page.head).not.toContain('canonical');
    expect(page.modules).toEqual([]);
  });
});

describe('a shop whose database is down', () => {
  it.each([
    ['/', 500],
    ['/', 503],
    [`/products/${id}`, 503],
  ])('%s says so and answers 503 when a read fails with %i', async (path, status) => {
    const page = await render(path, refusing(status));
    expect(page.status).toBe(503);
    expect(headingOf(page.body)).toBe('The shop cannot answer');
    expect(page.body).toContain('Not now');
    expect(page.body).toContain('Try again');
    expect(page.head).toContain('noindex');
    expect(stateOf(page.state).failure).toMatchObject({ status, detail: 'Not now' });
  });

  it('the home page has the newest products, and is served without them when they cannot be read', async () => {
    const item = { ...trumpet, name: 'Ocarina', sellerEmail: { email: trumpet.sellerEmail } };
    const reading = (newest: () => unknown) =>
      render('/', (name, input) => (name === 'searchProducts' ? newest() : shop(name, input)));
    const found = { items: [item], total: { count: 1, isExact: true } };
    expect((await reading(() => found)).body).toMatch(/Just in<.*Ocarina/);
    const without = await reading(refusing(503));
    expect(without.status).toBe(200);
    expect(without.body).toContain('Trumpet');
  });

  it('a shop without a database still serves the pages that read nothing', async () => {
    expect((await render('/blog', refusing(503))).status).toBe(200);
  });

  it('any other refusal is passed on unchanged', async () => {
    expect((await render('/', refusing(429))).status).toBe(429);
  });

  it('an internal error is thrown, so that the server logs it', async () => {
    const fault = new TypeError('x is undefined');
    const failing = async () => {
      throw fault;
    };
    await expect(render('/', failing)).rejects.toBe(fault);
  });
});

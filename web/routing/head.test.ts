import { describe, expect, it } from 'vitest';
import { type Head, headTags, titleOf } from './head.ts';
import { headHtml } from './head-html.ts';

const origin = 'https://reprise.test';
const hostile = '</script><script>alert("1")</script><!-- &amp; \'';

const product: Head = {
  title: 'Silver trumpet',
  description: 'Plays as it should.',
  path: '/products/1',
  forPrograms: {
    kind: 'product',
    picture: { address: '/pictures/1/1200.webp', alt: 'Silver trumpet', width: 1200, height: 900 },
    statements: [{ '@type': 'Product', name: 'Silver trumpet' }],
  },
};

const contentOf = (head: Head, key: string) =>
  headTags(head, origin).find(({ attributes }) => Object.values(attributes)[0] === key)?.attributes
    .content;

describe('the head of a page', () => {
  it('the title names the page and then the shop, and the home page has its own line', () => {
    expect(titleOf(product)).toBe('Silver trumpet | Reprise');
    expect(titleOf({ ...product, path: '/', title: 'Reprise: second-hand' })).toBe(
      'Reprise: second-hand',
    );
  });

  it('the head has the canonical URL and the link preview', () => {
    const canonical = headTags(product, origin).find(({ name }) => name === 'link');
    expect(canonical?.attributes).toEqual({ rel: 'canonical', href: `${origin}/products/1` });
    expect(contentOf(product, 'og:url')).toBe(`${origin}/products/1`);
    expect(contentOf(product, 'og:type')).toBe('product');
    expect(contentOf(product, 'og:image')).toBe(`${origin}/pictures/1/1200.webp`);
    expect(contentOf(product, 'og:image:width')).toBe('1200');
  });

  it('the head has the shop’s picture when the page has none', () => {
    const plain = { ...product, forPrograms: { kind: 'product' as const } };
    expect(contentOf(plain, 'og:image')).toBe(`${origin}/og.png`);
  });

  it('the head keeps the URL of a picture at an external host', () => {
    const picture = { address: 'https://elsewhere.test/p.jpg', alt: 'x' };
    expect(contentOf({ ...product, forPrograms: { picture } }, 'og:image')).toBe(
      'https://elsewhere.test/p.jpg',
    );
  });

  it('the head excludes a page from search engines that should not be found', () => {
    expect(contentOf({ ...product, isIndexed: false }, 'robots')).toBe('noindex');
    expect(contentOf(product, 'robots')).toBeUndefined();
  });

  it('the head of a missing page has no canonical URL or preview', () => {
    const names = headTags({ ...product, path: null, isIndexed: false }, origin).map(
      ({ name, attributes }) => attributes.name ?? name,
    );
    expect(names).toEqual(['title', 'description', 'robots']);
  });
});

describe('the head as HTML', () => {
  it('a seller’s text is escaped everywhere in the head', () => {
    const head = { ...product, title: hostile, description: hostile };
    const html = headHtml(
      { ...head, forPrograms: { statements: [{ '@type': 'Product', name: hostile }] } },
      origin,
    );
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    expect(html).not.toContain('<!--');
    expect(html).toContain('<title>&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)');
    expect(html).not.toMatch(/content="[^"]*</);
  });

  it('the JSON-LD of the head parses back unchanged', () => {
    const html = headHtml({ ...product, forPrograms: { statements: [{ name: hostile }] } }, origin);
    const json = html.match(/<script type="application\/ld\+json" data-head>(.*)<\/script>/)?.[1];
    expect(JSON.parse(json ?? '')).toEqual({ '@context': 'https://schema.org', name: hostile });
  });

  it('the head marks what the browser replaces on navigation, the title separately', () => {
    const html = headHtml(product, origin);
    const elements = html.match(/<(title|meta|link|script)[ >]/g)?.length ?? 0;
    expect(html.match(/ data-head>/g)).toHaveLength(elements - 1);
    expect(html).toContain('<title>Silver trumpet | Reprise</title>');
  });
});

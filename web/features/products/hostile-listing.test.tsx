import { describe, expect, it } from 'vitest';
import { defaultShop } from '#contract/shop/default-shop.ts';
import type { PageRequest } from '#contract/shop/page.ts';
import { renderPage } from '../../entry-server.tsx';
import { english } from '../../testing/english.ts';
import { singleSample } from './product-samples.ts';

const origin = 'https://reprise.test';
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const script = '<script>alert(1)</script>';
const broken = `"><img src=x onerror=alert(1)>${script}</title></textarea><!--`;

/** What sellers write stands in text, in attributes, in the head and in the data that the browser starts from. */
describe.each([
  ['markup', { name: `${script} violin`, description: `${broken}\n\n${script.repeat(150)}` }],
  ['markup as a person’s name and place', { sellerName: broken, location: broken }],
  ['a name as long as it may be', { name: 'W'.repeat(120), description: 'ŵ'.repeat(5_000) }],
  ['emoji', { name: '🎺 👩‍🎤 trumpet', description: '🎷'.repeat(2_500) }],
  ['right-to-left writing', { name: 'عود دمشقي', description: 'عود قديم من دمشق.' }],
])('a listing with %s', (_title, texts) => {
  const product = singleSample(texts);
  const { sellerSince: _, images: __, sellerEmail, ...shared } = product;
  const listed = { ...shared, status: 'advertise', sellerEmail: { email: sellerEmail } };
  const replies: Record<string, unknown> = {
    readProduct: product,
    listAdvertised: [listed],
    searchProducts: { items: [listed], total: { count: 1, isExact: true }, corrected: broken },
  };
  const shop = async (name: string) => ({ reply: replies[name], nextCursor: null });
  const render = (path: string) =>
    renderPage({
      path,
      origin,
      language: english,
      shop: defaultShop,
      read: shop as PageRequest['read'],
    });
  const search = `/search?${new URLSearchParams({ q: broken, place: script })}`;

  it.each(['/', `/products/${product._id}`, search])(
    'a hostile text is escaped on %s',
    async (path) => {
      const { status, head, body } = await render(path);
      expect(status).toBe(200);
      expect(body).toContain(escaped(product.name).replaceAll('"', '&quot;'));
      for (const html of [body, withoutStatements(head)]) {
        expect(html).not.toContain('<script>alert');
        expect(html).not.toContain('<img src=x');
        expect(html).not.toContain('</textarea>');
      }
      // What search engines are told is JSON inside a script: no text may end it.
      for (const statement of statementsOf(head)) {
        expect(() => JSON.parse(statement)).not.toThrow();
      }
    },
  );
});

const statements = /<script type="application\/ld\+json" data-head>(.*?)<\/script>/gs;
const statementsOf = (head: string) => [...head.matchAll(statements)].map(([, json]) => json ?? '');
const withoutStatements = (head: string) => head.replaceAll(statements, '');

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { CallDefinition } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { apiBase } from '#contract/constants.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

/*
 * Holes for which shops of the same kind have published advisories, tried on every call of this one. What is about one call
 * only is tested with that call: `docs/security.md` names the tests.
 */

let shop: TestShop;
let admin: KnownUser;
let productId: string;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.make.user({ role: 'admin' });
  const seller = await shop.make.user({ role: 'seller' });
  productId = await shop.make.product(seller.id, { name: 'Lute' });
});
afterAll(() => shop.close());

const every: [string, CallDefinition][] = Object.entries(calls);
const reading = every.filter(([, call]) => call.method === 'GET');

async function get(url: string) {
  return shop.app.inject({ url, headers: await shop.as(admin) });
}

const fill = (path: string, value: string) =>
  path.replaceAll(/\{\w+\}/g, encodeURIComponent(value));

describe('SQL in a parameter (Vendure, CVE-2026-40887)', () => {
  const attempts = [`'||pg_sleep(30)||'`, `1); drop table products; --`, `%' or '1'='1`, `\\'--`];
  const withParameters = reading.filter(
    ([, { path, query }]) => path.includes('{') || query !== undefined,
  );

  it.each(withParameters)('an SQL text is a value to %s', async (_name, { path, query }) => {
    for (const attempt of attempts) {
      const search = new URLSearchParams();
      for (const key of Object.keys(query?.shape ?? {})) search.set(key, attempt);
      const all = await get(`${apiBase}${fill(path, attempt)}?${search}`);
      expect(all.statusCode, all.body).toBeLessThan(500);
      // Alone as well, because one refused parameter hides the others.
      for (const key of Object.keys(query?.shape ?? {})) {
        const alone = new URLSearchParams([[key, attempt]]);
        const reply = await get(`${apiBase}${fill(path, productId)}?${alone}`);
        expect(reply.statusCode, `${key}: ${reply.body}`).toBeLessThan(500);
      }
    }
    const [row] = await shop.database.sql<{ count: number }[]>`
      select count(*)::int as count from products`;
    expect(row?.count).toBe(1);
  });
});

describe('an id of another kind (Saleor, CVE-2022-39275; Spree, CVE-2026-22588)', () => {
  const withoutProducts = every.filter(
    ([, { path, query }]) => path.includes('{id}') && !path.startsWith('/products') && !query,
  );

  it.each(withoutProducts)(
    'an id of another kind is refused by %s',
    async (_name, { method, path }) => {
      const reply = await shop.app.inject({
        method,
        url: apiBase + fill(path, productId),
        headers: await shop.as(admin),
        ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
      });
      expect(reply.statusCode, reply.body).toBeGreaterThanOrEqual(400);
      expect(reply.statusCode, reply.body).toBeLessThan(500);
    },
  );
});

describe('a path that leaves its folder, or is malformed (Vendure, CVE-2024-48914)', () => {
  const places = ['/pictures/', '/assets/', '/shop/', '/', `${apiBase}/`];
  const ways = [
    '../../../../etc/passwd',
    '..%2f..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '..%5c..%5cpackage.json',
    '..%252f..%252fpackage.json',
    '%00/../../package.json',
    '%E0%A4%A',
    '%',
  ];

  it.each(places)('a path that leaves its folder gets no file below %s', async (place) => {
    for (const way of ways) {
      const reply = await get(place + way);
      expect(reply.statusCode, place + way).toBeLessThan(500);
      expect(reply.body).not.toMatch(/root:.*:0:0:|"devDependencies"/);
    }
    expect((await get('/healthz')).statusCode).toBe(200);
  });
});

describe('an empty list', () => {
  it('an empty list of ids selects nothing instead of everything', async () => {
    const reply = await get(`${apiBase}/products/by-id?ids=`);
    expect(reply.statusCode, reply.body).toBe(400);
  });

  it('no call has an empty list of roles', () => {
    for (const [name, { who }] of every) expect(who, name).toMatch(/^\w+$/);
  });
});

describe('a text that makes a pattern try everything', () => {
  const length = 50_000;
  const texts = ['a', ' ', '0', '-', 'a@', '@a.', '%', '(', '\\', 'https://a/', '1,', 'é'].flatMap(
    (part) => {
      const text = part.repeat(Math.ceil(length / part.length));
      return [text, `${text}!`, `!${text}`];
    },
  );

  // A pattern that is caught by it does not end within the time limit of a test.
  it.each(every)(
    'a text made for slow patterns is checked quickly in the fields of %s',
    (_name, { params, query, body }) => {
      for (const shape of [params, query, body]) {
        for (const [field, schema] of Object.entries(shape?.shape ?? {})) {
          for (const text of texts) {
            const parsed = (schema as z.ZodType).safeParse(text);
            expect(typeof parsed.success, field).toBe('boolean');
          }
        }
      }
    },
  );
});

import { afterAll, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { openApiDocument } from '../api/openapi.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const seller = await shop.make.user({ role: 'seller' });
const withdrawn = await shop.make.product(seller.id);
const onSale = await shop.make.product(seller.id);
const idleSeller = await shop.make.user({ role: 'seller' });
await shop.database.sql`update products set withdrawn_at = now() where id = ${withdrawn}`;

const get = (url: string) => shop.app.inject({ url });

it('the OpenAPI document names the Idempotency-Key header of calls that accept it', async () => {
  const { paths } = (await get('/api/openapi.json')).json();
  const headers = (path: string) =>
    paths[path].post.parameters.filter((one: { in: string }) => one.in === 'header');
  expect(headers('/bookings')).toMatchObject([{ name: 'Idempotency-Key', required: false }]);
  expect(headers('/payments')).toEqual([]);
});

it('the OpenAPI document describes every call with its problems', async () => {
  const document = (await get('/api/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  expect(document.servers).toEqual([{ url: 'https://shop.test/api' }]);
  for (const { name, method, path, status, problems } of Object.values(calls)) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation?.operationId.split('_or_'), name).toContain(name);
    expect(Object.keys(operation.responses)).toContain(String(status));
    expect(Object.keys(operation.responses).length).toBeGreaterThan(problems.length > 0 ? 1 : 0);
  }
});

it('the OpenAPI document marks calls that are not served; all are served', async () => {
  const { paths } = openApiDocument({
    origin: 'https://shop.test',
    shopName: 'Reprise',
    served: ['readProduct'],
  });
  expect(paths).toHaveProperty('/products/{id}.get');
  expect(paths).not.toHaveProperty('/products/{id}.get.x-not-served-yet');
  expect(paths).toHaveProperty('/payments.post.x-not-served-yet', true);
  expect((await get('/api/openapi.json')).body).not.toContain('x-not-served-yet');
});

it('the references of the OpenAPI document resolve', async () => {
  const document = (await get('/api/openapi.json')).json();
  const references = JSON.stringify(document).match(/"\$ref":"([^"]+)"/g) ?? [];
  expect(references.length).toBeGreaterThan(0);
  for (const reference of new Set(references)) {
    const path = /#\/([^"]+)/.exec(reference)?.[1]?.split('/') ?? [];
    expect(
      path.reduce((part, key) => part?.[key], document),
      reference,
    ).toBeDefined();
  }
});

it('the readable API page shows every call, and links to every kind of problem', async () => {
  const docs = await get('/api/docs');
  expect(docs.headers['content-type']).toBe('text/html; charset=utf-8');
  for (const name of Object.keys(calls)) expect(docs.body).toContain(`id="${name}"`);
  expect(docs.body).not.toMatch(/<script|style="|undefined|\[object/);
  const problems = (await get('/api/problems')).body;
  for (const [, code] of docs.body.matchAll(/\/api\/problems#([a-z-]+)/g)) {
    expect(problems).toContain(`id="${code}"`);
  }
  expect((await get('/api/docs.css')).headers['content-type']).toContain('text/css');
});

it('robots.txt names the sitemap and disallows the API', async () => {
  const { body } = await get('/robots.txt');
  expect(body).toContain('Disallow: /api/');
  expect(body).toContain('Sitemap: https://shop.test/sitemap.xml');
});

it('security.txt names the contact of the operator, and does not exist without one', async () => {
  expect((await get('/.well-known/security.txt')).body).not.toContain('Contact:');
  const now = new Date('2026-11-22T10:00:00Z');
  const other = await createTestShop({
    securityContact: 'mailto:security@shop.test',
    clock: { now: () => now },
  });
  const reply = await other.app.inject({ url: '/.well-known/security.txt' });
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(reply.body).toBe(`Contact: mailto:security@shop.test
Expires: 2027-05-21T00:00:00.000Z
Preferred-Languages: en
Canonical: https://shop.test/.well-known/security.txt
`);
  await other.close();
});

it('password managers are led to the page where a password is changed', async () => {
  const reply = await get('/.well-known/change-password');
  expect(reply.statusCode).toBe(303);
  expect(reply.headers.location).toBe('/dashboard/profile');
});

it('the sitemap lists every product on sale and its seller, and no withdrawn product', async () => {
  const index = (await get('/sitemap.xml')).body;
  const files = [...index.matchAll(/<loc>https:\/\/shop\.test([^<]+)<\/loc>/g)].map(
    ([, path]) => path,
  );
  expect(files).toHaveLength(3);
  const parts = await Promise.all(files.map((path) => get(path ?? '')));
  const addresses = parts.map((part) => part.body).join('');
  expect(addresses).toContain('<loc>https://shop.test/blog</loc>');
  expect(addresses).toContain(`<loc>https://shop.test/products/${onSale}</loc>`);
  expect(addresses).toContain(`<loc>https://shop.test/sellers/${seller.id}</loc>`);
  expect(addresses).not.toContain(withdrawn);
  expect(addresses).not.toContain(idleSeller.id);
  expect((await get('/sitemap-0.xml')).statusCode).toBe(404);
});

import { afterAll, describe, expect, it } from 'vitest';
import { addProduct, addUser } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createViewCounter, sweepViews } from './view-counter.ts';

const database = await createTestDatabase();
const { sql } = database;
afterAll(() => database.close());

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let now = new Date('2026-11-20T12:00:00Z');
const warnings: string[] = [];
const log = { warn: (_: object, message: string) => warnings.push(message) };
const counterOn = (of = sql) => createViewCounter({ sql: of, clock: { now: () => now }, log });
const counter = counterOn();
afterAll(() => counter.stop());

async function viewsOf(productId: string) {
  await counter.flush();
  const rows = await sql<{ day: string; count: number }[]>`
    select day::text, count from product_views where product_id = ${productId} order by day`;
  return rows.map(({ day, count }) => `${day} ${count}`);
}
const view = (productId: string, given: object = {}) =>
  counter.count({ productId, address: '192.0.2.1', browser, viewerId: undefined, ...given });

describe('the counter of views', () => {
  it('a visitor counts once a day for each product', async () => {
    const [id, other] = [await addProduct(database), await addProduct(database)];
    for (const one of [id, id, other]) view(one);
    view(id, { address: '192.0.2.2' });
    view(id, { browser: `${browser} 2` });
    expect(await viewsOf(id)).toEqual(['2026-11-20 3']);
    expect(await viewsOf(other)).toEqual(['2026-11-20 1']);
    view(id);
    now = new Date('2026-11-21T12:00:00Z');
    view(id);
    expect(await viewsOf(id)).toEqual(['2026-11-20 3', '2026-11-21 1']);
  });

  it('a user counts once from all of their places, and the seller not at all', async () => {
    const sellerId = await addUser(database, { role: 'seller' });
    const id = await addProduct(database, { sellerId });
    const viewerId = await addUser(database);
    view(id, { viewerId });
    view(id, { viewerId, address: '192.0.2.3' });
    view(id, { viewerId: sellerId });
    expect(await viewsOf(id)).toEqual(['2026-11-21 1']);
  });

  it.each([
    '',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 HeadlessChrome/140.0',
    'facebookexternalhit/1.1',
    'curl/8.5.0',
  ])('a program does not count: %s', async (program) => {
    const id = await addProduct(database);
    view(id, { browser: program });
    expect(await viewsOf(id)).toEqual([]);
  });

  it('views of what is unknown, withdrawn or sold are left out, and the others are stored', async () => {
    const id = await addProduct(database);
    const withdrawn = await addProduct(database, { withdrawnAt: new Date() });
    view('01900000-0000-7000-8000-000000000001');
    view(withdrawn);
    view(id);
    expect(await viewsOf(id)).toHaveLength(1);
    expect(await viewsOf(withdrawn)).toEqual([]);
  });

  it('two servers add to the same number', async () => {
    const id = await addProduct(database);
    const other = counterOn();
    view(id);
    other.count({ productId: id, address: '192.0.2.9', browser, viewerId: undefined });
    await Promise.all([counter.flush(), other.stop()]);
    expect(await viewsOf(id)).toEqual(['2026-11-21 2']);
  });

  it('views that were counted while the database was away are stored later', async () => {
    const id = await addProduct(database);
    let isAway = true;
    const away = ((...query: Parameters<typeof sql>) => {
      if (isAway) throw new Error('The database is away');
      return sql(...query);
    }) as typeof sql;
    const waiting = counterOn(away);
    waiting.count({ productId: id, address: '192.0.2.9', browser, viewerId: undefined });
    await waiting.flush();
    expect(warnings).toHaveLength(1);
    isAway = false;
    await waiting.stop();
    expect(await viewsOf(id)).toEqual(['2026-11-21 1']);
  });

  it('nothing about the visitor is stored', async () => {
    const columns = await sql<{ name: string }[]>`
      select column_name as name from information_schema.columns where table_name = 'product_views'`;
    expect(columns.map(({ name }) => name).sort()).toEqual(['count', 'day', 'product_id']);
  });

  it('counts of more than 30 days ago are removed', async () => {
    const id = await addProduct(database);
    view(id);
    await viewsOf(id);
    await sweepViews(sql, new Date('2026-12-21T12:00:00Z'));
    expect(await viewsOf(id)).toHaveLength(1);
    await sweepViews(sql, new Date('2026-12-24T12:00:00Z'));
    expect(await viewsOf(id)).toEqual([]);
  });
});

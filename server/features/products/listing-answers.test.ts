import { afterAll, describe, expect, it } from 'vitest';
import { addProduct } from '../../testing/builders.ts';
import { selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { readKindsOfNames } from './read-kinds-of-names.ts';

const { list, change, read } = selling(() => shop);

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
await shop.catalogue.start();
const seller = await shop.make.user({ role: 'seller' });

const violin = {
  name: 'Old fiddle from Mirecourt',
  category: 'String',
  kind: 'violin',
  brand: 'J. T. L.',
  model: 'Medio Fino',
  made: { year: 1905, sure: 'about' },
  facts: { 'violin-size': '3/4', 'made-in': 'FR' },
  checks: { cracks: 'no', 'open-seams': 'unknown' },
  playingState: 'small-work',
  language: 'FR-fr',
};
const listed = async (given: Record<string, unknown> = {}) => {
  const { status, body } = await list(seller, given);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.insertedId;
};
const changed = async (id: string, changes: object) => {
  const { status, body } = await change(seller, id, changes);
  expect([status, body.errors]).toEqual([200, undefined]);
  return read(id);
};
const refusedFields = async (given: Record<string, unknown>) => {
  const { status, body } = await list(seller, given);
  expect(status).toBe(400);
  return body.errors.map(({ field }) => field);
};
const storedFacts = async (id: string) => {
  const [row] = await shop.database.sql<{ facts: object | null }[]>`
    select facts from products where id = ${id}`;
  return row?.facts;
};

describe('the answers of a seller about an instrument', () => {
  it('a listing has kind, model, year made, facts, checks, playing state and language as they were sent', async () => {
    expect(await read(await listed(violin))).toMatchObject({
      ...violin,
      kindFrom: 'seller',
      language: 'fr-FR',
    });
  });

  it('lists have everything but the checks', async () => {
    const id = await listed(violin);
    const reply = await shop.app.inject({
      url: `/api/products?email=${seller.email}`,
      headers: await shop.as(seller),
    });
    const item = reply.json<{ _id: string }[]>().find(({ _id }) => _id === id);
    const { checks: _, ...others } = violin;
    expect(item).toMatchObject({ ...others, language: 'fr-FR' });
    expect(item).not.toHaveProperty('checks');
  });

  it('a listing of the specification has no facts, and the language that its seller has chosen', async () => {
    const product = await read(await listed());
    for (const field of ['model', 'made', 'facts', 'checks', 'playingState', 'language']) {
      expect(product).not.toHaveProperty(field);
    }
    await shop.database.sql`update users set language = 'de' where id = ${seller.id}`;
    expect((await read(await listed())).language).toBe('de');
    await shop.database.sql`update users set language = null where id = ${seller.id}`;
  });

  it.each([
    [{ facts: { 'violin-size': '5/4' } }, 'facts.violin-size'],
    [{ facts: { bore: 11.7 } }, 'facts.bore'],
    [{ facts: { brand: 'Stentor' } }, 'facts.brand'],
    [{ checks: { 'valves-free': 'yes' } }, 'checks.valves-free'],
    [{ checks: { cracks: 'perhaps' } }, 'checks.cracks'],
    [{ kind: 'vuvuzela' }, 'kind'],
    [{ kind: '' }, 'facts'],
    [{ made: { year: 1500 } }, 'made.year'],
    [{ made: { year: new Date().getUTCFullYear() + 1 } }, 'made.year'],
    [{ made: 1905 }, 'made'],
    [{ playingState: 'loud' }, 'playingState'],
    [{ language: 'not a language' }, 'language'],
  ])('%j is refused by the name of its field', async (given, field) => {
    expect(await refusedFields({ ...violin, checks: undefined, ...given })).toEqual([field]);
  });

  it.each([
    [{ made: 1905 }, 'Say the year, and how sure it is'],
    [{ made: { year: 1500 } }, 'Say the year, and how sure it is'],
    [{ playingState: 'loud' }, 'The playing state must be one of ready, small-work, repair, parts'],
    [{ language: 'not a language' }, 'This is not a language'],
  ])('a change to %j is refused with a reason', async (given, reason) => {
    const { status, body } = await change(seller, await listed(violin), given);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(reason);
  });

  it('an answer that is not sent stays, and an empty one is taken back', async () => {
    const id = await listed(violin);
    const next = await changed(id, {
      facts: { 'made-in': '', 'back-pieces': 'two' },
      checks: { cracks: 'yes' },
    });
    expect(next.facts).toEqual({ 'violin-size': '3/4', 'back-pieces': 'two' });
    expect(next.checks).toEqual({ cracks: 'yes', 'open-seams': 'unknown' });
    const { body } = await change(seller, id, { facts: { 'back-pieces': 'two' } });
    expect(body.modifiedCount).toBe(0);
    const bare = await changed(id, { model: '', made: '', playingState: '', language: '' });
    for (const field of ['model', 'made', 'playingState', 'language']) {
      expect(bare).not.toHaveProperty(field);
    }
  });

  it('answers for another kind are hidden and kept until the listing has that kind again', async () => {
    const id = await listed({ ...violin, facts: { ...violin.facts, hand: 'left' } });
    const trumpet = await changed(id, { kind: 'trumpet', facts: { pitch: 'bb' } });
    expect(trumpet.facts).toEqual({ pitch: 'bb', 'made-in': 'FR' });
    expect(trumpet).not.toHaveProperty('checks');
    const none = await changed(id, { kind: '' });
    expect(none).not.toHaveProperty('facts');
    const again = await changed(id, { kind: 'violin' });
    expect(again.facts).toEqual({ ...violin.facts, hand: 'left' });
    expect(again.checks).toEqual(violin.checks);
    expect(await storedFacts(id)).toMatchObject({ pitch: 'bb' });
  });

  it('an answer with the name of a part of a statement is stored as any other answer', async () => {
    const product = await read(
      await listed({ kind: 'electric-guitar', facts: { strings: '6', scale: 648 } }),
    );
    expect(product.facts).toEqual({ strings: '6', scale: 648 });
  });

  it('a year of a decade is its first', async () => {
    const product = await read(await listed({ made: { year: 1964, sure: 'decade' } }));
    expect(product.made).toEqual({ year: 1960, sure: 'decade' });
  });
});

describe('the kind of a listing without an answer', () => {
  it('the kind is taken from the name when one kind fits, and the category decides between two', async () => {
    const kindOf = async (name: string, category = '') => {
      const { kind, kindFrom } = await read(await listed({ name, category }));
      return [kind, kindFrom];
    };
    expect(await kindOf('Yamaha trumpet')).toEqual(['trumpet', 'name']);
    expect(await kindOf('Altsaxophon von Selmer')).toEqual(['alto-saxophone', 'name']);
    expect(await kindOf('Something old')).toEqual([undefined, undefined]);
  });

  it('the kind follows the name until the seller chooses another one', async () => {
    const id = await listed({ name: 'Bach trumpet' });
    expect((await changed(id, { name: 'Bach cornet' })).kind).toBe('cornet');
    expect((await changed(id, { kind: 'flugelhorn' })).kindFrom).toBe('seller');
    expect((await changed(id, { name: 'Bach trumpet' })).kind).toBe('flugelhorn');
    expect(await changed(id, { kind: '' })).not.toHaveProperty('kind');
    expect(await changed(id, { name: 'Bach trombone' })).not.toHaveProperty('kind');
  });

  it('the kind is read by a job from the names of listings that an earlier version has stored', async () => {
    const sellerId = seller.id;
    const given = { sellerId, kindFrom: null, brand: 'C. G. Conn' };
    const trumpet = await addProduct(shop.database, { ...given, name: 'Trumpet', category: null });
    const thing = await addProduct(shop.database, { ...given, name: 'Thing', category: null });
    const own = await listed(violin);
    const clock = { now: () => new Date() };
    expect(await readKindsOfNames({ database: shop.database, clock })).toBe(2);
    expect(await readKindsOfNames({ database: shop.database, clock })).toBe(0);
    await shop.catalogue.catchUp();
    expect(await read(trumpet)).toMatchObject({ kind: 'trumpet', kindFrom: 'name' });
    expect(await read(thing)).not.toHaveProperty('kind');
    expect((await read(own)).kind).toBe('violin');
    const brands = await shop.database.sql`
      select distinct brand_normal as brand from products where id in (${trumpet}, ${thing})`;
    expect(brands).toEqual([{ brand: 'cgconn' }]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallReply } from '#contract/calls.ts';
import type { Sql } from '../../../database/sql.ts';
import { transaction } from '../../../database/transaction.ts';
import { addProduct, addUser } from '../../../testing/builders.ts';
import { createTestShop } from '../../../testing/test-shop.ts';
import { recordCatalogueChange } from '../../products/catalogue-changes.ts';
import { collectVocabulary } from '../words/collect-vocabulary.ts';
import { correctWords } from '../words/correct-words.ts';
import { parseWords } from '../words/parse-words.ts';
import { stemReader } from '../words/read-stems.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
await shop.catalogue.start();
const { database } = shop;
const buyer = await shop.make.user();

beforeAll(async () => {
  const sellerId = await addUser(database, { role: 'seller' });
  const add = (name: string, given: Parameters<typeof addProduct>[1] = {}) =>
    addProduct(database, { sellerId, name, category: 'Brass', ...given });
  await add('Bass trumpet');
  await add('Silver trumpet', { status: 'advertise' });
  await add('Trombone', { description: 'Not a trunk.' });
  await add('Saxophone', { category: 'Woodwind' });
  await add('Roland JV-1080', { category: 'Keyboard' });
  await collectVocabulary({ database, clock: { now: inTwoMinutes } });
});

const inTwoMinutes = () => new Date(Date.now() + 120_000);

const headers = async (isGuest: boolean) => (isGuest ? {} : shop.as(buyer));
const suggest = async (q: string, isGuest = false) => {
  const url = `/api/search/suggestions?q=${encodeURIComponent(q)}`;
  const reply = await shop.app.inject({ url, headers: await headers(isGuest) });
  expect(reply.statusCode).toBe(200);
  return reply.json<CallReply<'suggestSearches'>>();
};
const search = async (query: string) => {
  const reply = await shop.app.inject({
    url: `/api/search?${query}`,
    headers: await shop.as(buyer),
  });
  const { items, corrected, total } = reply.json<CallReply<'searchProducts'>>();
  return { names: items.map(({ name }) => name), corrected, total: total.count };
};
const textsOf = (found: CallReply<'suggestSearches'>, kind: string) =>
  found.filter((one) => one.kind === kind).map(({ text }) => text);

/** Notes how many letters each statement takes as parameters. */
function countingSql(sql: Sql, letters: number[]): Sql {
  return (strings, ...values) => {
    letters.push(JSON.stringify(values).length);
    return sql(strings, ...values);
  };
}

describe('suggestions', () => {
  it('a suggestion completes the last word, the most frequent first', async () => {
    expect(textsOf(await suggest('tr'), 'word')).toEqual(['trumpet', 'trombone']);
    expect(textsOf(await suggest('silver tr'), 'word')[0]).toBe('silver trumpet');
  });

  it('kinds of instruments are suggested before places, and one word of each stem', async () => {
    const sellerId = await addUser(database, { role: 'seller' });
    const given = { sellerId, location: 'Mandal' };
    for (const name of ['Mandolin', 'Mandrel', 'Mandrels']) {
      await addProduct(database, { ...given, name });
    }
    await collectVocabulary({ database, clock: { now: inTwoMinutes } });
    await transaction(database, async (tx) => recordCatalogueChange(tx, null, new Date()));
    await shop.catalogue.catchUp();
    expect(textsOf(await suggest('mand'), 'word')).toEqual(['mandolin', 'mandal', 'mandrel']);
  });

  it('suggestions have instruments with their products, for guests the advertised ones', async () => {
    const found = await suggest('trum');
    expect(textsOf(found, 'instrument')).toEqual(['Silver trumpet', 'Bass trumpet']);
    expect(found.find(({ kind }) => kind === 'instrument')?.productId).toMatch(/^[0-9a-f-]{36}$/);
    expect(textsOf(await suggest('trum', true), 'instrument')).toEqual(['Silver trumpet']);
    for (const q of ['jv-1080', 'jv-10', 'roland jv1', 'JV 10']) {
      expect(textsOf(await suggest(q), 'instrument'), q).toEqual(['Roland JV-1080']);
    }
    for (const q of ['jv-11', 'korg jv-10']) expect(await suggest(q), q).toEqual([]);
  });

  it('suggestions have categories, in other languages too', async () => {
    expect(textsOf(await suggest('per'), 'category')).toEqual(['Percussion']);
    expect(textsOf(await suggest('Holzbl'), 'category')).toEqual(['Woodwind']);
  });

  it('there are no suggestions for a text without letters, and any text is accepted', async () => {
    for (const q of ['', 't', '%%', "'; --", '\\']) expect(await suggest(q), q).toEqual([]);
  });
});

describe('a misspelled word', () => {
  it.each([
    ['trumpt', 'trumpet', 'Silver trumpet'],
    ['saxaphon', 'saxophone', 'Saxophone'],
    ['tormbone', 'trombone', 'Trombone'],
    ['silver trmpet', 'silver trumpet', 'Silver trumpet'],
    ['xyzzyqqq trombone', 'trombone', 'Trombone'],
    ['silvertrumpet', 'silver trumpet', 'Silver trumpet'],
    ['trom bone', 'trombone', 'Trombone'],
    ['tromb', 'trombone', 'Trombone'],
    ['trom', 'trombone', 'Trombone'],
    ['silver trumpet qx', 'silver trumpet', 'Silver trumpet'],
    ['quxtrombone', 'trombone', 'Trombone'],
    ['bass trmpet and', 'bass trumpet', 'Bass trumpet'],
    ['keybord', 'keyboard', 'Roland JV-1080'],
    ['keybaord', 'keyboard', 'Roland JV-1080'],
  ])('“%s” is searched as “%s”', async (typed, corrected, name) => {
    const found = await search(`q=${encodeURIComponent(typed)}`);
    expect(found.corrected).toBe(corrected);
    expect(found.names[0]).toBe(name);
  });

  it('a misspelled word is corrected only among the first ones of a long search, and up to the length of a word', async () => {
    const asked: number[] = [];
    const counting = countingSql(database.sql, asked);
    const correct = async (text: string) => {
      const terms = parseWords(text);
      const words = terms.flatMap(({ alternatives }) => alternatives.flat());
      const stems = await stemReader(database.sql)(words);
      return (await correctWords(counting, { terms, stems }, true)).texts;
    };
    expect((await correct('trumpt'))[0]).toBe('trumpet');
    expect(await correct('㌖'.repeat(100))).toEqual([]);
    expect((await correct(`trumpt ${'㌖'.repeat(90)}`))[0]).toBe('trumpet');
    const many = Array.from({ length: 30 }, (_, at) => `qx${'abcdefghijklmnopqrstuvwxyzäöüß'[at]}`);
    expect((await correct(`trumpt ${many.join(' ')}`))[0]).toBe('trumpet');
    expect(Math.max(...asked)).toBeLessThan(30_000);
  });

  it('a word is not corrected when asked to search for it, when the shop has it, or when it is a model', async () => {
    expect(await search('q=trumpt&exact=1')).toEqual({ names: [], corrected: undefined, total: 0 });
    for (const q of ['trunk', 'jv-1081']) {
      expect((await search(`q=${encodeURIComponent(q)}`)).corrected, q).toBeUndefined();
    }
  });

  it('a correction is no other instrument, and no word that is left out of every search', async () => {
    for (const q of ['xylophone', 'sousaphone', 'qqqqqq and', 'qqqqqq the b']) {
      expect((await search(`q=${encodeURIComponent(q)}`)).names, q).toEqual([]);
    }
  });

  it('a misspelled word is corrected though a seller has made the same error', async () => {
    const sellerId = await addUser(database, { role: 'seller' });
    await addProduct(database, { sellerId, name: 'Ocarinna, green' });
    for (let at = 0; at < 20; at += 1) {
      await addProduct(database, { sellerId, name: `Ocarina, ${at === 0 ? 'white' : 'brown'}` });
    }
    await collectVocabulary({ database, clock: { now: inTwoMinutes } });
    await transaction(database, async (tx) => recordCatalogueChange(tx, null, new Date()));
    await shop.catalogue.catchUp();
    expect((await search('q=ocarinna')).names).toEqual(['Ocarinna, green']);
    const found = await search('q=ocarinna%20white');
    expect(found).toEqual({ names: ['Ocarina, white'], corrected: 'ocarina white', total: 1 });
    // Filters leave nothing of what is spelled so, and that does not make it an error.
    expect((await search('q=ocarinna&category=String')).corrected).toBeUndefined();
  });
});

it('names of categories and instruments are found with an error before the shop has collected its words', async () => {
  const fresh = await createTestShop();
  try {
    await addProduct(fresh.database, { name: 'Roland FP-30X', category: 'Keyboard' });
    await addProduct(fresh.database, { name: 'Sitar' });
    for (const [q, corrected] of [
      ['keybord', 'keyboard'],
      ['keybaord', 'keyboard'],
      ['sitra', 'sitar'],
    ]) {
      const reply = await fresh.app.inject({ url: `/api/search?q=${q}` });
      expect(reply.json(), q).toMatchObject({ corrected, total: { count: 1 } });
    }
  } finally {
    await fresh.close();
  }
});

it('words of products that are not on sale any more are neither completed nor collected', async () => {
  const listed = await shop.make.product(buyer.id, { name: 'Wobblephone', location: 'Wobbleton' });
  await addProduct(database, { name: 'Wobblegone', withdrawnAt: new Date() });
  await collectVocabulary({ database, clock: { now: inTwoMinutes } });
  const collected = await database.sql<{ word: string }[]>`
    select word from search_vocabulary where word like 'wobble%' order by word`;
  expect(collected.map(({ word }) => word)).toEqual(['wobblephone', 'wobbleton']);
  await shop.catalogue.catchUp();
  expect(textsOf(await suggest('wobbl'), 'word')).toEqual(['wobblephone', 'wobbleton']);
  expect(textsOf(await suggest('wobbl', true), 'word')).toEqual(['wobblephone', 'wobbleton']);
  await database.sql`update products set withdrawn_at = now() where id = ${listed}`;
  await transaction(database, (tx) => recordCatalogueChange(tx, listed, new Date()));
  await shop.catalogue.catchUp();
  expect(textsOf(await suggest('wobbl'), 'word')).toEqual([]);
});

it('the words of a long description are collected to its end, those that are not too long', async () => {
  const description = `${'x'.repeat(41)} ${'y '.repeat(1_000)}afterwards`;
  await shop.make.product(buyer.id, { name: 'Longtold', description });
  await collectVocabulary({ database, clock: { now: inTwoMinutes } });
  const collected = await database.sql<{ word: string }[]>`
    select word from search_vocabulary
    where word in ('longtold', ${'x'.repeat(41)}, 'afterwards') order by word`;
  expect(collected.map(({ word }) => word)).toEqual(['afterwards', 'longtold']);
});

it('the words of an edited listing are collected too', async () => {
  const seller = await shop.make.user({ role: 'seller' });
  const id = await shop.make.product(seller.id, { name: 'Zimbalom' });
  await collectVocabulary({ database, clock: { now: inTwoMinutes } });
  const headers = await shop.as(seller);
  const edit = await shop.app.inject({
    method: 'PATCH',
    url: `/api/products/${id}`,
    headers,
    payload: { name: 'Tarogato', location: 'Budapest' },
  });
  expect(edit.statusCode, edit.body).toBeLessThan(300);
  await collectVocabulary({ database, clock: { now: inTwoMinutes } });
  await shop.catalogue.catchUp();
  for (const q of ['tarogatto', 'budpest']) {
    const reply = await shop.app.inject({ url: `/api/search?q=${q}`, headers });
    const found = reply.json<CallReply<'searchProducts'>>().items.map(({ name }) => name);
    expect(found, q).toEqual(['Tarogato']);
  }
});

it('fewer products are read at once after a statement that took too long', async () => {
  const collectAll = async () => {
    await database.sql`delete from search_progress`;
    await database.sql`delete from search_vocabulary`;
    await collectVocabulary({ database, clock: { now: inTwoMinutes } });
    return database.sql`select word, products, names from search_vocabulary order by word`;
  };
  const atOnce = await collectAll();
  expect(atOnce.length).toBeGreaterThan(8);
  await database.sql`
    create function search_slowly() returns trigger language plpgsql as $$ begin
      if (select count(*) from inserted) > 8 then
        raise exception using errcode = '57014', message = 'canceling statement due to statement timeout';
      end if;
      return null;
    end $$`;
  await database.sql`
    create trigger search_slowly after insert on search_vocabulary
    referencing new table as inserted for each statement execute function search_slowly()`;
  try {
    expect(await collectAll()).toEqual(atOnce);
  } finally {
    await database.sql`drop function search_slowly cascade`;
  }
});

it('a search that found nothing is corrected once the shop has collected the word', async () => {
  await shop.make.product(buyer.id, { name: 'Otamatone' });
  const asked = async () => {
    await shop.catalogue.catchUp();
    return (await search('q=otamatoen')).corrected;
  };
  // Nothing changes but the vocabulary: the response without a correction is in the cache.
  expect(await asked()).toBeUndefined();
  expect(await asked()).toBeUndefined();
  await collectVocabulary({ database, clock: { now: inTwoMinutes } });
  expect(await asked()).toBe('otamatone');
});

it('words of products that are listed later are added once', async () => {
  const count = async () => {
    const [row] = await database.sql<{ products: number }[]>`
      select products from search_vocabulary where word = 'trumpet'`;
    return row?.products;
  };
  expect(await count()).toBe(2);
  expect(await collectVocabulary({ database, clock: { now: inTwoMinutes } })).toBe(0);
  await shop.make.product(buyer.id, { name: 'Third trumpet', description: 'Trumpet' });
  expect(await collectVocabulary({ database, clock: { now: inTwoMinutes } })).toBe(1);
  expect(await count()).toBe(3);
});

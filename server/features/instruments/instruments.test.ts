import { afterAll, describe, expect, it } from 'vitest';
import type { CallReply } from '#contract/calls.ts';
import { checkChecks, checkFacts } from '#contract/instruments/facts.ts';
import { builtInInstruments as instruments } from '#contract/instruments/kinds.ts';
import { catalogueNames, compileCatalogue } from '../../../scripts/build/texts.mjs';
import languages from '../../../texts/languages.json' with { type: 'json' };
import { loadedLanguage } from '../../core/shop-language.ts';
import { createTestShop } from '../../testing/test-shop.ts';

async function load(tag: string) {
  const texts = await Promise.all(catalogueNames.map((name) => compileCatalogue(tag, name)));
  return loadedLanguage({ tag, prefix: `/${tag}` }, Object.assign({}, ...texts));
}

const shop = await createTestShop({ languages: await Promise.all(languages.map(load)) });
afterAll(() => shop.close());
await shop.catalogue.start();

const get = (url: string, headers: Record<string, string> = {}) =>
  shop.app.inject({ url: `/api${url}`, headers });
const read = async (id: string, language = 'en') =>
  (await get(`/kinds/${id}?language=${language}`)).json<CallReply<'readKind'>>();

describe('GET /kinds', () => {
  it('the list of kinds has every kind with its category, in the order of the data', async () => {
    const kinds = (await get('/kinds?language=en')).json<CallReply<'listKinds'>>();
    expect(kinds.map(({ id }) => id)).toEqual(instruments.kinds.map(({ kind }) => kind));
    expect(kinds[0]).toMatchObject({
      id: 'trumpet',
      name: 'Trumpet',
      category: 'Brass',
      isInstrument: true,
    });
    const leadingOf = (id: string) => kinds.find((kind) => kind.id === id)?.leading ?? [];
    expect(leadingOf('violin').map(({ id }) => id)).toEqual(['violin-size', 'hand']);
    expect(leadingOf('electric-guitar')[1]?.values).toEqual([{ id: 'left', label: 'Left-handed' }]);
    const others = kinds.filter(({ isInstrument }) => !isInstrument);
    expect(others.map(({ id }) => id)).toEqual(['amplifier', 'effect-pedal']);
  });

  it.each([
    ['de', 'Geige'],
    ['fr', 'Violon'],
    ['es', 'Violín'],
    ['ar', 'كمان'],
    ['ja', 'バイオリン'],
    ['en', 'Violin'],
  ])('the list in %s calls a violin “%s”', async (language, name) => {
    const kinds = (await get(`/kinds?language=${language}`)).json<CallReply<'listKinds'>>();
    expect(kinds.find(({ id }) => id === 'violin')?.name).toBe(name);
  });

  it('the list takes its language from Accept-Language where the query names none, and tells caches', async () => {
    const german = await get('/kinds', { 'accept-language': 'de-AT,en;q=0.5' });
    expect(german.json()[0].name).toBe('Trompete');
    expect(german.headers.vary).toContain('accept-language');
    const french = await get('/kinds', { 'accept-language': 'fr' });
    expect(french.json()[0].name).toBe('Trompette');
    expect((await get('/kinds', { 'accept-language': 'tlh' })).json()[0].name).toBe('Trumpet');
    const named = await get('/kinds?language=ja', { 'accept-language': 'de' });
    expect(named.json()[0].name).toBe('トランペット');
  });

  it('a client that has the list in this language gets 304', async () => {
    const { etag = '' } = (await get('/kinds', { 'accept-language': 'es' })).headers;
    const same = { 'if-none-match': etag };
    expect((await get('/kinds', { 'accept-language': 'es', ...same })).statusCode).toBe(304);
    expect((await get('/kinds', { 'accept-language': 'ar', ...same })).statusCode).toBe(200);
  });

  it('the list of kinds is made once for each language', async () => {
    const count = () => shop.responseCache.get('/api/kinds?language=de')?.version;
    await get('/kinds?language=de');
    const version = count();
    expect(version).toBeDefined();
    await get('/kinds', { 'accept-language': 'de' });
    expect(count()).toBe(version);
  });

  it('a language that the shop does not have is refused', async () => {
    expect((await get('/kinds?language=tlh')).statusCode).toBe(400);
    expect((await get('/kinds/violin?language=tlh')).statusCode).toBe(400);
  });
});

describe('GET /kinds/{id}', () => {
  it('a kind has its own attributes before the common ones, at most seven of them first', async () => {
    const kinds = await Promise.all(instruments.kinds.map(({ kind }) => read(kind)));
    for (const { attributes, id } of kinds) {
      const first = attributes.filter((attribute) => attribute.first);
      expect(first.length, id).toBeLessThanOrEqual(7);
      expect(attributes.slice(0, first.length), id).toEqual(first);
    }
    const trombone = await read('trombone');
    expect(trombone.attributes.find(({ id }) => id === 'level')?.first).toBe(false);
    expect(trombone.attributes.find(({ id }) => id === 'brand')).toMatchObject({
      field: 'brand',
      first: false,
    });
  });

  it('a kind has its values, checks, photos, materials and groups of makers', async () => {
    const horn = await read('flugelhorn', 'de');
    expect(horn.attributes.find(({ id }) => id === 'pitch')?.values).toEqual([
      { id: 'bb', label: 'B' },
      { id: 'c', label: 'C' },
      { id: 'eb', label: 'Es' },
      { id: 'f', label: 'F' },
    ]);
    expect(horn.checks[0]).toEqual({
      id: 'valves-free',
      ask: 'Laufen alle Ventile leicht und kommen von selbst zurück?',
      good: 'yes',
      fine: 'Die Ventile laufen leicht',
      flaw: 'Ein Ventil klemmt oder ist träge',
    });
    expect(horn.photos.map(({ id }) => id)).toContain('code');
    const bow = await read('bow');
    expect(bow.materials[0]).toMatchObject({ id: 'pernambuco', crossBorderSale: 'permit' });
    expect(bow.brandGroups).toEqual(['bow', 'bowed']);
    const piano = await read('upright-piano');
    expect(piano.attributes.map(({ id }) => id)).not.toContain('case');
  });

  it('a word of a kind says what it belongs to', async () => {
    const labelOf = (kind: CallReply<'readKind'>, attribute: string, value: string) =>
      kind.attributes.find(({ id }) => id === attribute)?.values?.find(({ id }) => id === value)
        ?.label;
    expect(labelOf(await read('trombone', 'de'), 'trombone-type', 'valve')).toBe('Ventilposaune');
    expect(labelOf(await read('amplifier', 'de'), 'amp-technology', 'valve')).toBe('Röhre');
    expect(labelOf(await read('harmonica', 'fr'), 'key', 'b')).toBe('Si');
  });

  it.each(languages.filter((tag) => tag !== 'en'))(
    'a kind has no English sentence in %s',
    async (language) => {
      const ofKind = async ({ kind }: { kind: string }) => {
        const { attributes, checks, photos, materials } = await read(kind, language);
        return [
          ...attributes.flatMap(({ ask }) => ask ?? []),
          ...checks.flatMap(({ ask, fine, flaw }) => [ask, fine, flaw]),
          ...photos.flatMap(({ label, why }) => [label, why]),
          ...materials.map(({ note }) => note),
        ];
      };
      const texts = new Set((await Promise.all(instruments.kinds.map(ofKind))).flat());
      expect(texts.size).toBeGreaterThan(600);
      const english = [...texts].filter((text) => /\b(?:the|are|does|with)\b/i.test(text));
      expect(english).toEqual([]);
    },
  );

  it('a kind has facts and checks in the form in which they are read', async () => {
    const kind = await read('violin');
    expect(checkFacts(kind, { 'violin-size': '3/4' }).errors).toEqual([]);
    expect(checkFacts(kind, { 'cello-size': '3/4' }).errors).toHaveLength(1);
    expect(checkChecks(kind, { 'open-seams': 'yes' }).errors).toEqual([]);
  });

  it('an unknown kind gets 404', async () => {
    const unknown = await get('/kinds/kazoo');
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json().detail).toBe('There is no such kind of instrument');
    expect((await get('/kinds/__proto__')).statusCode).toBe(404);
  });
});

describe('GET /brands', () => {
  const namesFor = async (query: string) =>
    (await get(`/brands?${query}`)).json<CallReply<'suggestBrands'>>().map(({ name }) => name);

  it.each([
    ['höf', 'Höfner'],
    ['HOEFNER', 'Höfner'],
    ['c.g. conn', 'Conn'],
    ['förster', 'August Förster'],
    ['ヤマハ', 'Yamaha'],
    ['ياماها', 'Yamaha'],
    ['steinway and', ''],
    ['  ', ''],
    ['…', ''],
  ])('the first suggestion of a maker for “%s” is “%s”', async (typed, name) => {
    const [first = ''] = await namesFor(`q=${encodeURIComponent(typed)}`);
    expect(first).toBe(name);
  });

  it('the makers of the kind come first', async () => {
    expect((await namesFor('q=se&kind=alto-saxophone'))[0]).toBe('Selmer');
    expect((await namesFor('q=se&kind=grand-piano'))[0]).toBe('Seiler');
    expect(await namesFor('q=s&kind=kazoo')).toEqual(await namesFor('q=s'));
  });

  it('at most ten makers are suggested', async () => {
    expect(await namesFor('q=s')).toHaveLength(10);
  });

  it('a query longer than any maker’s name is refused', async () => {
    expect((await get(`/brands?q=${'y'.repeat(81)}`)).statusCode).toBe(400);
    expect((await get('/brands')).statusCode).toBe(400);
  });
});

describe('GET /kinds with what was typed', () => {
  const suggest = async (q: string, language = 'en') => {
    const reply = await get(`/kinds?${new URLSearchParams({ q, language })}`);
    const { kinds, isNamed } = reply.json<CallReply<'suggestKinds'>>();
    return [isNamed, ...kinds.map(({ name }) => name)];
  };

  it('a kind is found by the beginning of one of its words in any language, or of a make', async () => {
    expect(await suggest('tele')).toEqual([true, 'Electric guitar']);
    expect(await suggest('stratoc')).toEqual([false, 'Electric guitar']);
    expect(await suggest('klarin', 'de')).toContain('Klarinette');
    expect((await suggest('violin'))[1]).toBe('Violin');
    expect(await suggest('')).toEqual([false]);
    expect(await suggest('xyz')).toEqual([false]);
  });

  it('the kind that a name says comes first, and the reply says that it is so', async () => {
    expect((await suggest('Bach Stradivarius trumpet 180S')).slice(0, 2)).toEqual([
      true,
      'Trumpet',
    ]);
    expect(await suggest('Fender Telecaster 1998')).toEqual([true, 'Electric guitar']);
  });
});

import { afterAll, expect, it } from 'vitest';
import type { CallReply } from '#contract/calls.ts';
import { plainText } from '../../../core/plain-text.ts';
import { queryOfWords } from '../../../database/word-search.ts';
import { addProduct, addUser } from '../../../testing/builders.ts';
import { createTestShop } from '../../../testing/test-shop.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
await shop.catalogue.start();
const { database } = shop;

it.each([
  ['Чайка балалайка'],
  ['Ёлка'],
  ['ギター'],
  ['ヤマハのピアノ'],
  ['ﾔﾏﾊ ﾋﾟｱﾉ'],
  ['가야금'],
  ['हिन्दुस्तानी तबला'],
  ['ΜΠΟΥΖΟΥΚΙΑ ΝΕΟ'],
  ['μπουζούκι'],
  ['Μπουζούκις λαϊκός'],
  ['Flügelhorn Große Trommel'],
  ['Españolísima guitarra'],
  ['Đàn bầu'],
  ['Ħarġa Øresund Łódź'],
])(
  '“%s” is found by its own name, in small and in capital letters and with separate marks too',
  async (name) => {
    const sellerId = await addUser(database, { role: 'seller' });
    await addProduct(database, { sellerId, name, status: 'advertise' });
    await shop.catalogue.catchUp();
    for (const q of [name, name.toLowerCase(), name.toUpperCase(), name.normalize('NFD')]) {
      const url = `/api/search?q=${encodeURIComponent(q)}`;
      const { items, corrected } = (await shop.app.inject({ url })).json<
        CallReply<'searchProducts'>
      >();
      expect(
        items.map((one) => one.name),
        q,
      ).toContain(name);
      expect(corrected).toBeUndefined();
    }
  },
);

it.each([
  ['アコースティックギター', 'ギター', 'ーギ'],
  ['中古の大提琴', '大提琴', '琴提'],
  ['中古の大提琴', '琴', '笛'],
  ['กีตาร์โปร่งสภาพดี', 'โปร่ง', 'งโป'],
  ['ខ្លុយខ្មែរ', 'ខ្មែរ', 'រខ្មខ'],
  ['어쿠스틱기타', '기타', '타기'],
  ['YAMAHAピアノP45', 'yamaha', 'yama'],
  ['YAMAHAピアノP45', 'ピアノ', 'ノピ'],
])(
  '“%s” is found by its part “%s”, as it is written without spaces, and not by “%s”',
  async (name, part, other) => {
    const sellerId = await addUser(database, { role: 'seller' });
    const placed = { sellerId, name: 'Qq', location: name };
    await addProduct(database, { sellerId, name, status: 'advertise' });
    await addProduct(database, { ...placed, status: 'advertise' });
    await shop.catalogue.catchUp();
    const found = async (query: Record<string, string>) => {
      const url = `/api/search?${new URLSearchParams({ exact: '1', ...query })}`;
      const { items } = (await shop.app.inject({ url })).json<CallReply<'searchProducts'>>();
      return items.map((item) => `${item.name}, ${item.location}`);
    };
    expect(await found({ q: part })).toEqual(
      expect.arrayContaining([`${name}, Leipzig`, `Qq, ${name}`]),
    );
    expect(new Set(await found({ place: part }))).toEqual(new Set([`Qq, ${name}`]));
    expect((await found({ q: other })).join()).not.toContain(name);
  },
);

it('Arabic, Persian and Hebrew are found however they are spelled', async () => {
  const queriesByName = {
    'عُودٌ دمشقي': ['عود', 'العود', 'والعود', 'بالعود', 'للعود', 'فالعود', 'كالعود', 'عـــود'],
    'العود الشرقي': ['عود', 'عود شرقي', 'العود شرقى'],
    'كمان أزرق': ['كمان ازرق', 'الكمان الأزرق', 'کمان'],
    'كمان ازرق قديم': ['كمان أزرق'],
    'آلة القانون': ['اله قانون', 'الة', 'آلة'],
    'ناى إيراني': ['ناي', 'نای ايرانى'],
    'سنتور ایرانی کهنه': ['سنتور ايراني', 'كهنه'],
    'طبلة ١٩٧٢': ['طبله 1972', 'الطبلة ۱۹۷۲'],
    'ألتو ساكسفون': ['التو', 'ألتو'],
    'כִּנּוֹר יָשָׁן': ['כנור', 'כנור ישן'],
  };
  const sellerId = await addUser(database, { role: 'seller' });
  for (const name of Object.keys(queriesByName)) {
    await addProduct(database, { sellerId, name, status: 'advertise' });
  }
  for (const [name, queries] of Object.entries(queriesByName)) {
    for (const q of queries) {
      const url = `/api/search?${new URLSearchParams({ exact: '1', limit: '50', q })}`;
      const { items } = (await shop.app.inject({ url })).json<CallReply<'searchProducts'>>();
      expect(
        items.map((one) => one.name),
        q,
      ).toContain(name);
    }
  }
});

it('an Arabic word is found in a list with its article, without it and by its beginning', async () => {
  const matches = async (name: string, search: string) => {
    const [row] = await database.sql<{ isFound: boolean }[]>`
      select to_tsvector('simple', search_words(${name})) @@ ${queryOfWords(database.sql, search)} as "isFound"`;
    return row?.isFound;
  };
  for (const search of ['عود', 'العود', 'الع', 'العو', 'عو', 'وَالعُود', 'المان', 'ألمانى']) {
    expect(await matches('العود الألماني', search), search).toBe(true);
  }
  expect(await matches('العود الألماني', 'ناي')).toBe(false);
});

it('the letters of European and Asian alphabets are written as by the database', async () => {
  const alphabets = [
    [0x41, 0x17f],
    [0x386, 0x3ce],
    [0x400, 0x4ff],
    [0x591, 0x6ff],
    [0x1e00, 0x1e9b],
    [0x1ea0, 0x1ef9],
    [0x3041, 0x30ff],
    [0xac00, 0xac80],
    [0xff21, 0xff9d],
  ] as const;
  const written = alphabets
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => /^[\p{L}\p{M}\p{Nd}ـ]$/u.test(letter));
  const rows = await database.sql<{ letter: string; plain: string }[]>`
    select letter, search_plain_text(letter) as plain from unnest(${written}::text[]) letter`;
  expect(rows.length).toBeGreaterThan(1_000);
  const differing = rows.filter(({ letter, plain }) => plainText(letter) !== plain);
  expect(differing.map(({ letter, plain }) => [letter, plainText(letter), plain])).toEqual([]);
});

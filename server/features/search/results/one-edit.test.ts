import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallReply } from '#contract/calls.ts';
import { addImage, addProduct, addUser } from '../../../testing/builders.ts';
import { createTestShop } from '../../../testing/test-shop.ts';
import { collectVocabulary } from '../words/collect-vocabulary.ts';
import { kindNames, namesKind } from '../words/instrument-kinds.ts';
import { isFiller } from '../words/parse-words.ts';
import { stemReader } from '../words/read-stems.ts';
import { synonymsOf, wordsWithSynonyms } from '../words/synonyms.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
await shop.catalogue.start();
const { database } = shop;
const headers = await shop.as(await shop.make.user());

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'абвгдежзиклмнопрстуфхцчшщыэюя',
  'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցփք',
  'אבגדהוזחטיכלמנסעפצקרשת',
];
const seed = Number(process.env.FUZZ_SEED ?? 20_261_125);
const randomWords = fc.sample(
  fc
    .constantFrom(...alphabets)
    .chain((letters) =>
      fc.string({ unit: fc.constantFrom(...letters), minLength: 4, maxLength: 12 }),
    ),
  { numRuns: 60, seed },
);
/** Names of categories and numbers, what people say when they buy, and other words for categories and instruments. */
const words = [
  ...['keyboard', 'seven', 'used', 'gebraucht', 'batterie', 'metales', 'tele'],
  ...randomWords,
];

beforeAll(async () => {
  const sellerId = await addUser(database, { role: 'seller' });
  const imageId = await addImage(database);
  const add = (word: string, at: number) => {
    const field = (['name', 'location'] as const)[at % 2] ?? 'name';
    const texts = { name: 'Qq', description: 'Qq', location: 'Qq', [field]: `Qq ${word}` };
    return addProduct(database, { sellerId, imageId, category: null, ...texts });
  };
  const collect = () =>
    collectVocabulary({ database, clock: { now: () => new Date(Date.now() + 120_000) } });
  // Sellers have made the same errors, in listings that are gone.
  for (const [at, word] of words.entries()) await add(withoutLetter(word, 1), at);
  await collect();
  await database.sql`update products set withdrawn_at = now()`;
  for (const [at, word] of words.entries()) await add(word, at);
  await collect();
});

type Edit = (word: string, at: number, letter: string) => string;

const withoutLetter = (word: string, at: number) => word.slice(0, at) + word.slice(at + 1);
const edits: Readonly<Record<string, Edit>> = {
  'left out': withoutLetter,
  added: (word, at, letter) => word.slice(0, at) + letter + word.slice(at),
  replaced: (word, at, letter) => word.slice(0, at) + letter + word.slice(at + 1),
  'exchanged with the next': (word, at) =>
    word.slice(0, at) + word.slice(at + 1, at + 2) + word.slice(at, at + 1) + word.slice(at + 2),
};

it.each(Object.entries(edits))(
  'a word of a listing with one letter %s finds the listing, when that is no word itself',
  async (_title, edit) => {
    const typing = fc
      .tuple(fc.constantFrom(...words), fc.nat(), fc.nat())
      .map(([word, place, number]) => {
        const letters = alphabets.find((alphabet) => alphabet.includes(word.charAt(0))) ?? '';
        return {
          word,
          typed: edit(word, place % word.length, letters.charAt(number % letters.length)),
        };
      });
    await fc.assert(
      fc.asyncProperty(typing, async ({ word, typed }) => {
        if (await isWord(typed)) return;
        const url = `/api/search?q=${encodeURIComponent(typed)}`;
        const reply = await shop.app.inject({ url, headers });
        const { items, corrected } = reply.json<CallReply<'searchProducts'>>();
        const others = [...words, ...wordsWithSynonyms(), ...kindNames()].filter((one) =>
          isOneEdit(one, typed),
        );
        expect(others, `${word}, ${typed}`).toContain(corrected);
        const texts = items.map((item) => `${item.name} ${item.description} ${item.location}`);
        if (corrected === word) expect(texts.join()).toContain(word);
      }),
      { numRuns: Number(process.env.SEARCH_RUNS ?? 60), seed },
    );
  },
);

const stemsOf = stemReader(database.sql);

/** Whether it means something as it is, here or in another shop. */
async function isWord(typed: string): Promise<boolean> {
  if (namesKind(typed) || isFiller(typed) || synonymsOf(typed).length > 0) return true;
  const stems = await stemsOf([typed, ...words]);
  const [stem] = stems.get(typed) ?? [];
  return stem === undefined || words.some((word) => stems.get(word)?.includes(stem));
}

const isOneEdit = (word: string, typed: string) =>
  Object.values(edits).some((edit) =>
    [...word, ''].some((_, at) => [...typed].some((letter) => edit(word, at, letter) === typed)),
  );

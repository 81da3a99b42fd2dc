import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/constants.ts';
import { asLine } from '#contract/fields.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

const script = '<script>alert("1")</script>';
const markup = `</script><img src=x onerror=alert(1)>${script}<!-- ]]> & &amp; ' " \` \${x}`;

/** Repeats `filling` after `beginning` up to this length. */
const padTo = (beginning: string, length: number, filling: string) =>
  (beginning + filling.repeat(length)).slice(0, length).trim().padEnd(length, '.');

/** Names and descriptions that try to break pages: markup, code, unusual scripts, and the longest that are allowed. */
const hostileTexts: Readonly<Record<string, { name: string; description: string }>> = {
  'longest, in one word': {
    name: 'W'.repeat(limits.nameLength),
    description: 'ŵ'.repeat(limits.descriptionLength),
  },
  'longest, with markup': {
    name: padTo(script, limits.nameLength, ' violin'),
    description: padTo(markup, limits.descriptionLength, '\nline <b>two</b>'),
  },
  emoji: {
    name: 'Trumpet 🎺 👩‍🎤 🏴󠁧󠁢󠁳󠁣󠁴󠁿 e\u0301',
    description: '🎷'.repeat(limits.descriptionLength / 2),
  },
  'right to left': {
    name: 'عود دمشقي \u202egnp.exe\u202c עוּד',
    description: 'عود قديم من دمشق، صوته دافئ. '.repeat(20).trim(),
  },
  'what other languages take for code': {
    name: "'; drop table products; -- {{7*7}} #{7*7} %s %00 \\u0000",
    description: `${markup}\n\n\tA tab, a line\r\nand a line of another kind.`,
  },
};

const { list, change, read, send } = selling(() => shop);

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
await shop.catalogue.start();
const seller = await shop.make.user({ role: 'seller' });

describe.each(Object.entries(hostileTexts))('a listing with hostile texts: %s', (_title, texts) => {
  // Names lose changes of direction, and their letters are composed.
  const stored = { ...texts, name: asLine(texts.name, limits.nameLength) };
  it('a hostile text is returned unchanged, alone and in lists', async () => {
    const { status, body } = await list(seller, texts);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(await read(body.insertedId)).toMatchObject(stored);
    const path = `/products?email=${seller.email}&limit=1`;
    const { body: listed } = await send(seller, { method: 'GET', path });
    expect((listed as unknown as ListedProduct[])[0]).toMatchObject(stored);
  });

  it('a hostile text is returned unchanged after a change', async () => {
    const { body } = await list(seller);
    expect((await change(seller, body.insertedId, texts)).status).toBe(200);
    expect(await read(body.insertedId)).toMatchObject(stored);
  });
});

describe('texts that are refused', () => {
  it.each([
    ['one character too many', { name: 'W'.repeat(121) }, 'name'],
    ['a description that is too long', { description: 'W'.repeat(5_001) }, 'description'],
    ['only white space', { name: ' \u00a0\u2003\n' }, 'name'],
    ['a name that nobody could see', { name: '\u200b\u3164\u00ad' }, 'name'],
    ['a number without six digits', { number: 'abc 12345' }, 'number'],
    ['a null character, which the database cannot store', { name: 'Oboe\u0000' }, 'name'],
    ['a null character in the description', { description: 'Fine\u0000oboe' }, 'description'],
    ['a line break in the name', { name: 'Oboe\nVisit evil.test' }, 'name'],
    ['a line separator in the name', { name: 'Oboe\u2028Visit evil.test' }, 'name'],
    ['a carriage return in the location', { location: 'Leith\rEdinburgh' }, 'location'],
    ['an escape character in the number', { number: '0199\u001b[31m' }, 'number'],
    ['half of a surrogate pair', { location: 'Leith \ud83c' }, 'location'],
  ])('%s is refused, naming the field', async (_title, texts, field) => {
    const { status, body } = await list(seller, texts);
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
  });
});

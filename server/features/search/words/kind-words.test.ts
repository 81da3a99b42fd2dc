import { afterAll, expect, it } from 'vitest';
import type { CallReply } from '#contract/calls.ts';
import { addProduct, addUser } from '../../../testing/builders.ts';
import { createTestShop } from '../../../testing/test-shop.ts';
import { kindOfName } from '../../instruments/kind-of-name.ts';
import { collectVocabulary } from './collect-vocabulary.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const { database } = shop;
const sellerId = await addUser(database, { role: 'seller' });
const names = [
  'Yamaha acoustic guitar',
  'Stentor violin',
  'Keilwerth tenor saxophone',
  'Yanagisawa alto sax',
  'Kawai upright piano',
  'Egyptian oud',
  'Moeck recorder',
  'Meinl maracas',
  'Fender Jazz Bass',
  'Deering banjo',
  'Fender Stratocaster',
  'Fender Telecaster',
  'Guitar strap',
  'Tsugaru shamisen',
  'Püchner bassoon',
  'ヴァイオリン 4/4',
  'كمان دمشقي',
];
for (const name of names) {
  const category = /bass$|bass /i.test(name) ? 'String' : undefined;
  await addProduct(database, {
    sellerId,
    name,
    status: 'advertise',
    kind: kindOfName(name)?.kind,
    ...(category && { category }),
  });
}
await collectVocabulary({ database, clock: { now: () => new Date(Date.now() + 120_000) } });

async function found(q: string) {
  const { items, corrected } = (
    await shop.app.inject({ url: `/api/search?${new URLSearchParams({ q, limit: '50' })}` })
  ).json<CallReply<'searchProducts'>>();
  return { names: items.map(({ name }) => name), corrected };
}

it.each([
  ['ギター', 'Yamaha acoustic guitar'],
  ['アコースティックギター', 'Yamaha acoustic guitar'],
  ['バイオリン', 'Stentor violin'],
  ['バイオリン', 'ヴァイオリン 4/4'],
  ['バイオリン', 'كمان دمشقي'],
  ['サックス', 'Keilwerth tenor saxophone'],
  ['アルトサックス', 'Yanagisawa alto sax'],
  ['ピアノ', 'Kawai upright piano'],
  ['三味線', 'Tsugaru shamisen'],
  ['كمان', 'Stentor violin'],
  ['الكمان', 'Stentor violin'],
  ['غيتار', 'Yamaha acoustic guitar'],
  ['جيتار', 'Yamaha acoustic guitar'],
  ['بيانو', 'Kawai upright piano'],
  ['ساكسفون', 'Yanagisawa alto sax'],
  ['عود', 'Egyptian oud'],
  ['Altsaxophon', 'Yanagisawa alto sax'],
  ['Tenorsaxophon', 'Keilwerth tenor saxophone'],
  ['Blockflöte', 'Moeck recorder'],
  ['flûte à bec', 'Moeck recorder'],
  ['リコーダー', 'Moeck recorder'],
  ['bajo', 'Fender Jazz Bass'],
  ['ベース', 'Fender Jazz Bass'],
  ['strat', 'Fender Stratocaster'],
  ['telecaster', 'Fender Telecaster'],
  ['violin', 'ヴァイオリン 4/4'],
  ['violin', 'كمان دمشقي'],
  ['ぎたー', 'Yamaha acoustic guitar'],
])('“%s” finds “%s” and is not taken for another word', async (q, name) => {
  const { names, corrected } = await found(q);
  expect(corrected).toBeUndefined();
  expect(names).toContain(name);
});

it.each([
  ['strat', 'Guitar strap'],
  ['bajo', 'Deering banjo'],
  ['Blockflöte', 'Meinl maracas'],
  ['recorder', 'Meinl maracas'],
  ['bass', 'Püchner bassoon'],
])('“%s” does not find “%s”', async (q, name) => {
  expect((await found(q)).names).not.toContain(name);
});

it.each([
  ['金管楽器', 'Brass'],
  ['鍵盤楽器', 'Keyboard'],
  ['木管楽器', 'Woodwind'],
  ['弦楽器', 'String'],
  ['打楽器', 'Percussion'],
  ['آلات نحاسية', 'Brass'],
  ['آلات إيقاعية', 'Percussion'],
  ['viento metal', 'Brass'],
  ['Tasteninstrumente', 'Keyboard'],
  ['美品', 'Excellent'],
  ['ممتازة', 'Excellent'],
  ['Sehr gut', 'Excellent'],
  ['bon état', 'Good'],
  ['aceptable', 'Fair'],
])('“%s” finds what is %s', async (q, filter) => {
  const isCategory = /^[BKWSP]/.test(filter);
  const name = `Thing for ${q.length} ${filter}`;
  const made = isCategory ? { category: filter as 'Brass' } : { condition: filter as 'Good' };
  await addProduct(database, { sellerId, name, status: 'advertise', ...made });
  const { corrected, names } = await found(`${q} thing`);
  expect(corrected).toBeUndefined();
  expect(names).toContain(name);
});

import { expect, it } from 'vitest';
import { bodyWithFields, joinItems } from './list-body.ts';

const items = [
  { _id: 'a', name: 'Trompete für Anfänger 🎺', price: 12.5 },
  { _id: 'b', name: 'Cornet "with, [brackets]"', price: 3 },
  { _id: 'c', name: 'Tuba', price: 900 },
];
const listOf = (list: typeof items) => {
  const { body, places } = joinItems(
    list.map((item) => ({ id: item._id, json: JSON.stringify(item) })),
  );
  return { body: Buffer.from(body), places };
};

it('a list of serialised items is what serialising the list gives', () => {
  for (const list of [[], items.slice(0, 1), items]) {
    expect(listOf(list).body.toString()).toBe(JSON.stringify(list));
  }
});

it.each([
  ['the first', ['a']],
  ['the last', ['c']],
  ['neighbours', ['a', 'b']],
  ['all', ['c', 'b', 'a']],
])('fields are written into %s, and no other byte changes', (_which, ids) => {
  const fields = new Map(ids.map((id) => [id, { wishlist: 'added', price: 1 }]));
  const expected = items.map((item) => ({ ...item, ...fields.get(item._id) }));
  const body = bodyWithFields(listOf(items), fields, JSON.stringify);
  expect(body?.toString()).toBe(JSON.stringify(expected));
});

it('a list of which no item has fields needs no body of its own', () => {
  expect(bodyWithFields(listOf(items), new Map(), JSON.stringify)).toBeUndefined();
  const others = new Map([['elsewhere', { wishlist: 'added' }]]);
  expect(bodyWithFields(listOf(items), others, JSON.stringify)).toBeUndefined();
  expect(bodyWithFields({ body: Buffer.from('[]') }, others, JSON.stringify)).toBeUndefined();
});

import { expect, it } from 'vitest';
import { bodyWithFields, insertItems } from './list-body.ts';

const items = [
  { _id: 'a', name: 'Trompete für Anfänger 🎺', price: 12.5 },
  { _id: 'b', name: 'Cornet "with, [brackets]"', price: 3 },
  { _id: 'c', name: 'Tuba', price: 900 },
];
const listOf = (list: typeof items) => {
  const { body, places } = insertItems(
    '[]',
    list.map((item) => ({ id: item._id, json: JSON.stringify(item) })),
  );
  return { body: Buffer.from(body), places };
};

it('a list of serialised items is what serialising the list gives', () => {
  for (const list of [[], items.slice(0, 1), items]) {
    expect(listOf(list).body.toString()).toBe(JSON.stringify(list));
  }
});

it('a list inside of a reply is what serialising the reply gives', () => {
  const replies = [
    { items, total: 3 },
    { note: 'é "items":[] "', items, total: { items: 3 } },
  ];
  for (const reply of replies) {
    const around = JSON.stringify({ ...reply, items: [] });
    const serialized = items.map((item) => ({ id: item._id, json: JSON.stringify(item) }));
    const { body, places } = insertItems(around, serialized);
    expect(body).toBe(JSON.stringify(reply));
    const fields = new Map([['b', { price: 4 }]]);
    const own = bodyWithFields({ body: Buffer.from(body), places }, fields, JSON.stringify);
    const changed = items.map((item) => ({ ...item, ...fields.get(item._id) }));
    expect(own?.toString()).toBe(JSON.stringify({ ...reply, items: changed }));
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

it('a list whose items have no fields of the caller needs no body of its own', () => {
  expect(bodyWithFields(listOf(items), new Map(), JSON.stringify)).toBeUndefined();
  const others = new Map([['elsewhere', { wishlist: 'added' }]]);
  expect(bodyWithFields(listOf(items), others, JSON.stringify)).toBeUndefined();
  expect(bodyWithFields({ body: Buffer.from('[]') }, others, JSON.stringify)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { isolate, isolateNames } from './isolate.ts';

test.each([
  ['an Arabic name', 'عود دمشقي'],
  ['a Hebrew name', 'כינור'],
  ['a name in two scripts', 'Oud (عود)'],
])('%s is isolated from the sentence around it', (_, name) => {
  expect(isolate(name)).toBe(`\u2068${name}\u2069`);
});

test.each(['Oud', 'Geige für 2', '三味線', ''])('“%s” stays as it is', (name) => {
  expect(isolate(name)).toBe(name);
});

test('isolateNames isolates the names of a booking and nothing else', () => {
  const booking = { name: 'عود', buyerName: 'Ada', sellerName: 'ليلى', location: 'بيروت' };
  expect(isolateNames(booking)).toEqual({
    ...booking,
    name: '\u2068عود\u2069',
    sellerName: '\u2068ليلى\u2069',
  });
});

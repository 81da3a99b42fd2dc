import { expect, test } from 'vitest';
import { contrast } from '#contract/shop/contrast.ts';
import { groundFor, initialsGrounds, initialsText } from './draw-initials.ts';

test('initials can be read on each of their grounds', () => {
  for (const ground of initialsGrounds) expect(contrast(ground, initialsText)).toBeGreaterThan(4.5);
});

test('a name has the same ground each time, and names have several', () => {
  const names = ['Ada Marsh', 'Bob Reed', 'Cosima', '山田太郎', 'محمد علي', '', 'Dora', 'Emil'];
  const grounds = names.map(groundFor);
  expect(grounds).toEqual(names.map(groundFor));
  expect(new Set(grounds).size).toBeGreaterThan(3);
});

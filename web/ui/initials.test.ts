import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Ada Marsh', 'AM'],
  ['ada lovelace marsh', 'AM'],
  ['Prince', 'P'],
  ['  (Bob)  “Mo” ', 'BM'],
  ['E\u0301mile Zola', 'E\u0301Z'],
  ['山田太郎', '山'],
  ['山田 太郎', '山太'],
  ['محمد علي', 'م\u200cع'],
  ['김 민준', '김민'],
  ['🎻', '🎻'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

import { expect, test } from 'vitest';
import { afterChange } from './ShowMore.tsx';

test('a loaded page is announced once, and not again after a deletion or later arrivals', () => {
  const loaded = afterChange({ count: 50, added: 0, isAsked: true }, 100);
  expect(loaded).toEqual({ count: 100, added: 50, isAsked: false });
  const deleted = afterChange(loaded, 99);
  expect(deleted.added).toBe(0);
  expect(afterChange(deleted, 100).added).toBe(0);
});

test('a page is counted from what was shown when it arrived, even after a deletion', () => {
  const deleted = afterChange({ count: 50, added: 0, isAsked: true }, 49);
  expect(deleted.added).toBe(0);
  expect(afterChange(deleted, 99).added).toBe(50);
});

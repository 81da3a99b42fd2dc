import { expect, it } from 'vitest';
import { newId } from './ids.ts';

const uuidv7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('an id is a UUIDv7 that contains its time', () => {
  const at = new Date('2026-03-01T12:00:00.123Z');
  const id = newId(at);
  expect(id).toMatch(uuidv7);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at.getTime());
});

it('ids of one millisecond sort in the order of their creation', () => {
  const at = new Date();
  const ids = Array.from({ length: 1_000 }, () => newId(at));
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

it('a later time gives a greater id', () => {
  const early = newId(new Date('2026-01-01T00:00:00.000Z'));
  const late = newId(new Date('2026-01-01T00:00:00.001Z'));
  expect(early < late).toBe(true);
});

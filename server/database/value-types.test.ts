import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { readInteger } from './value-types.ts';

const { sql, close } = await createTestDatabase();
afterAll(close);

const MOMENT = new Date('2026-02-03T04:05:06.789Z');

test('a time is sent and read as a Date', async () => {
  const [row] =
    await sql`select ${MOMENT}::timestamptz as moment, array[${MOMENT}::timestamptz] as moments`;
  expect(row).toEqual({ moment: MOMENT, moments: [MOMENT] });
});

test('a time without a zone is in UTC; dates and infinity are text', async () => {
  const [row] = await sql`
    select timestamp '2026-02-03 04:05:06.789' as time, date '2026-02-03' as day, timestamptz 'infinity' as never`;
  expect(row).toEqual({ time: MOMENT, day: '2026-02-03', never: 'infinity' });
});

test('JSON is sent and read as JSON', async () => {
  const value = { name: 'Flöte', sizes: [1, 2], none: null };
  const text = JSON.stringify(value);
  const [plain] = await sql`select ${text}::jsonb as value, jsonb_typeof(${text}) as kind`;
  expect(plain).toEqual({ value, kind: 'object' });
});

test('a bigint is a number, and one that is not exact as a number is refused', async () => {
  const [row] = await sql`select count(*) as count, 9007199254740991::int8 as large from users`;
  expect(row).toEqual({ count: 0, large: Number.MAX_SAFE_INTEGER });
  expect(readInteger('-9007199254740991')).toBe(Number.MIN_SAFE_INTEGER);
  const huge = sql`select 9007199254740992::int8 as huge`;
  await expect(huge).rejects.toThrow('9007199254740992 from the database is too large');
});

test('other types are text, such as numeric and interval', async () => {
  const bytes = Buffer.from([0, 1, 255]);
  const [row] = await sql`
    select true as yes, null::int as nothing, 1.5::float8 as float, 12.50::numeric as exact,
      interval '1 day' as day, ${bytes}::bytea as bytes, ${1n}::int8 as one, ${false}::boolean as no`;
  expect(row).toEqual({
    yes: true,
    nothing: null,
    float: 1.5,
    exact: '12.50',
    day: '1 day',
    bytes,
    one: 1,
    no: false,
  });
});

test('arrays are sent and read with their nulls', async () => {
  const words = ['a, b', '"quoted" \\', null];
  const [row] = await sql`
    select ${words}::text[] as words, ${[1, 2]}::int[] as numbers, array[9007199254740991, 1] as large,
      array[[1, 2], [3, null]] as nested, array['{"a":1}'::jsonb] as values, array[1.10] as exact,
      ${[]}::uuid[] as none, array['users'::name] as names, array[true, false] as flags`;
  expect(row).toEqual({
    words,
    numbers: [1, 2],
    large: [Number.MAX_SAFE_INTEGER, 1],
    nested: [
      [1, 2],
      [3, null],
    ],
    values: [{ a: 1 }],
    exact: ['1.10'],
    none: [],
    names: ['users'],
    flags: [true, false],
  });
});

import { eq, sql as fragment } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { readInteger } from './connection-values.ts';
import { auditEntries } from './schema/shop.ts';

const { sql, orm, close } = await createTestDatabase();
afterAll(close);

const MOMENT = new Date('2026-02-03T04:05:06.789Z');

test('a moment is a Date on the way in and out, by either way', async () => {
  const [row] =
    await sql`select ${MOMENT}::timestamptz as moment, array[${MOMENT}::timestamptz] as moments`;
  expect(row).toEqual({ moment: MOMENT, moments: [MOMENT] });
  const id = crypto.randomUUID();
  await orm.insert(auditEntries).values({
    id,
    action: 'user-changed',
    subjectId: id,
    detail: { why: ['a', 1, null] },
    createdAt: MOMENT,
  });
  const [entry] = await orm.select().from(auditEntries).where(eq(auditEntries.id, id));
  expect(entry).toMatchObject({ createdAt: MOMENT, detail: { why: ['a', 1, null] } });
});

test('a time without a zone is in UTC, a date stays text, infinity too', async () => {
  const [row] = await sql`
    select timestamp '2026-02-03 04:05:06.789' as time, date '2026-02-03' as day, timestamptz 'infinity' as never`;
  expect(row).toEqual({ time: MOMENT, day: '2026-02-03', never: 'infinity' });
});

test('JSON is JSON, by either way', async () => {
  const value = { name: 'Flöte', sizes: [1, 2], none: null };
  const [plain] =
    await sql`select ${sql.json(value)}::jsonb as value, jsonb_typeof(${sql.json(value)}) as kind`;
  expect(plain).toEqual({ value, kind: 'object' });
  const [drizzled] = await orm.execute(fragment`select ${JSON.stringify(value)}::jsonb as value`);
  expect(drizzled).toEqual({ value });
});

test('a large integer is a number where that is exact', async () => {
  const [row] = await sql`select count(*) as count, 9007199254740993::int8 as huge from users`;
  expect(row).toEqual({ count: 0, huge: 9_007_199_254_740_993n });
  expect(readInteger('-9007199254740991')).toBe(Number.MIN_SAFE_INTEGER);
});

import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../core/ids.ts';
import { transaction } from '../../database/transaction.ts';
import type { ImageHost } from '../../providers/images/port.ts';
import { addImage } from '../../testing/builders.ts';
import { openImageFixture } from '../../testing/image-fixture.ts';
import { findImageId } from './find-image-id.ts';
import { makePendingAvif } from './make-pending-avif.ts';

const fixture = await openImageFixture();
const ownerId = newId(new Date());
const { database, imageHost, deps } = fixture;
afterAll(fixture.close);

beforeEach(async () => {
  await database.sql`update images set avif = true`;
});

async function pending(): Promise<string[]> {
  const rows = await database.sql<{ id: string }[]>`select id from images where not avif`;
  return rows.map(({ id }) => id);
}

test('the newest pictures come first, up to the limit', async () => {
  const [first, second, third] = [
    await fixture.picture(),
    await fixture.picture(),
    await fixture.picture(),
  ];
  expect(await makePendingAvif(database, imageHost, 2)).toEqual({ made: 2, failures: [] });
  expect(await pending()).toEqual([first.id]);
  const have = [first, second, third].map(({ id }) => fixture.hasFile(id, 'avif'));
  expect(await Promise.all(have)).toEqual([false, true, true]);
  expect(await makePendingAvif(database, imageHost, 9)).toEqual({ made: 1, failures: [] });
});

test('two servers can process the same pictures', async () => {
  const made = [await fixture.picture(), await fixture.picture()];
  const outcomes = await Promise.all([
    makePendingAvif(database, imageHost, 9),
    makePendingAvif(database, imageHost, 9),
  ]);
  expect(outcomes.flatMap(({ failures }) => failures)).toEqual([]);
  expect(await pending()).toEqual([]);
  for (const { id } of made) expect(await fixture.hasFile(id, 'avif')).toBe(true);
});

test('no transaction is open during the encoding', async () => {
  await fixture.picture();
  const makeAvif = vi.fn(async () => {
    const open = await database.sql`
      select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
    expect(open).toHaveLength(0);
  });
  expect(await makePendingAvif(database, { ...imageHost, makeAvif }, 1)).toEqual({
    made: 1,
    failures: [],
  });
});

test('a picture that is removed during the encoding leaves no files', async () => {
  const { id } = await fixture.picture();
  const makeAvif: ImageHost['makeAvif'] = async (...deps) => {
    await imageHost.makeAvif(...deps);
    await database.sql`delete from images where id = ${id}`;
  };
  expect(await makePendingAvif(database, { ...imageHost, makeAvif }, 1)).toEqual({
    made: 0,
    failures: [],
  });
  expect([await fixture.hasFile(id), await fixture.hasFile(id, 'avif')]).toEqual([false, false]);
});

test('a picture that a decision hides gets none until it is shown again', async () => {
  const { id } = await fixture.picture();
  await database.sql`
    update images set hidden_widths = widths, widths = '{}' where id = ${id}`;
  expect(await makePendingAvif(database, imageHost, 9)).toEqual({ made: 0, failures: [] });
  await database.sql`
    update images set widths = hidden_widths, hidden_widths = null where id = ${id}`;
  expect(await makePendingAvif(database, imageHost, 9)).toEqual({ made: 1, failures: [] });
});

test('a picture that fails does not block the others', async () => {
  const good = await fixture.picture();
  const lost = await addImage(database);
  const outcome = await makePendingAvif(database, imageHost, 9);
  expect([outcome.made, outcome.failures.length]).toEqual([1, 1]);
  expect(await pending()).toEqual([lost]);
  expect(await fixture.hasFile(good.id, 'avif')).toBe(true);
});

test('a picture can be referred to during the encoding', async () => {
  const { url } = await fixture.picture();
  const makeAvif = vi.fn(async () => {
    await transaction(database, (tx) => findImageId(tx, deps, url, { ownerId }));
  });
  const outcome = await makePendingAvif(database, { ...imageHost, makeAvif }, 1);
  expect(outcome).toEqual({ made: 1, failures: [] });
});

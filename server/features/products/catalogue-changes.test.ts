import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { transaction } from '../../database/transaction.ts';
import { addBooking, addProduct } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import {
  recordCatalogueChange,
  recordEdit,
  recordPersonalChange,
  sweepCatalogueChanges,
  watchCatalogue,
} from './catalogue-changes.ts';

let database: TestDatabase;
const product = '01900000-0000-7000-8000-000000000001';
const otherProduct = '01900000-0000-7000-8000-000000000002';

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
// An open transaction of another test file makes a new watcher read the changes of earlier tests again.
beforeEach(async () => {
  await database.sql`delete from catalogue_changes`;
});

function watch({ elapsedMs = () => performance.now(), sql = database.sql } = {}) {
  const listener = {
    forget: vi.fn<(tags: readonly string[]) => void>(),
    forgetUsers: vi.fn<(userIds: readonly string[]) => void>(),
    forgetAll: vi.fn(),
  };
  const log = { warn: vi.fn() };
  return { listener, log, watcher: watchCatalogue({ sql, listener, log, elapsedMs }) };
}

const record = (id: string | null) =>
  transaction(database, (tx) => recordCatalogueChange(tx, id, new Date()));

it('a server reads a change that another server made', async () => {
  const { listener, watcher } = watch();
  await watcher.catchUp();
  listener.forgetAll.mockClear();
  await record(product);
  await watcher.catchUp();
  expect(listener.forget).toHaveBeenCalledExactlyOnceWith([
    'lists',
    'searches',
    `product:${product}`,
  ]);
  await watcher.catchUp();
  expect(listener.forget).toHaveBeenCalledOnce();
  expect(listener.forgetAll).not.toHaveBeenCalled();
});

it('a hold that expires drops what was cached of its product, once', async () => {
  const { listener, watcher } = watch();
  const inMs = (ms: number) => new Date(Date.now() + ms);
  const productId = await addProduct(database);
  const bookingId = await addBooking(database, { productId, holdExpiresAt: inMs(600_000) });
  await addBooking(database, { holdExpiresAt: inMs(-60_000) });
  await addBooking(database, { holdExpiresAt: inMs(600_000) });
  await watcher.catchUp();
  listener.forgetAll.mockClear();
  await database.sql`
    update bookings set hold_expires_at = clock_timestamp() + interval '50 ms'
    where id = ${bookingId}`;
  await expect
    .poll(async () => {
      await watcher.catchUp();
      return listener.forget.mock.calls;
    })
    .toContainEqual([expect.arrayContaining(['lists', 'lexeme:violin', `product:${productId}`])]);
  await watcher.catchUp();
  expect(listener.forget).toHaveBeenCalledOnce();
  expect(listener.forgetAll).not.toHaveBeenCalled();
});

it('a change of a product drops the searches that find it, and an edit those that found it before', async () => {
  const { listener, watcher } = watch();
  const id = await addProduct(database, { name: 'Silver cornet' });
  await watcher.catchUp();
  await record(id);
  await watcher.catchUp();
  const [[changed] = []] = listener.forget.mock.calls;
  expect(changed).toEqual(expect.arrayContaining(['lexeme:silver', `product:${id}`]));
  expect(changed).not.toContain('searches');

  await transaction(database, async (tx) => {
    recordEdit(tx, id, new Date());
    await tx.sql`update products set name = 'Brass cornet' where id = ${id}`;
  });
  await watcher.catchUp();
  const edited = listener.forget.mock.lastCall?.[0];
  expect(edited).toEqual(expect.arrayContaining(['lexeme:silver', 'lexeme:brass', 'lists']));
  expect(edited).not.toContain('searches');
});

it('a change without lexemes, and many at once, drop all searches', async () => {
  const { listener, watcher } = watch();
  const id = await addProduct(database);
  await watcher.catchUp();
  await database.sql`
    insert into catalogue_changes (id, product_id) values (gen_random_uuid(), ${id})`;
  await watcher.catchUp();
  const dropped = ['lists', 'searches', `product:${id}`];
  expect(listener.forget).toHaveBeenLastCalledWith(dropped);
  await database.sql`
    insert into catalogue_changes (id, product_id, lexemes_before)
    select gen_random_uuid(), ${id}, '{}' from generate_series(1, 101)`;
  await watcher.catchUp();
  expect(listener.forget).toHaveBeenCalledTimes(2);
  expect(listener.forget).toHaveBeenLastCalledWith(dropped);
});

it('a primary that lost transactions, after which it counts on from before them, drops the whole cache', async () => {
  let isPromoted = false;
  const promoted = async (text: TemplateStringsArray, ...values: string[]) => {
    const rows = await database.sql(text, ...values);
    return isPromoted ? rows.map((row) => ({ ...row, oldestOpen: '3' })) : rows;
  };
  const { listener, watcher } = watch({ sql: promoted as unknown as TestDatabase['sql'] });
  await watcher.catchUp();
  await watcher.catchUp();
  listener.forgetAll.mockClear();
  isPromoted = true;
  await watcher.catchUp();
  expect(listener.forgetAll).toHaveBeenCalledOnce();
});

it('a change of more than one product drops the whole cache', async () => {
  const { listener, watcher } = watch();
  await watcher.catchUp();
  listener.forgetAll.mockClear();
  await record(null);
  await watcher.catchUp();
  expect(listener.forgetAll).toHaveBeenCalledOnce();
});

it('a change that only one user sees drops what was cached for that user and nothing else', async () => {
  const { listener, watcher } = watch();
  await watcher.catchUp();
  listener.forgetAll.mockClear();
  const userId = '01900000-0000-7000-8000-000000000003';
  await transaction(database, (tx) => recordPersonalChange(tx, userId, new Date()));
  await watcher.catchUp();
  expect(listener.forgetUsers).toHaveBeenCalledExactlyOnceWith([userId]);
  expect(listener.forget).not.toHaveBeenCalled();
  expect(listener.forgetAll).not.toHaveBeenCalled();
});

it('a change that was made before a poll and committed after it is read by the next poll', async () => {
  const { listener, watcher } = watch();
  let poll: Promise<void> = Promise.resolve();
  await transaction(database, async (tx) => {
    recordCatalogueChange(tx, product, new Date());
    poll = watcher.catchUp();
    await poll;
    listener.forget.mockClear();
  });
  await watcher.catchUp();
  expect(listener.forget).toHaveBeenCalledExactlyOnceWith([
    'lists',
    'searches',
    `product:${product}`,
  ]);
});

it('a change of a transaction that outlasts several polls is read once it commits', async () => {
  const { listener, watcher } = watch();
  await watcher.catchUp();
  await transaction(database, async (tx) => {
    recordCatalogueChange(tx, product, new Date());
    for (let poll = 0; poll < 3; poll += 1) {
      await record(otherProduct);
      await watcher.catchUp();
    }
    expect(listener.forget).toHaveBeenCalledTimes(3);
    listener.forget.mockClear();
  });
  await watcher.catchUp();
  expect(listener.forget).toHaveBeenCalledExactlyOnceWith([
    'lists',
    'searches',
    `product:${product}`,
  ]);
});

it('a poll does not read again what the previous one has read', async () => {
  const rowsRead: number[] = [];
  const counting = async (text: TemplateStringsArray, ...values: string[]) => {
    const rows = await database.sql(text, ...values);
    rowsRead.push(rows.length);
    return rows;
  };
  const { listener, watcher } = watch({ sql: counting as unknown as TestDatabase['sql'] });
  await watcher.catchUp();
  await database.sql`
    insert into catalogue_changes (id, product_id)
    select gen_random_uuid(), ${product} from generate_series(1, 500)`;
  await watcher.catchUp();
  expect(rowsRead).toEqual([1, 500]);
  // Other tests on this server may have open transactions.
  await expect
    .poll(async () => {
      await watcher.catchUp();
      return rowsRead.at(-1);
    })
    .toBe(1);
  await record(otherProduct);
  await watcher.catchUp();
  expect(listener.forget).toHaveBeenLastCalledWith([
    'lists',
    'searches',
    `product:${otherProduct}`,
  ]);
});

it('the cache is not trusted when the last poll is too old', async () => {
  let nowMs = 1_000_000;
  const { listener, watcher } = watch({ elapsedMs: () => nowMs });
  expect(watcher.isCurrent()).toBe(false);
  await watcher.catchUp();
  expect(watcher.isCurrent()).toBe(true);
  nowMs += 1_499;
  expect(watcher.isCurrent()).toBe(true);
  nowMs += 2;
  expect(watcher.isCurrent()).toBe(false);
  listener.forgetAll.mockClear();
  nowMs += 6 * 60_000;
  await watcher.catchUp();
  expect(listener.forgetAll).toHaveBeenCalledOnce();
});

it('the watch polls by itself until it is stopped', async () => {
  const { listener, watcher } = watch();
  await watcher.start();
  await record(product);
  await expect.poll(() => listener.forget.mock.calls).not.toEqual([]);
  await watcher.stop();
});

it('sweeping removes old changes and leaves recent ones', async () => {
  await record(product);
  await database.sql`insert into catalogue_changes (id, product_id, changed_at)
    values (gen_random_uuid(), ${product}, now() - interval '11 minutes')`;
  expect(await sweepCatalogueChanges(database.sql)).toBe(1);
  const rows = await database.sql`select from catalogue_changes`;
  expect(rows).toHaveLength(1);
});

import { afterAll, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase } from '../testing/test-database.ts';
import { sqlState } from './sql-state.ts';
import { type Tx, transaction } from './transaction.ts';

const database = await createEmptyDatabase();
await database.sql`create table seats (number integer primary key, taken boolean not null)`;
afterAll(() => database.close());

beforeEach(async () => {
  await database.sql`truncate seats`;
  await database.sql`insert into seats values (1, false), (2, false)`;
});

test('the result of the work is returned, and its changes are committed', async () => {
  expect(await transaction(database, (tx) => take(tx, 1))).toBe('seat 1');
  expect(await takenSeats()).toEqual([1]);
});

test('an error of the work rolls back and is thrown', async () => {
  const fault = new Error('changed my mind');
  const work = transaction(database, async (tx) => {
    await take(tx, 1);
    throw fault;
  });
  await expect(work).rejects.toBe(fault);
  expect(await takenSeats()).toEqual([]);
});

test('two transactions that conflict both succeed, one of them when repeated', async () => {
  const bothHaveRead = barrier(2);
  let attempts = 0;
  const takeIfNoneIsTaken = (seat: number) =>
    transaction(database, async (tx) => {
      attempts += 1;
      await tx.sql`set transaction isolation level serializable`;
      const taken = await tx.sql`select number from seats where taken`;
      await bothHaveRead();
      if (taken.length > 0) return 'too late';
      return take(tx, seat);
    });
  const results = await Promise.all([takeIfNoneIsTaken(1), takeIfNoneIsTaken(2)]);
  expect(results).toContain('too late');
  expect(await takenSeats()).toHaveLength(1);
  // The repeated work may begin before the other has committed, and conflict with it again.
  expect(attempts).toBeGreaterThan(2);
});

test('two transactions in a deadlock both succeed', async () => {
  const bothHoldOne = barrier(2);
  const takeBoth = (first: number, second: number) =>
    transaction(database, async (tx) => {
      await take(tx, first);
      await bothHoldOne();
      return take(tx, second);
    });
  await Promise.all([takeBoth(1, 2), takeBoth(2, 1)]);
  expect(await takenSeats()).toEqual([1, 2]);
});

test('a transaction is not repeated after any other error', async () => {
  let attempts = 0;
  const work = transaction(database, async (tx) => {
    attempts += 1;
    await tx.sql`insert into seats values (1, false)`;
  });
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(sqlState(error)).toBe('23505');
  expect(attempts).toBe(1);
});

test('a conflict at each attempt is thrown after six attempts', async () => {
  let attempts = 0;
  const work = transaction(database, async (tx) => {
    attempts += 1;
    await tx.sql`do $$ begin raise sqlstate '40001'; end $$`;
  });
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(sqlState(error)).toBe('40001');
  expect(attempts).toBe(6);
});

test('an error that is not from the database has no SQLSTATE', () => {
  expect(sqlState(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))).toBeUndefined();
  expect(sqlState('40001')).toBeUndefined();
});

async function take(tx: Tx, seat: number): Promise<string> {
  await tx.sql`update seats set taken = true where number = ${seat}`;
  return `seat ${seat}`;
}

async function takenSeats(): Promise<number[]> {
  const rows = await database.sql<{ number: number }[]>`
    select number from seats where taken order by number`;
  return rows.map(({ number }) => number);
}

/** Blocks its callers until so many have called it. Later callers pass, because a repeated attempt has no counterpart. */
function barrier(count: number): () => Promise<void> {
  let open: () => void;
  const complete = new Promise<void>((resolve) => {
    open = resolve;
  });
  let present = 0;
  return () => {
    present += 1;
    if (present === count) open();
    return complete;
  };
}

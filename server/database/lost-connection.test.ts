import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { quietLog } from '../testing/quiet-log.ts';
import { createTestDatabase, poolSize } from '../testing/test-database.ts';
import { openDatabase } from './connection.ts';
import { transaction } from './transaction.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

/** Ends a connection, as a restart of PostgreSQL does, and waits until the driver has noticed. */
async function cut(pid: number): Promise<void> {
  await database.sql`select pg_terminate_backend(${pid})`;
  await pause(50);
}

it('a transaction whose connection is lost fails, and no other work does', async () => {
  const lost = transaction(database, async (tx) => {
    const [row] = await tx.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await cut(row?.pid ?? 0);
    // The next statement of the work: the driver must refuse it, and not end the process.
    await tx.sql`select 1`;
  });
  await expect(lost).rejects.toThrow();
  await pause(50);
  const results = await Promise.all(
    Array.from({ length: 30 }, () => database.sql`select 1 as one`),
  );
  expect(results.map(([row]) => row?.one)).toEqual(Array(30).fill(1));
});

it('the pool has its full size again after each connection was lost in a transaction', async () => {
  const outside = await openDatabase({ url: database.url, poolSize: 1 }, quietLog);
  let begun = 0;
  let resume = () => {};
  const isCut = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const lost = Array.from({ length: poolSize }, () =>
    transaction(database, async (tx) => {
      await tx.sql`select 1`;
      begun += 1;
      await isCut;
      await tx.sql`select 1`;
    }),
  );
  const settled = Promise.allSettled(lost);
  while (begun < poolSize) await pause(5);
  await outside.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid()`.finally(outside.close);
  await pause(100);
  resume();
  for (const { status } of await settled) expect(status).toBe('rejected');
  const rows = await Promise.all(
    Array.from({ length: poolSize }, async (_, number) => {
      const [row] = await database.sql<{ pid: number; echo: number }[]>`
        select pg_backend_pid() as pid, ${number}::int as echo, pg_sleep(0.3)`;
      expect(row?.echo).toBe(number);
      return row?.pid;
    }),
  );
  expect(new Set(rows).size).toBe(poolSize);
});

it('the pool works again after all connections were lost during transactions', async () => {
  const work = Array.from({ length: 40 }, (_, n) =>
    transaction(database, async (tx) => {
      await tx.sql`select pg_sleep(${n / 400})`;
      await tx.sql`select 1`;
    }),
  );
  const settled = Promise.allSettled(work);
  await pause(30);
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid()`;
  await settled;
  // A backend may end a moment later than its transaction.
  const one = () => database.sql`select 1 as one`.catch(() => 'lost');
  await expect.poll(one).toEqual([{ one: 1 }]);
});

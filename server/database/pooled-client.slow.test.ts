import { afterAll, expect, it } from 'vitest';
import { quietLog } from '../testing/quiet-log.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './connection.ts';
import { statementName } from './pooled-client.ts';
import { type Tx, transaction } from './transaction.ts';

/* These tests need a process of their own: the names of statements are counted in each process. */

const database = await createTestDatabase();
afterAll(() => database.close());

it('statements are prepared once per connection', async () => {
  const prepared = (tx: Tx) =>
    tx.sql<{ times: number }[]>`
      select count(*)::int as times from pg_prepared_statements
      where statement like '%from users%' and statement not like '%pg_prepared_statements%'`;
  await transaction(database, async (tx) => {
    expect(await prepared(tx)).toEqual([{ times: 0 }]);
    for (let times = 0; times < 2; times += 1) {
      await tx.sql`select id from users where email = ${'ada@reprise.test'}`;
    }
    expect(await prepared(tx)).toEqual([{ times: 1 }]);
  });
});

it.each(['prepare=false', 'pgbouncer=true'])(
  'no statement is prepared with ?%s',
  async (parameter) => {
    const url = new URL(database.url);
    url.search = `${url.search}&${parameter}`;
    const { sql, close } = await openDatabase({ url: url.href, poolSize: 1 }, quietLog);
    await sql`select ${1}::int as one`;
    const [row] = await sql`select count(*)::int as prepared from pg_prepared_statements`;
    await close();
    expect(row).toEqual({ prepared: 0 });
  },
);

it('a statement has the same name in every process, and the number of names is limited', () => {
  expect(statementName('select 1')).toBe('girgfUeDFYvBkSu2I-UQfMkALVGeEUOpwgDtbuGLbQ8');
  const named = Array.from({ length: 1_000 }, (_, n) => statementName(`select ${n} as numbered`));
  expect(named.filter((name) => name === undefined).length).toBeGreaterThanOrEqual(500);
  expect(statementName('select 1')).toBeDefined();
});

import { eq } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { quietLog } from '../testing/quiet-log.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './connection.ts';
import { statementName } from './pooled-client.ts';
import { users } from './schema/users.ts';
import { transaction } from './transaction.ts';

/* These tests need a process of their own: the names of statements are counted in each process. */

const database = await createTestDatabase();
afterAll(() => database.close());

it('statements are prepared once per connection, in transactions and savepoints too', async () => {
  const prepared = (tx: Parameters<Parameters<typeof transaction>[1]>[0]) =>
    tx.sql<{ times: number }[]>`
      select count(*)::int as times from pg_prepared_statements
      where statement like '%"users"%' and statement not like '%pg_prepared_statements%'`;
  await transaction(database, async (tx) => {
    expect(await prepared(tx)).toEqual([{ times: 0 }]);
    const select = (within: Pick<typeof tx, 'select'>) =>
      within.select({ id: users.id }).from(users).where(eq(users.email, 'ada@reprise.test'));
    await select(tx);
    await select(tx);
    await tx.transaction(select);
    expect(await prepared(tx)).toEqual([{ times: 1 }]);
  });
});

it.each(['prepare=false', 'pgbouncer=true'])('with ?%s nothing is prepared', async (parameter) => {
  const url = new URL(database.url);
  url.search = `${url.search}&${parameter}`;
  const { sql, orm, close } = await openDatabase({ url: url.href, poolSize: 1 }, quietLog);
  await orm.select().from(users).where(eq(users.email, 'ada@reprise.test'));
  await sql`select ${1}::int as one`;
  const [row] = await sql`select count(*)::int as prepared from pg_prepared_statements`;
  await close();
  expect(row).toEqual({ prepared: 0 });
});

it('a statement has the same name in every process, and the number of names is limited', () => {
  expect(statementName('select 1')).toBe('girgfUeDFYvBkSu2I-UQfMkALVGeEUOpwgDtbuGLbQ8');
  const named = Array.from({ length: 1_000 }, (_, n) => statementName(`select ${n} as numbered`));
  expect(named.filter((name) => name === undefined).length).toBeGreaterThanOrEqual(500);
  expect(statementName('select 1')).toBeDefined();
});

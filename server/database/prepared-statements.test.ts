import { eq } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { users } from './schema/users.ts';
import { transaction } from './transaction.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const prepared = `select count(*)::int as times from pg_prepared_statements
  where statement like '%"users"%' and statement not like '%pg_prepared_statements%'`;

it('statements are prepared once for each connection, in transactions and inside of them', async () => {
  const times = await database.sql.begin(async (raw) => {
    const [before] = await raw.unsafe(prepared);
    return before?.times;
  });
  expect(times).toBe(0);
  await transaction(database, async (tx) => {
    const look = (within: typeof tx) =>
      within.select({ id: users.id }).from(users).where(eq(users.email, 'ada@reprise.test'));
    await look(tx);
    await look(tx);
    await tx.transaction(look);
    const [row] = await tx.execute<{ times: number }>(prepared);
    expect(row?.times).toBe(1);
  });
});

import { eq } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { authUsers } from '../../../../database/schema/identity.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { drizzleOn } from './drizzle.ts';

const database = await createTestDatabase();
const drizzle = drizzleOn(database);
afterAll(() => database.close());

const at = new Date('2026-02-03T04:05:06.789Z');
const named = (name: string, email: string) => ({
  id: crypto.randomUUID(),
  name,
  email,
  createdAt: at,
  updatedAt: at,
});

test('a row that Better Auth writes is read with its times as Dates', async () => {
  const row = named('Ada', 'ada@reprise.test');
  await drizzle.insert(authUsers).values(row);
  expect(await drizzle.select().from(authUsers).where(eq(authUsers.id, row.id))).toEqual([
    { ...row, emailVerified: false, image: null, twoFactorEnabled: false },
  ]);
});

test('a failed statement throws the driver’s error, without the values, and rolls back', async () => {
  const adding = drizzle.transaction(async (tx) => {
    await tx.insert(authUsers).values(named('Bob', 'private@reprise.test'));
    await tx.insert(authUsers).values(named('Bob', 'private@reprise.test'));
  });
  const error = await adding.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(DatabaseError);
  expect(String(error)).not.toContain('private');
  expect(await drizzle.select().from(authUsers).where(eq(authUsers.name, 'Bob'))).toEqual([]);
});

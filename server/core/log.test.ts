import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createLog } from './log.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

function logged(error: unknown): { text: string; err: Record<string, unknown> } {
  let text = '';
  const log = createLog('info', {
    write: (line) => {
      text += line;
    },
  });
  log.error({ err: error }, 'It failed');
  return { text, err: JSON.parse(text).err };
}

const failure = (attempt: Promise<unknown>) => attempt.catch((error: unknown) => error);

it('a failed statement is logged without its values', async () => {
  const { sql } = database;
  const ofRule = await failure(sql`
    insert into users (id, name, email, role, created_at)
    values (${crypto.randomUUID()}, '', 'somebody.private@reprise.test', 'buyer', now())`);
  const ofType = await failure(sql`select ${'private'}::text::uuid`);
  for (const error of [
    ofRule,
    ofType,
    new Error('wrapped', { cause: ofType }),
    new AggregateError([ofType]),
  ]) {
    const { text } = logged(error);
    expect(text).not.toContain('private');
    expect(text).toMatch(/"code":"(23514|22P02)"/);
  }
  expect(logged(ofRule).text).toContain('users_name_length');
});

it('other errors are logged with their message, causes and stack', () => {
  const { err } = logged(new Error('the lamp broke', { cause: new Error('no oil') }));
  expect(err).toMatchObject({ message: 'the lamp broke', cause: { message: 'no oil' } });
  expect(String(err.stack)).toContain('log.test.ts');
});

import { afterAll, describe, expect, it } from 'vitest';
import { StartupError } from '../../core/startup-error.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { readSharedSecret } from './read-shared-secret.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const read = (name: string, ...sealingSecrets: string[]) =>
  readSharedSecret({ sql: database.sql, sealingSecrets }, name, new Date());

async function stored(name: string): Promise<unknown> {
  const [row] = await database.sql`select value from shared_secrets where name = ${name}`;
  return row?.value;
}

describe('a shared secret', () => {
  it('the shared secret is the same for all servers, and not readable in the database', async () => {
    const secrets = await Promise.all([1, 2, 3].map(() => read('one', 'outside')));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[\w-]{64}$/);
    expect(String(await stored('one'))).toMatch(/^sealed:/);
    expect(await stored('one')).not.toContain(secrets[0]);
  });

  it('the shared secret cannot be read with another sealing secret, and the operator is told what to do', async () => {
    await read('two', 'outside');
    const before = await stored('two');
    await expect(read('two', 'another')).rejects.toThrow(StartupError);
    await expect(read('two', 'another')).rejects.toMatchObject({
      remedy: expect.stringMatching(/same TOKEN_SECRET.* npm run maintain -- forget-keys/),
    });
    expect(await stored('two')).toBe(before);
  });

  it('the shared secret is encrypted again when TOKEN_SECRET replaces the file', async () => {
    const secret = await read('three', 'the file');
    expect(await read('three', 'TOKEN_SECRET', 'the file')).toBe(secret);
    expect(await read('three', 'TOKEN_SECRET')).toBe(secret);
    await expect(read('three', 'the file')).rejects.toThrow(StartupError);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createLog } from './log.ts';
import { createSecurityLog } from './security-log.ts';

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

it('no line is longer than 8 kB, and each is JSON with what is told and where', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const long = new Error('x'.repeat(100_000));
  log.error({ err: long, reqId: 'a request' }, 'It failed');
  log.error({ err: new AggregateError(Array.from({ length: 500 }, () => long)) }, 'Many failed');
  log.info({ list: 'ü'.repeat(7_900), nested: { text: '"'.repeat(9_000) } }, 'Long');
  log.info(Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`field${n}`, n])), 'Wide');
  log.info({ text: 'short' }, 'Short');
  const told = lines.map((line) => JSON.parse(line).msg);
  expect(told).toEqual(['It failed', 'Many failed', 'Long', 'Wide', 'Short']);
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(8_192);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    reqId: 'a request',
    err: {
      message: expect.stringMatching(/^x{900,}…$/),
      stack: expect.stringContaining('log.test'),
    },
  });
  expect(JSON.parse(lines[4] ?? '')).toMatchObject({ text: 'short' });
});

const hasJq = (() => {
  try {
    return execFileSync('jq', ['--version']).length > 0;
  } catch {
    return false;
  }
})();

it.skipIf(!hasJq)(
  'the commands of docs/operators/monitoring.md for the log find who is attacked, and from where',
  async () => {
    const page = await readFile(
      new URL('../../docs/operators/monitoring.md', import.meta.url),
      'utf8',
    );
    const commands = [...page.matchAll(/^ *(jq .* shop\.log .*)$/gm)].map(
      ([, command = '']) => command,
    );
    expect(commands).toHaveLength(2);
    const folder = await mkdtemp(join(tmpdir(), 'reprise-log-'));
    let text = '';
    const log = createLog('info', { write: (line) => (text += line) });
    const { record } = createSecurityLog({ log, secret: 'a secret' });
    log.info('Reprise is open at http://127.0.0.1:3000 in production');
    for (const email of ['ada@example.org', 'ben@example.org', 'ada@example.org']) {
      record('sign-in-failed', { email, place: '192.0.2.1' });
    }
    record('signed-in', { email: 'ada@example.org', place: '192.0.2.2' });
    await writeFile(join(folder, 'shop.log'), text);
    const counts = commands.map((command) => {
      const found = execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
      return found
        .trim()
        .split('\n')
        .map((line) => /^\s*(\d+) [\w-]{16}$/.exec(line)?.[1]);
    });
    expect(counts).toEqual([['3'], ['2', '1']]);
    await rm(folder, { recursive: true });
  },
);

import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { connect } from '../backup/connect.ts';
import { newId } from '../core/ids.ts';
import { addImage, addUser } from '../testing/builders.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { maintenanceTasks } from './tasks.ts';

const database = await createTestDatabase();
const { sql } = database;
afterAll(() => database.close());

async function perform(name: string, ...given: string[]): Promise<string[]> {
  const client = await connect(database.url);
  try {
    const lines: string[] = [];
    const shop = { origin: 'https://shop.test' };
    for await (const line of maintenanceTasks[name]?.run(client, given, shop) ?? []) {
      lines.push(line);
    }
    return lines;
  } finally {
    await client.end();
  }
}

async function addPerson(email: string) {
  const id = newId(new Date());
  await sql`
    insert into auth_users (id, name, email, two_factor_enabled, created_at, updated_at)
    values (${id}, 'Ada', ${email}, true, now(), now())`;
  return id;
}
const hasFactor = async (id: string) =>
  (
    await sql<{ on: boolean }[]>`select two_factor_enabled as on from auth_users where id = ${id}`
  )[0]?.on;

describe('a task of npm run maintain', () => {
  it('a maintenance task removes the factors of one person, and of no one else', async () => {
    const [ada, ben] = [await addPerson('ada@example.org'), await addPerson('ben@example.org')];
    expect(await perform('remove-factors', 'Ada@example.org')).toEqual([
      'Removed 0 authenticator apps and passkeys of Ada@example.org.',
    ]);
    expect([await hasFactor(ada), await hasFactor(ben)]).toEqual([false, true]);
    await expect(perform('remove-factors', 'nobody@example.org')).rejects.toThrow('Nobody has');
    await perform('remove-factors', 'everybody');
    expect(await hasFactor(ben)).toBe(false);
  });

  it('a maintenance task moves pictures to another host, but not those at a hosting service', async () => {
    const own = await addImage(database);
    const hosted = await addImage(database);
    await sql`update images set host = 'disk' where id = ${own}`;
    await sql`
      update images set host = 'disk', external_url = 'https://pictures.test/1' where id = ${hosted}`;
    await sql`
      insert into clips (id, host, kind, format, bytes, duration_ms, owner_id, created_at)
      values (gen_random_uuid(), 'disk', 'sound', 'mp3', 1, 1, ${await addUser(database)}, now())`;
    expect(await perform('move-pictures', 'disk', 's3')).toEqual([
      expect.stringMatching(
        /^\d+ pictures and 1 clips are at s3 now\. 1 pictures are at a hosting service\.$/,
      ),
    ]);
    const hosts = await sql`select host from images where id in (${own}, ${hosted}) order by host`;
    expect(hosts).toEqual([{ host: 'disk' }, { host: 's3' }]);
    await expect(perform('move-pictures', 'disk', 'disk')).rejects.toThrow('From where to where?');
  });

  it('a maintenance task removes the keys with everything encrypted by them, and mails its owners', async () => {
    const id = await addUser(database, { role: 'seller' });
    await sql`
      insert into payout_accounts (user_id, provider, state, sealed_details, changed_at)
      values (${id}, 'manual', 'ready', 'sealed:with a key that is lost', now())`;
    const withApp = await addPerson('app@example.org');
    const withBoth = await addPerson('both@example.org');
    for (const id of [withApp, withBoth]) {
      await sql`
        insert into auth_two_factors (id, user_id, secret, backup_codes, verified)
        values (${newId(new Date())}, ${id}, 'encrypted', '["digest"]', true)`;
    }
    await sql`
      insert into auth_passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up, created_at)
      values (${newId(new Date())}, ${withBoth}, 'public', 'credential', 0, 'singleDevice', false, now())`;
    await sql`
      insert into webhook_endpoints (id, user_id, url, events, sealed_secret, created_at)
      values (${newId(new Date())}, ${id}, 'https://hooks.example/', '{listing.sold}', 'sealed', now())`;
    const lines = await perform('forget-keys');
    expect(lines[2]).toMatch(/^The secrets of 1 addresses for webhooks cannot be read any more/);
    expect(lines[1]).toMatch(
      /bank accounts of 1 sellers and the authenticator apps of 2 people, whom the shop mails/,
    );
    expect(await sql`select from payout_accounts`).toEqual([]);
    expect([await hasFactor(withApp), await hasFactor(withBoth)]).toEqual([false, true]);
    expect(await sql`select secret, backup_codes, verified from auth_two_factors`).toEqual([
      { secret: '', backup_codes: '[]', verified: false },
    ]);
    const queued = await sql<{ person: string; kind: string }[]>`
      select subject_id as person, kind from queued_mails
      where kind like 'payout-%' or data ->> 'origin' = 'https://shop.test'`;
    expect(new Set(queued.map(({ person, kind }) => `${person} ${kind}`))).toEqual(
      new Set([
        `${id} payout-account-needed`,
        `${withApp} authenticator-removed`,
        `${withBoth} authenticator-removed`,
      ]),
    );
    await perform('forget-keys');
    expect(await sql`select from queued_mails where kind like 'payout-%'`).toHaveLength(1);
  });

  it('a maintenance task ends sessions, deletes keys and counts, and lists statements', async () => {
    const person = await addPerson('cy@example.org');
    await sql`
      insert into auth_sessions (id, user_id, token, by, expires_at, created_at, updated_at)
      values (${newId(new Date())}, ${person}, 'digest', 'password', now() + interval '1 day', now(), now())`;
    await sql`insert into shared_secrets values ('access-token', 'x', now())`;
    expect(await perform('sign-out-everybody')).toEqual(['Ended 1 sessions.']);
    expect((await perform('forget-keys'))[0]).toMatch(/^Removed 1 keys/);
    expect((await perform('lift-limits'))[0]).toMatch(/^Forgot \d+ counts\.$/);
    expect(await perform('show-statements')).toEqual(['No statement runs.']);
  });
});

describe('the documents for operators', () => {
  const folder = new URL('../../docs/', import.meta.url);
  const texts = ['', 'operators/']
    .flatMap((part) => readdirSync(new URL(part, folder)).map((name) => part + name))
    .filter((name) => name.endsWith('.md') && name !== 'conformance.md')
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));

  it('the documents for operators name every task, and no other', () => {
    const named = texts.flatMap(({ text }) =>
      [...text.matchAll(/npm run maintain -- ([a-z-]+)/g)].map(([, task]) => task),
    );
    const guide = texts.find(({ name }) => name === 'operators/monitoring.md')?.text ?? '';
    const tasks = Object.keys(maintenanceTasks);
    expect(new Set(named)).toEqual(new Set(named.filter((task = '') => tasks.includes(task))));
    expect(tasks.filter((task) => !guide.includes(`\n| \`${task}`))).toEqual([]);
  });

  it('the documents for operators require no statement typed in psql', () => {
    const statement = /```sql|psql (-|")|`(select .+ from|update \w+ set|delete from|drop) /i;
    const asking = texts.flatMap(({ name, text }) => (statement.test(text) ? [name] : []));
    expect(asking).toEqual([]);
  });
});

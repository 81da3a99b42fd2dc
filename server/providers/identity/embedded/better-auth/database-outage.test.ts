import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { rawSql } from '../../../../database/sql.ts';
import { get, newEmail, post, testPassword } from '../../../../testing/sign-up.ts';
import { createTestShop, type TestShop } from '../../../../testing/test-shop.ts';

/* Statements on one table fail like those of a database that is away (SQLSTATE 53300). */

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.database.sql`
    create function be_away() returns trigger language plpgsql as
      $$ begin raise exception 'away' using errcode = '53300'; end $$`;
});
afterAll(() => shop.close());

/** What Better Auth prints of failures, in one text. */
let printed = '';
beforeEach(() => {
  printed = '';
  vi.spyOn(console, 'error').mockImplementation((...shown) => {
    printed += inspect(shown);
  });
});

async function whileAway<T>(table: string, work: () => Promise<T>): Promise<T> {
  const { sql } = shop.database;
  const name = rawSql(table);
  await sql`
    create trigger away before insert or update or delete on ${name}
    for each statement execute function be_away()`;
  return work().finally(() => sql`drop trigger away on ${name}`);
}

/** Reading fails too. */
async function whileUnreadable<T>(table: string, work: () => Promise<T>): Promise<T> {
  const { sql } = shop.database;
  const [name, hidden] = [rawSql(table), rawSql(`${table}_hidden`)];
  await sql`alter table ${name} rename to ${hidden}`;
  await sql`
    create function away_${name}() returns setof ${hidden} language plpgsql as
      $$ begin raise exception 'away' using errcode = '53300'; end $$`;
  await sql`create view ${name} as select * from away_${name}()`;
  return work().finally(async () => {
    await sql`drop view ${name}`;
    await sql`drop function away_${name}()`;
    await sql`alter table ${hidden} rename to ${name}`;
  });
}

const isRefused = { statusCode: 503, headers: expect.objectContaining({ 'retry-after': '2' }) };

it.each(['auth_sessions', 'auth_users', 'auth_keys'])(
  'a signed-in user is not told to sign in while %s cannot be read',
  async (table) => {
    const { email, cookie } = await shop.signUp(newEmail());
    const reply = await whileUnreadable(table, () => get(shop.app, '/token', cookie));
    expect(reply).toMatchObject(isRefused);
    expect((await get(shop.app, '/token', cookie)).statusCode).toBe(200);
    const [identity] = await shop.database.sql`select id from auth_users where email = ${email}`;
    expect(printed).not.toContain(identity?.id);
  },
);

it.each(['auth_users', 'auth_accounts', 'auth_sessions'])(
  'a sign-up that could not be stored in %s is not the fault of the request',
  async (table) => {
    const body = { email: newEmail(), password: testPassword, name: 'Nora' };
    const reply = await whileAway(table, () => post(shop.app, '/sign-up/email', body));
    expect(reply).toMatchObject(isRefused);
  },
);

it('a sign-in that could not be stored is not a wrong password', async () => {
  const email = newEmail();
  await shop.signUp(email);
  const body = { email, password: testPassword };
  const reply = await whileAway('auth_sessions', () => post(shop.app, '/sign-in/email', body));
  expect(reply).toMatchObject(isRefused);
});

it.each(['/request-password-reset', '/send-verification-email'])(
  '%s does not say that an email is on its way when it could not be queued',
  async (path) => {
    const email = newEmail();
    await shop.signUp(email);
    const reply = await whileAway('queued_mails', () => post(shop.app, path, { email }));
    expect(reply).toMatchObject(isRefused);
    expect((await post(shop.app, path, { email })).statusCode).toBe(200);
  },
);

it('the list of sessions is not empty because it could not be read', async () => {
  const { cookie } = await shop.signUp(newEmail());
  const reply = await whileUnreadable('auth_sessions', () =>
    get(shop.app, '/list-sessions', cookie),
  );
  expect(reply).toMatchObject(isRefused);
});

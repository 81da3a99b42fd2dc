import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeyScope, keyLimits } from '#contract/keys/key-scopes.ts';
import type { ApiKey } from '#contract/keys/keys.ts';
import { keyMailKinds } from '#contract/operations/mail-kinds.ts';
import { transaction } from '../../database/transaction.ts';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { apiClient } from '../../testing/api-client.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { createKey, revokeKeysOf, rotateKey } from './keys.ts';

let shop: TestShop;
let now = new Date('2026-05-01T10:00:00Z');
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop({ clock: { now: () => now }, trustProxy: ['127.0.0.1'] });
});
afterAll(() => shop.close());

const later = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000);
};

interface Made {
  insertedId: string;
  key: string;
  detail?: string;
  errors?: { field: string; message: string }[];
}

const seller = () => shop.make.user({ role: 'seller' });
const make = (who: KnownUser, further: object = {}) =>
  call<Made>(who, '/keys', {
    method: 'POST',
    payload: { name: 'Stock program', scopes: ['listings:read'], ...further },
  });
const list = async (who: KnownUser) => (await call<ApiKey[]>(who, `/keys?email=${who.email}`)).body;
/** Longer than the time for which a server remembers a key. */
const forget = () => wait(1_100);

async function use(key: string, owner: KnownUser, address = '203.0.113.7') {
  const reply = await shop.app.inject({
    url: `/api/products?email=${owner.email}`,
    headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': address },
  });
  return reply.statusCode;
}

describe('a key', () => {
  it('a key is shown once, and only its digest is stored', async () => {
    const who = await seller();
    const { status, body } = await make(who);
    expect(status).toBe(201);
    const [stored] = await shop.database.sql<{ row: string }[]>`
      select to_jsonb(k)::text as row from api_keys k where id = ${body.insertedId}`;
    const random = body.key.slice('rp_live_'.length, -8);
    expect(stored?.row).toContain(body.key.slice(-4));
    expect(stored?.row).not.toContain(random);
    expect(await list(who)).toEqual([
      {
        _id: body.insertedId,
        name: 'Stock program',
        hint: body.key.slice(-4),
        scopes: ['listings:read'],
        addresses: [],
        time: now.toISOString(),
      },
    ]);
    expect(JSON.stringify(shop.logged)).not.toContain(random);
  });

  it('a key acts for its owner, and its last use is recorded once a minute', async () => {
    const who = await seller();
    const { key } = (await make(who)).body;
    expect(await use(key, who)).toBe(200);
    expect((await list(who))[0]?.lastUsedAt).toBe(now.toISOString());
    const first = now.toISOString();
    later(1 / 120);
    await use(key, who);
    expect((await list(who))[0]?.lastUsedAt).toBe(first);
  });

  it('a key ends when it is revoked, and a late record of its use does not bring it back', async () => {
    const who = await seller();
    const { key, insertedId } = (await make(who)).body;
    expect(await use(key, who)).toBe(200);
    expect((await call(who, `/keys/${insertedId}`, { method: 'DELETE' })).status).toBe(200);
    await forget();
    expect(await use(key, who)).toBe(401);
    expect(await list(who)).toEqual([]);
    expect((await call(who, `/keys/${insertedId}`, { method: 'DELETE' })).status).toBe(404);
  });

  it('a key ends at its time, which has to be in the future', async () => {
    const who = await seller();
    const ended = await make(who, { expiresAt: now.toISOString() });
    expect([ended.status, ended.body.errors?.[0]?.field]).toEqual([400, 'expiresAt']);
    const inAnHour = new Date(now.getTime() + 3_600_000).toISOString();
    const { key } = (await make(who, { expiresAt: inAnHour })).body;
    expect(await use(key, who)).toBe(200);
    later(1);
    expect(await use(key, who)).toBe(401);
  });

  it('a key is refused from addresses that it does not name', async () => {
    const who = await seller();
    const addresses = ['203.0.113.0/28', '198.51.100.4', '2001:db8::/32'];
    const { key } = (await make(who, { addresses })).body;
    const asked = ['203.0.113.15', '198.51.100.4', '2001:db8::1', '::ffff:198.51.100.4'];
    for (const address of asked) expect(await use(key, who, address)).toBe(200);
    for (const address of ['203.0.113.16', '198.51.100.5', '2001:db9::1'])
      expect(await use(key, who, address)).toBe(403);
  });

  it.each([
    ['a network of 33 bits', { addresses: ['203.0.113.0/33'] }, 'addresses.0'],
    ['a name of a host', { addresses: ['shop.example'] }, 'addresses.0'],
    ['no permission', { scopes: [] }, 'scopes'],
    ['an unknown permission', { scopes: ['everything'] }, 'scopes.0'],
    ['no name', { name: ' ' }, 'name'],
    ['a name of 61 letters', { name: 'x'.repeat(61) }, 'name'],
    ['an end that is no time', { expiresAt: 'tomorrow' }, 'expiresAt'],
  ])('%s is refused with the name of its field', async (_, further, field) => {
    const { status, body } = await make(await seller(), further);
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
  });

  it('a key that was made up or mistyped is refused without a query', async () => {
    const who = await seller();
    const { key } = (await make(who)).body;
    const mistyped = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    expect(await use(mistyped, who)).toBe(401);
    expect(await use('rp_live_', who)).toBe(401);
  });

  it('a person has at most twenty keys, also when they are made at once', async () => {
    const who = await seller();
    const replies = await Promise.all(Array.from({ length: 25 }, () => make(who)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(keyLimits.keysPerPerson);
    expect(statuses.filter((status) => status === 409)).toHaveLength(5);
  });

  it('a key is made only within ten minutes of proving who one is, and never with a key', async () => {
    const who = await seller();
    const payload = { name: 'Stock program', scopes: ['listings:read'] };
    const old = await shop.callers.issueToken(who, {
      signedInAt: new Date(now.getTime() - 11 * 60_000),
    });
    const { key } = (await make(who, { scopes: allOfSellers })).body;
    const answers = await Promise.all(
      [old, key].map(async (token) => {
        const headers = { authorization: `Bearer ${token}` };
        const reply = await shop.app.inject({ method: 'POST', url: '/api/keys', headers, payload });
        return [reply.statusCode, reply.json().code];
      }),
    );
    expect(answers).toEqual([
      [403, 'recent-sign-in-required'],
      [403, 'no-keys'],
    ]);
  });
});

const allOfSellers: KeyScope[] = [
  ...(['listings:read', 'listings:write', 'sales:read'] as const),
  'sales:write',
];

describe('a key that is replaced', () => {
  it('the new key may do the same for the same time, and the former one works for another day', async () => {
    const who = await seller();
    const expiresAt = new Date(now.getTime() + 90 * 86_400_000).toISOString();
    const former = (await make(who, { expiresAt, addresses: ['203.0.113.7'] })).body;
    later(48);
    const { status, body } = await call<Made>(who, `/keys/${former.insertedId}/rotate`, {
      method: 'POST',
    });
    expect(status).toBe(201);
    const [replacement, replaced] = await list(who);
    expect(replacement).toMatchObject({
      name: 'Stock program',
      scopes: ['listings:read'],
      addresses: ['203.0.113.7'],
      expiresAt: new Date(now.getTime() + 90 * 86_400_000).toISOString(),
    });
    expect(replaced?.expiresAt).toBe(new Date(now.getTime() + 86_400_000).toISOString());
    expect([await use(former.key, who), await use(body.key, who)]).toEqual([200, 200]);
    later(25);
    await forget();
    expect([await use(former.key, who), await use(body.key, who)]).toEqual([401, 200]);
  });
});

describe('the keys of a person', () => {
  it('keys end when their owner is suspended or removed', async () => {
    const admin = await shop.make.user({ role: 'admin' });
    const [one, other] = [await seller(), await seller()];
    const keys = [(await make(one)).body.key, (await make(other)).body.key];
    await transaction(shop.database, async (tx) => revokeKeysOf(tx, one.id));
    const removal = { method: 'DELETE' } as const;
    expect((await call(admin, `/users/${other.id}`, removal)).status).toBe(200);
    expect([await use(keys[0] ?? '', one), await use(keys[1] ?? '', other)]).toEqual([401, 401]);
  });

  it('a mail tells its owner that a key was made, unless it was revoked before', async () => {
    const [who, quick] = [await seller(), await seller()];
    await make(who, { name: 'Stock <b>program</b>' });
    const { insertedId } = (await make(quick)).body;
    await call(quick, `/keys/${insertedId}`, { method: 'DELETE' });
    const mails: Mail[] = [];
    await sendMails(mailSending(shop, mails), keyMailKinds);
    const [mail] = mails.filter(({ to }) => to === who.email);
    expect(mail?.subject).toBe('An API key was made for your account');
    expect(mail?.html).not.toContain('<b>program');
    expect(mail?.text).toContain('/dashboard/profile#keys');
    expect(mails.filter(({ to }) => to === quick.email)).toEqual([]);
  });

  it('an address that was not confirmed gets one mail a day, however many keys are made', async () => {
    const who = await seller();
    const { sql } = shop.database;
    await sql`update users set email_proven_at = null where id = ${who.id}`;
    const mailed = async () =>
      (await sql`select from queued_mails where reader_id = ${who.id}`).length;
    const { insertedId } = (await make(who)).body;
    await call(who, `/keys/${insertedId}`, { method: 'DELETE' });
    await make(who);
    expect(await mailed()).toBe(1);
    later(25);
    await make(who);
    expect(await mailed()).toBe(2);
  });

  it('no key is made or replaced after a suspension, by a request that was let in before', async () => {
    const who = await seller();
    const { insertedId } = (await make(who)).body;
    await shop.database.sql`update users set suspended_at = ${now} where id = ${who.id}`;
    const wanted = { name: 'Late', scopes: ['listings:read'] as const, addresses: [] };
    const late = await Promise.allSettled([
      transaction(shop.database, (tx) => createKey(tx, who, { ...wanted, expiresAt: null }, now)),
      transaction(shop.database, (tx) => rotateKey(tx, who, insertedId, now)),
    ]);
    const refused = { status: 'rejected', reason: { code: 'not-allowed' } };
    expect(late).toMatchObject([refused, refused]);
  });

  it('an admin without the area Shop makes and replaces no key, and can revoke the keys from before', async () => {
    const admin = await shop.make.user({ role: 'admin' });
    const scopes = { scopes: ['exports:read'] };
    const { body: former } = await make(admin, scopes);
    await shop.database.sql`update users set areas = '{people,money}' where id = ${admin.id}`;
    const refused = {
      status: 403,
      body: { code: 'area-missing', detail: expect.stringContaining('the area “Shop”') },
    };
    expect(await make(admin, scopes)).toMatchObject(refused);
    const path = `/keys/${former.insertedId}`;
    expect(await call(admin, `${path}/rotate`, { method: 'POST' })).toMatchObject(refused);
    expect((await call(admin, path, { method: 'DELETE' })).status).toBe(200);
    await shop.database.sql`update users set areas = '{shop}' where id = ${admin.id}`;
    expect((await make(admin, scopes)).status).toBe(201);
  });

  it('two people who make keys at once get different ones', async () => {
    const owners = await Promise.all([seller(), seller()]);
    const wanted = {
      name: 'Stock program',
      scopes: ['listings:read'] as const,
      addresses: [],
      expiresAt: null,
    };
    const made = await Promise.all(
      owners.map((owner) => transaction(shop.database, (tx) => createKey(tx, owner, wanted, now))),
    );
    expect(made[0]?.key).not.toBe(made[1]?.key);
  });
});

describe('the limit of a key', () => {
  it('a key has its own limit, and each reply says what is left', async () => {
    const limited = await createTestShop({ rateLimits: true, trustProxy: ['127.0.0.1'] });
    const owner = await limited.make.user({ role: 'seller' });
    const wanted = {
      name: 'Stock program',
      scopes: ['listings:read'] as const,
      addresses: [],
      expiresAt: null,
    };
    const { key } = await transaction(limited.database, (tx) =>
      createKey(tx, owner, wanted, new Date()),
    );
    const ask = (n: number) =>
      limited.app.inject({
        url: `/api/products?email=${owner.email}`,
        headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': `203.0.113.${n % 200}` },
      });
    const first = await ask(0);
    expect(first.headers['ratelimit-policy']).toBe('"key";q=600;w=60, "address";q=600;w=60');
    expect(first.headers.ratelimit).toMatch(/^"key";r=599;t=\d+, "address";r=599;t=\d+$/);
    for (let n = 1; n < keyLimits.perMinute; n += 1) await ask(n);
    const refused = await ask(1);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers.ratelimit).toMatch(/^"key";r=0;t=\d+/);
    await limited.close();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import { adminFactorRequired } from '#contract/identity/admin-factor.ts';
import { callPermissions } from '../../testing/call-permissions.ts';
import { createPeople } from '../../testing/people.ts';
import type { World } from '../../testing/permissions.ts';
import { addAuthenticator, get, identityToken, post } from '../../testing/sign-up.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let world: Omit<World, 'own'>;
/** An admin who has just added an authenticator app, and one who has none. */
let headers: Record<'with' | 'without', { authorization: string }>;
let cookies: Record<'with' | 'without', string>;

beforeAll(async () => {
  shop = await createTestShop({ requiresSecondFactor: true });
  const { make, database } = shop;
  const [seller, known] = await Promise.all([make.user({ role: 'seller' }), make.user()]);
  world = {
    productId: await make.product(seller.id, { status: 'advertise' }),
    known: known.email,
    saleCodes: shop.saleCodes,
    people: createPeople(database),
  };
  const [withFactor, without] = await Promise.all([admin(), admin()]);
  cookies = { with: await addApp(withFactor.cookie), without: without.cookie };
  headers = {
    with: await exchange(withFactor.email, cookies.with),
    without: await exchange(without.email, cookies.without),
  };
});
afterAll(() => shop.close());

async function admin() {
  const { email } = await shop.make.user({ role: 'admin' });
  return shop.signUp(email, { isVerified: true });
}

/** @returns the session that goes on with the factor */
const addApp = async (cookie: string) => (await addAuthenticator(shop.app, { cookie })).cookie;

async function exchange(email: string, cookie: string): Promise<{ authorization: string }> {
  const token = await identityToken(shop.app, cookie);
  const request = { url: `/api/jwt?email=${email}`, headers: { authorization: `Bearer ${token}` } };
  const reply = await shop.app.inject(request);
  expect(reply.statusCode, reply.body).toBe(200);
  return { authorization: `Bearer ${reply.json<{ accessToken: string }>().accessToken}` };
}

const titled = (Object.keys(callPermissions) as CallName[]).flatMap((name) =>
  [callPermissions[name]].flat().map((row) => ({
    ...row,
    call: calls[name],
    title: [name, row.about].join(' ').trim(),
  })),
);

describe.each(titled.map((row) => [row.title, row] as const))('%s', (_, row) => {
  const { call, request, expected } = row;
  const send = async (token: { authorization: string }) => {
    const options = await request({ ...world, own: await shop.make.user({ role: 'seller' }) });
    return shop.app.inject({ ...options, headers: { ...options.headers, ...token } });
  };

  it('an admin with a second factor may send it', async () => {
    const reply = await send(headers.with);
    expect(reply.statusCode, reply.body).toBe(expected.admin);
  });

  it('an admin without a second factor reads like any other person, and changes nothing', async () => {
    const reply = await send(headers.without);
    const isChange = call.method !== 'GET' && !['everybody', 'identity'].includes(call.who);
    expect(reply.statusCode, reply.body).toBe(isChange ? 403 : expected.buyer);
    const isForAdmins = expected.admin !== 403;
    if (reply.statusCode === 403 && isForAdmins) {
      expect(reply.json()).toMatchObject(adminFactorRequired);
    }
  });
});

describe('an admin of a shop that requires a second factor', () => {
  it('an admin without a required second factor signs in, sees their own record and adds one, which counts immediately', async () => {
    const person = await admin();
    const token = await exchange(person.email, person.cookie);
    const read = (path: string, sent: { authorization: string }) =>
      shop.app.inject({ url: `/api${path}`, headers: sent });
    const own = await read(`/users/admin/${person.email}`, token);
    expect(own.json()).toEqual({ isAdmin: true });
    expect((await read('/audit', token)).json()).toMatchObject(adminFactorRequired);
    const after = await exchange(person.email, await addApp(person.cookie));
    expect((await read('/audit', after)).statusCode).toBe(200);
  });

  it('an admin has to prove a required second factor in each session, and loses the rights with it', async () => {
    const person = await admin();
    const elsewhere = await exchange(person.email, person.cookie);
    const { cookie: other } = await shop.signUp(person.email);
    const cookie = await addApp(other);
    const token = await exchange(person.email, cookie);
    const audit = async (sent: { authorization: string }) =>
      (await shop.app.inject({ url: '/api/audit', headers: sent })).statusCode;
    // The session from before the factor has ended.
    expect(await audit(token)).toBe(200);
    await expect.poll(() => audit(elsewhere), { timeout: 2_000 }).toBe(401);
    const off = await post(shop.app, '/two-factor/disable', {}, { cookie });
    expect(off.statusCode, off.body).toBe(200);
    expect((await get(shop.app, '/token', cookie)).statusCode).toBe(200);
    await expect.poll(() => audit(token), { timeout: 2_000 }).toBe(403);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, type CallName, calls } from '#contract/calls.ts';
import { adminScopes, type KeyScope, keyScopes } from '#contract/keys/key-scopes.ts';
import { transaction } from '../../database/transaction.ts';
import { createKey } from '../../features/keys/keys.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import { callPermissions } from '../../testing/call-permissions.ts';
import { createPeople } from '../../testing/people.ts';
import type { World } from '../../testing/permissions.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let world: Omit<World, 'own'>;
let admin: KnownUser;

beforeAll(async () => {
  shop = await createTestShop();
  const { make, database, saleCodes } = shop;
  const seller = await make.user({ role: 'seller' });
  admin = await make.user({ role: 'admin' });
  world = {
    productId: await make.product(seller.id, { status: 'advertise' }),
    known: (await make.user()).email,
    saleCodes,
    people: createPeople(database),
  };
});
afterAll(() => shop.close());

async function headerOf(owner: KnownUser, scopes: readonly KeyScope[]) {
  const wanted = { name: 'Stock program', scopes, addresses: [], expiresAt: null };
  const { key } = await transaction(shop.database, (tx) =>
    createKey(tx, owner, wanted, new Date()),
  );
  return { authorization: `Bearer ${key}` };
}

const named = Object.values<Call>(calls);
const closed = named.filter(({ who }) => who !== 'everybody' && who !== 'identity');

describe('a key for programs', () => {
  it.each(closed.map((call) => [call.name, call] as const))(
    'a key with every permission but that of %s may not make this call',
    async (_, { method, path, variant, keyScope }) => {
      const query = variant?.in === 'query' ? `?${variant.has}=x` : '';
      const reply = await shop.app.inject({
        method,
        url: `/api${path.replaceAll(/\{\w+\}/g, admin.id)}${query}`,
        headers: await headerWithout(keyScope),
        ...(variant?.in === 'body' && { payload: { [variant.has]: 'x' } }),
      });
      expect([reply.statusCode, reply.json().code]).toEqual([
        403,
        keyScope ? 'key-scope' : 'no-keys',
      ]);
    },
  );

  it.each(rowsForKeys())('%s can be called with a key of its permission alone', async (_, row) => {
    const { call, request, expected } = row;
    const own = await shop.make.user({ role: 'seller' });
    const options = await request({ ...world, own });
    const isForAdmins = call.who === 'admin';
    const key = await headerOf(isForAdmins ? admin : own, [call.keyScope]);
    const reply = await shop.app.inject({ ...options, headers: { ...options.headers, ...key } });
    expect([reply.statusCode, reply.body]).toEqual([
      isForAdmins ? expected.admin : expected.own,
      expect.anything(),
    ]);
  });

  it('a key of a seller who has become an admin has no power over listings', async () => {
    const own = await shop.make.user({ role: 'seller' });
    const headers = await headerOf(own, ['listings:write']);
    await shop.database.sql`update users set role = 'admin' where id = ${own.id}`;
    const url = `/api/products/${world.productId}`;
    const reply = await shop.app.inject({ method: 'DELETE', url, headers });
    expect(reply.statusCode).toBe(403);
  });

  it('a call that takes a token of the identity provider takes no key', async () => {
    const reply = await shop.app.inject({
      url: `/api/jwt?email=${admin.email}`,
      headers: await headerOf(admin, ['exports:read']),
    });
    expect(reply.statusCode).toBe(401);
  });

  it('a public call is answered to a key without its permission as to a guest', async () => {
    const url = `/api/products/${world.productId}`;
    const asKey = await shop.app.inject({
      url,
      headers: await headerOf(admin, ['exports:read']),
    });
    expect(asKey.statusCode).toBe(200);
    expect(asKey.json()).toEqual((await shop.app.inject({ url })).json());
  });
});

/** Of a seller with all permissions but this one; of an admin where it is an admin's. */
async function headerWithout(missing: KeyScope | undefined) {
  const scopes = keyScopes.filter((scope) => scope !== missing && !adminScopes.includes(scope));
  return headerOf(await shop.make.user({ role: 'seller' }), scopes);
}

function rowsForKeys() {
  return (Object.keys(callPermissions) as CallName[]).flatMap((name) => {
    const call: Call = calls[name] as Call;
    const { keyScope } = call;
    if (keyScope === undefined) return [];
    return [callPermissions[name]]
      .flat()
      .map(
        (row) =>
          [
            [name, row.about].join(' ').trim(),
            { ...row, call: { who: call.who, keyScope } },
          ] as const,
      );
  });
}

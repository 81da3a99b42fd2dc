import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminArea, adminAreas } from '#contract/users/admin-areas.ts';
import { transaction } from '../../database/transaction.ts';
import { outcome } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { createKey } from '../keys/keys.ts';
import { changeAreas } from './change-areas.ts';
import type { KnownUser } from './find-user.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.close());

const newAdmin = () => shop.make.user({ role: 'admin' });

async function put(owner: KnownUser, id: string, areas: readonly string[]) {
  const reply = await shop.app.inject({
    method: 'PUT',
    url: `/api/staff/${id}/areas`,
    headers: await shop.as(owner),
    payload: { areas },
  });
  return { status: reply.statusCode, ...reply.json() };
}

const listBuyers = async (admin: KnownUser) =>
  (await shop.app.inject({ url: '/api/users?role=buyer', headers: await shop.as(admin) }))
    .statusCode;

const areasOf = async (id: string) =>
  (
    await shop.database.sql<
      { areas: AdminArea[] | null }[]
    >`select areas from users where id = ${id}`
  )[0]?.areas;

describe('the areas of an admin', () => {
  it('an owner sets the areas of an admin, and gives all of them back', async () => {
    const [owner, admin] = [await newAdmin(), await newAdmin()];
    expect(await put(owner, admin.id, ['money', 'cases'])).toMatchObject({ modifiedCount: 1 });
    expect(await areasOf(admin.id)).toEqual(['cases', 'money']);
    expect(await put(owner, admin.id, ['cases', 'money'])).toMatchObject({ modifiedCount: 0 });
    expect(await put(owner, admin.id, adminAreas)).toMatchObject({ modifiedCount: 1 });
    expect(await areasOf(admin.id)).toBeNull();
  });

  it('a change of areas is in the audit log', async () => {
    const [owner, admin] = [await newAdmin(), await newAdmin()];
    await put(owner, admin.id, ['people']);
    const reply = await shop.app.inject({ url: '/api/audit', headers: await shop.as(owner) });
    expect(reply.json()[0]).toMatchObject({
      action: 'areas-changed',
      actor: { _id: owner.id },
      subject: { _id: admin.id },
      about: 'people',
    });
  });

  it('an area that is taken away ends the rights of open sessions and keys', async () => {
    const [owner, admin] = [await newAdmin(), await newAdmin()];
    const wanted = {
      name: 'Export',
      scopes: ['exports:read'],
      addresses: [],
      expiresAt: null,
    } as const;
    const { key } = await transaction(shop.database, (tx) =>
      createKey(tx, admin, wanted, new Date()),
    );
    const withKey = async () =>
      (
        await shop.app.inject({
          url: '/api/exports/people',
          headers: { authorization: `Bearer ${key}` },
        })
      ).statusCode;
    expect(await listBuyers(admin)).toBe(200);
    expect(await withKey()).toBe(200);
    await put(owner, admin.id, ['money']);
    await expect.poll(() => listBuyers(admin), { timeout: 10_000 }).toBe(403);
    await expect.poll(withKey, { timeout: 10_000 }).toBe(403);
    await put(owner, admin.id, ['people', 'shop']);
    expect(await listBuyers(admin)).toBe(200);
    expect(await withKey()).toBe(200);
  });

  it('an admin without all areas cannot change areas, and cannot delete an admin', async () => {
    const [owner, admin, other] = [await newAdmin(), await newAdmin(), await newAdmin()];
    await put(owner, admin.id, ['people', 'shop']);
    expect(await put(admin, other.id, [])).toMatchObject({ status: 403 });
    const url = `/api/users/${other.id}`;
    const reply = await shop.app.inject({ method: 'DELETE', url, headers: await shop.as(admin) });
    expect(reply.statusCode).toBe(403);
    expect(await areasOf(other.id)).toBeNull();
  });

  it('an admin cannot delete themselves, whatever areas they have', async () => {
    const [owner, admin] = [await newAdmin(), await newAdmin()];
    await put(owner, admin.id, ['money']);
    for (const { id, email } of [owner, admin]) {
      const headers = await shop.as({ ...admin, id, email });
      const reply = await shop.app.inject({ method: 'DELETE', url: `/api/users/${id}`, headers });
      expect(reply.statusCode, reply.body).toBe(409);
    }
  });

  it('owners cannot change their own areas, and people who are no admins have none', async () => {
    const [owner, buyer] = [await newAdmin(), await shop.make.user()];
    expect(await put(owner, owner.id, ['money'])).toMatchObject({ status: 409 });
    expect(await put(owner, buyer.id, ['money'])).toMatchObject({ status: 409 });
  });

  it('a change of areas needs a recent proof of identity', async () => {
    const [owner, admin] = [await newAdmin(), await newAdmin()];
    const signedInAt = new Date(Date.now() - 11 * 60_000);
    const token = await shop.callers.issueToken(owner, { signedInAt });
    const reply = await shop.app.inject({
      method: 'PUT',
      url: `/api/staff/${admin.id}/areas`,
      headers: { authorization: `Bearer ${token}` },
      payload: { areas: [] },
    });
    expect(reply.json()).toMatchObject({ status: 403, code: 'recent-sign-in-required' });
  });

  it('one of two owners who take all areas from each other at the same time remains an owner', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await newAdmin(), await newAdmin()];
      const take = (from: KnownUser, to: KnownUser) =>
        outcome(
          transaction(shop.database, (tx) =>
            changeAreas(tx, from, { id: to.id, areas: [] }, new Date()),
          ),
        );
      const outcomes = await Promise.all([take(one, other), take(other, one)]);
      expect(outcomes.sort()).toEqual(['done', 'not-allowed']);
      const left = [await areasOf(one.id), await areasOf(other.id)];
      expect(left.filter((areas) => areas === null)).toHaveLength(1);
    }
  });
});

import { afterAll, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/users/audit.ts';
import { apiClient } from '../../testing/api-client.ts';
import { addImage } from '../../testing/builders.ts';
import { addressOf, listingForm } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from './find-user.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const ask = apiClient(() => shop);

const become = (caller: KnownUser, user = caller, payload: object = { role: 'seller' }) =>
  ask(caller, `/users/${user.id}/role`, { method: 'PUT', payload });
const list = async (caller: KnownUser) =>
  ask(caller, '/products', {
    method: 'POST',
    payload: { ...listingForm, image: addressOf(await addImage(shop.database)) },
  });

it('a buyer becomes a seller and can sell at once', async () => {
  const buyer = await shop.make.user();
  expect((await list(buyer)).status).toBe(403);
  expect(await become(buyer)).toMatchObject({
    status: 200,
    body: { acknowledged: true, modifiedCount: 1 },
  });
  expect((await list(buyer)).status).toBe(201);
  const { body } = await ask(buyer, `/users/${buyer.email}`);
  expect(body).toMatchObject({ role: 'seller' });
  expect(body).not.toHaveProperty('status');
});

it('the new seller is in the audit once', async () => {
  const [buyer, admin] = [await shop.make.user(), await shop.make.user({ role: 'admin' })];
  await become(buyer);
  expect((await become(buyer)).body).toEqual({ acknowledged: true, modifiedCount: 0 });
  const { body } = await ask<AuditEntry[]>(admin, '/audit');
  expect(body.filter(({ subject }) => subject._id === buyer.id)).toMatchObject([
    { action: 'became-seller', actor: { _id: buyer.id, email: buyer.email } },
  ]);
});

it('concurrent requests make one seller', async () => {
  const buyer = await shop.make.user();
  const replies = await Promise.all(Array.from({ length: 5 }, () => become(buyer)));
  const counts = replies.map(({ body }) => (body as { modifiedCount: number }).modifiedCount);
  expect(counts.sort()).toEqual([0, 0, 0, 0, 1]);
});

it('an admin stays an admin, and nobody gets another role', async () => {
  const [admin, buyer] = [await shop.make.user({ role: 'admin' }), await shop.make.user()];
  expect((await become(admin)).body).toEqual({ acknowledged: true, modifiedCount: 0 });
  expect(await ask(admin, `/users/admin/${admin.email}`)).toMatchObject({
    body: { isAdmin: true },
  });
  for (const payload of [{ role: 'admin' }, { role: 'buyer' }, {}, { role: 'seller', x: 1 }]) {
    expect(await become(buyer, buyer, payload)).toMatchObject({
      status: 400,
      body: { modifiedCount: 0 },
    });
  }
  expect((await become(admin, buyer)).status).toBe(403);
});

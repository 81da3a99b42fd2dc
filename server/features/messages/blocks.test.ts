import { afterAll, describe, expect, it } from 'vitest';
import type { Block, Thread } from '#contract/messages/threads.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { isBlocked } from '../users/read-block.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
const call = apiClient(() => shop);

async function asked() {
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  const productId = await people.make.product(seller.id);
  return { seller, buyer, productId, threadId: await people.write(buyer, { productId }) };
}

describe('a block', () => {
  it('a block closes the threads in both directions, and prevents new ones', async () => {
    const { seller, buyer, threadId } = await asked();
    const other = await people.make.product(seller.id);
    await people.block(seller, buyer);
    expect(await isBlocked(shop.database, seller.id, buyer.id)).toBe(true);
    expect(await isBlocked(shop.database, buyer.id, seller.id)).toBe(true);
    for (const side of [seller, buyer]) {
      expect(await outcome(people.answer(side, threadId))).toBe('conflict');
    }
    expect(await outcome(people.write(buyer, { productId: other }))).toBe('conflict');
  });

  it('a block is not revealed: the thread looks the same, and the refusal is that of a closed one', async () => {
    const [blocked, withdrawn] = [await asked(), await asked()];
    await people.block(blocked.seller, blocked.buyer);
    await shop.database.sql`
      update products set withdrawn_at = now() where id = ${withdrawn.productId}`;
    const refusals = await Promise.all(
      [blocked, withdrawn].map(async ({ buyer, threadId, productId }) => [
        (await call<{ detail: string }>(buyer, `/threads/${threadId}/messages`, {
          method: 'POST',
          payload: { text: 'Hello?' },
        })) ?? '',
        await call<{ detail: string }>(buyer, '/threads', {
          method: 'POST',
          payload: { productId, text: 'Hello?' },
        }),
      ]),
    );
    const [first, second] = refusals.map((replies) =>
      replies.map(({ status, body: { detail } }) => ({ status, detail })),
    );
    expect(first).toEqual(second);
    expect(JSON.stringify(first)).not.toMatch(/block/i);
    const seen = (await call<Thread>(blocked.buyer, `/threads/${blocked.threadId}`)).body;
    expect(seen).toMatchObject({ isOpen: true });
    expect(JSON.stringify(seen)).not.toMatch(/block/i);
    expect(
      (await call<Block[]>(blocked.buyer, `/blocks?email=${blocked.buyer.email}`)).body,
    ).toEqual([]);
  });

  it('a block is listed for the blocker, who can lift it, and the thread opens again', async () => {
    const { seller, buyer, threadId } = await asked();
    const { body } = await call<{ insertedId: string }>(seller, '/blocks', {
      method: 'POST',
      payload: { userId: buyer.id },
    });
    const again = await call(seller, '/blocks', { method: 'POST', payload: { userId: buyer.id } });
    expect(again.body).toMatchObject(body);
    expect((await call<Block[]>(seller, `/blocks?email=${seller.email}`)).body).toMatchObject([
      { _id: body.insertedId, user: { _id: buyer.id, name: buyer.name, role: 'buyer' } },
    ]);
    expect((await call<Thread>(seller, `/threads/${threadId}`)).body).toMatchObject({
      isOpen: false,
      blockId: body.insertedId,
    });
    const foreign = await call(buyer, `/blocks/${body.insertedId}`, { method: 'DELETE' });
    expect(foreign.status).toBe(404);
    await call(seller, `/blocks/${body.insertedId}`, { method: 'DELETE' });
    await people.answer(buyer, threadId, 'Thank you.');
  });

  it('a block refuses new bookings in both directions as if the instrument were booked, and a running sale continues', async () => {
    const [one, other] = [await people.seller(), await people.seller()];
    const running = await people.sell(one, new Date(), other);
    await people.block(one, other);
    const directions = [
      [one, other],
      [other, one],
    ] as const;
    for (const [seller, buyer] of directions) {
      const productId = await people.make.product(seller.id);
      const refused = await call<{ detail: string }>(buyer, '/bookings', {
        method: 'POST',
        payload: { productId, price: 120.5, phone: '555-0199', location: 'I know where you live' },
      });
      expect(refused).toMatchObject({
        status: 409,
        body: { acknowledged: false, detail: 'Sorry The item you have already Booked' },
      });
      expect(JSON.stringify(refused.body)).not.toMatch(/block/i);
    }
    const sent = await call(one, `/bookings/${running.bookingId}/sent`, {
      method: 'POST',
      payload: { carrier: 'Post' },
    });
    expect(sent.status).toBe(200);
  });

  it('a block prevents the acceptance of an offer that it did not end', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    const id = await people.offer(buyer, await people.make.product(seller.id));
    await shop.database.sql`
      insert into blocks (id, blocker_id, blocked_id, created_at)
      values (gen_random_uuid(), ${seller.id}, ${buyer.id}, now())`;
    const payload = { state: 'accepted', amount: 100 };
    const refused = await call(seller, `/offers/${id}`, { method: 'PUT', payload });
    expect(refused).toMatchObject({ status: 409, body: { code: 'ended' } });
  });

  it('a block is only possible of another existing user', async () => {
    const seller = await people.seller();
    const block = (userId: string) =>
      call(seller, '/blocks', { method: 'POST', payload: { userId } });
    expect((await block(seller.id)).status).toBe(403);
    expect((await block('01900000-0000-7000-8000-00000000000a')).status).toBe(404);
    expect((await block('somebody')).status).toBe(400);
  });
});

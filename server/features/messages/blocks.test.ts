import { afterAll, describe, expect, it } from 'vitest';
import type { Block, Thread } from '#contract/threads.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { isBlocked } from './read-block.ts';

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
  it('ends threads both ways, and neither begins another one', async () => {
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

  it('is not told: the refusal and the thread are those of a thread that is closed', async () => {
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
    expect(seen).toMatchObject({ isOpen: false });
    expect(JSON.stringify(seen)).not.toMatch(/block/i);
    expect(
      (await call<Block[]>(blocked.buyer, `/blocks?email=${blocked.buyer.email}`)).body,
    ).toEqual([]);
  });

  it('is listed for the blocker, who can end it, and the thread is open again', async () => {
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

  it('is of somebody else who exists', async () => {
    const seller = await people.seller();
    const block = (userId: string) =>
      call(seller, '/blocks', { method: 'POST', payload: { userId } });
    expect((await block(seller.id)).status).toBe(403);
    expect((await block('01900000-0000-7000-8000-00000000000a')).status).toBe(404);
    expect((await block('somebody')).status).toBe(400);
  });
});

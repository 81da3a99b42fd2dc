import { afterAll, describe, expect, it } from 'vitest';
import type { Message, Thread } from '#contract/messages/threads.ts';
import { newId } from '../../core/ids.ts';
import { apiClient } from '../../testing/api-client.ts';
import { addImage } from '../../testing/builders.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
const call = apiClient(() => shop);

interface Reply {
  insertedId: string;
  detail?: string;
  errors?: { field: string; message: string }[];
}

const post = (who: KnownUser, path: string, payload: object) =>
  call<Reply>(who, path, { method: 'POST', payload });
const threadsOf = async (who: KnownUser, query = '') =>
  (await call<Thread[]>(who, `/threads?email=${who.email}${query}`)).body;
const messagesOf = async (who: KnownUser, id: string) =>
  (await call<Message[]>(who, `/threads/${id}/messages`)).body;
const unreadOf = async (who: KnownUser) =>
  (await call<{ count: number }>(who, '/unread-threads')).body.count;
const markRead = (who: KnownUser, id: string, readTo: string | undefined) =>
  call<{ modifiedCount: number }>(who, `/threads/${id}`, { method: 'PUT', payload: { readTo } });

/** A listing, and a question about it. */
async function asked(text = 'Is the case included?') {
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  const productId = await people.make.product(seller.id, { name: 'Flugelhorn' });
  const { body } = await post(buyer, '/threads', { productId, text });
  return { seller, buyer, productId, threadId: body.insertedId };
}

describe('a thread', () => {
  it('a thread begins with a question and continues with the answer, the same for both', async () => {
    const { seller, buyer, productId, threadId } = await asked();
    const again = await post(buyer, '/threads', { productId, text: 'And a mouthpiece?' });
    expect(again.body.insertedId).toBe(threadId);
    await post(seller, `/threads/${threadId}/messages`, { text: 'Both of them.' });
    const read = await messagesOf(seller, threadId);
    expect(read).toEqual(await messagesOf(buyer, threadId));
    expect(read.map(({ author, text }) => `${author}: ${text}`)).toEqual([
      'seller: Both of them.',
      'buyer: And a mouthpiece?',
      'buyer: Is the case included?',
    ]);
    const [thread] = await threadsOf(buyer);
    expect(thread).toMatchObject({
      _id: threadId,
      product: { _id: productId, name: 'Flugelhorn', price: 120.5, state: 'on-sale' },
      side: 'buyer',
      seller: { name: seller.name, isRemoved: false },
      isOpen: true,
      unread: 1,
      lastMessage: { text: 'Both of them.', author: 'seller' },
    });
    expect((await call<Thread>(seller, `/threads/${threadId}`)).body).toMatchObject({
      side: 'seller',
      unread: 2,
    });
  });

  it('a message has the language that its author has chosen for the shop', async () => {
    const { seller, buyer, threadId } = await asked('ケースは付きますか');
    await shop.database.sql`update users set language = 'ja' where id = ${buyer.id}`;
    await post(seller, `/threads/${threadId}/messages`, { text: 'Yes.' });
    const read = await messagesOf(seller, threadId);
    expect(read.map(({ language }) => language)).toEqual([undefined, 'ja']);
  });

  it('a booking has one thread, which either side may begin', async () => {
    const seller = await people.seller();
    const { buyer, productId, bookingId } = await people.sell(seller);
    const first = await post(seller, '/threads', { productId, bookingId, text: 'When?' });
    const second = await post(buyer, '/threads', { productId, bookingId, text: 'Now.' });
    expect(second.body.insertedId).toBe(first.body.insertedId);
    expect(await threadsOf(seller, `&bookingId=${bookingId}`)).toMatchObject([
      { _id: first.body.insertedId, bookingId, product: { state: 'sold' }, isOpen: true },
    ]);
    expect(await threadsOf(seller, `&productId=${newId(new Date())}`)).toEqual([]);
  });

  it('sellers cannot write to themselves, or to users who have booked nothing', async () => {
    const seller = await people.seller();
    const productId = await people.make.product(seller.id);
    expect((await post(seller, '/threads', { productId, text: 'Hello' })).status).toBe(403);
    const other = await people.sell(await people.seller());
    const foreign = { productId, bookingId: other.bookingId, text: 'Hello' };
    expect((await post(seller, '/threads', foreign)).status).toBe(404);
    const missing = { productId: newId(new Date()), text: 'Hello' };
    expect((await post(seller, '/threads', missing)).status).toBe(404);
  });

  it('a thread is made once by a request that is sent twice with one key', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    const productId = await people.make.product(seller.id);
    const headers = { ...(await shop.as(buyer)), 'idempotency-key': 'ask-1' };
    const ask = (text: string) =>
      shop.app.inject({
        method: 'POST',
        url: '/api/threads',
        headers,
        payload: { productId, text },
      });
    const [first, second] = await Promise.all([ask('Is it?'), ask('Is it?')]);
    expect(second?.json()).toEqual(first?.json());
    const threadId = first?.json<Reply>().insertedId ?? '';
    expect(await messagesOf(buyer, threadId)).toHaveLength(1);
    expect((await ask('Was it?')).statusCode).toBe(422);
  });
});

describe('the list of threads', () => {
  it('the list of threads begins with unread ones, and pages through them in that order', async () => {
    const seller = await people.seller();
    const ids: string[] = [];
    for (const n of [0, 1, 2, 3]) {
      const productId = await people.make.product(seller.id);
      ids.push(await people.write(await people.buyer(), { productId }, `Question ${n}`));
    }
    const [, , third = '', fourth = ''] = ids;
    for (const id of [third, fourth]) {
      const [last] = await messagesOf(seller, id);
      await markRead(seller, id, last?._id);
    }
    const order: string[] = [];
    let path: string | undefined = `/threads?email=${seller.email}&limit=1`;
    while (path !== undefined) {
      const page: Awaited<ReturnType<typeof call<Thread[]>>> = await call(seller, path);
      order.push(...page.body.map(({ _id }) => _id));
      path = /<\/api(.*?)>/.exec(`${page.headers.link ?? ''}`)?.[1];
    }
    expect(order).toEqual([ids[1], ids[0], fourth, third]);
    expect(await unreadOf(seller)).toBe(2);
  });

  it('the list of threads gets 304 until a message is written', async () => {
    const { seller, threadId, buyer } = await asked();
    const get = async (tag = '') =>
      shop.app.inject({
        url: `/api/threads/${threadId}/messages`,
        headers: { ...(await shop.as(seller)), 'if-none-match': tag },
      });
    const tag = `${(await get()).headers.etag}`;
    expect((await get(tag)).statusCode).toBe(304);
    await people.answer(buyer, threadId, 'Still there?');
    expect((await get(tag)).statusCode).toBe(200);
  });

  it('no one can read another user’s list of threads', async () => {
    const { buyer, threadId } = await asked();
    const stranger = await people.seller();
    expect((await call(stranger, `/threads?email=${buyer.email}`)).status).toBe(403);
    for (const [method, path, payload] of [
      ['GET', '', undefined],
      ['GET', '/messages', undefined],
      ['POST', '/messages', { text: 'Hello' }],
      ['PUT', '', { readTo: threadId }],
    ] as const) {
      const url = `/threads/${threadId}${path}`;
      const reply = await call(stranger, url, { method, ...(payload && { payload }) });
      expect([method, path, reply.status]).toEqual([method, path, 404]);
    }
  });
});

describe('the mark of what was read', () => {
  it('messages are counted as read for each side up to the named one, and never backwards', async () => {
    const { seller, buyer, threadId } = await asked();
    await people.answer(buyer, threadId, 'Two');
    await people.answer(buyer, threadId, 'Three');
    const [third, second, first] = await messagesOf(seller, threadId);
    expect(await unreadOf(seller)).toBe(1);
    expect((await markRead(seller, threadId, second?._id)).body.modifiedCount).toBe(1);
    expect((await threadsOf(seller))[0]?.unread).toBe(1);
    expect((await markRead(seller, threadId, first?._id)).body.modifiedCount).toBe(0);
    expect((await threadsOf(seller))[0]?.unread).toBe(1);
    await markRead(seller, threadId, third?._id);
    expect([await unreadOf(seller), await unreadOf(buyer)]).toEqual([0, 0]);
    await people.answer(seller, threadId);
    expect([await unreadOf(seller), await unreadOf(buyer)]).toEqual([0, 1]);
  });

  it('only a message of the thread can be marked as read', async () => {
    const [one, other] = [await asked(), await asked()];
    const [foreign] = await messagesOf(other.buyer, other.threadId);
    const reply = await call<Reply>(one.seller, `/threads/${one.threadId}`, {
      method: 'PUT',
      payload: { readTo: foreign?._id },
    });
    expect(reply.status).toBe(400);
    expect(reply.body.errors?.[0]?.field).toBe('readTo');
  });
});

describe('a message', () => {
  it.each([
    ['nothing', '   '],
    ['nothing that could be seen', '\u200b\u2060\ufeff'],
    ['2,001 characters', 'a'.repeat(2_001)],
  ])('a message with %s is refused with the name of its field', async (_what, text) => {
    const { buyer, threadId } = await asked();
    const reply = await post(buyer, `/threads/${threadId}/messages`, { text });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toMatchObject([{ field: 'text', message: expect.any(String) }]);
    expect(await messagesOf(buyer, threadId)).toHaveLength(1);
  });

  it('a message has up to 2,000 characters and keeps its lines', async () => {
    const { buyer, threadId } = await asked();
    const text = `${'ä'.repeat(1_990)}\nOne line`;
    expect((await post(buyer, `/threads/${threadId}/messages`, { text })).status).toBe(201);
    expect((await messagesOf(buyer, threadId))[0]?.text).toBe(text);
  });

  it('a message says which contact data it contains', async () => {
    const { seller, threadId } = await asked('Call +44 20 7946 0958 or pay at paypal.me/ada');
    expect(await messagesOf(seller, threadId)).toMatchObject([
      { contact: ['phone', 'payment-link'] },
    ]);
  });

  it('a message can have up to four uploaded pictures, shown to both sides by addresses that expire', async () => {
    const { seller, buyer, threadId } = await asked();
    const addresses = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const id = await addImage(shop.database);
        return `https://shop.test/pictures/${id}/960.webp`;
      }),
    );
    const path = `/threads/${threadId}/messages`;
    const images = addresses.slice(0, 4);
    expect((await post(buyer, path, { text: 'Look', images })).status).toBe(201);
    const [shown] = await messagesOf(seller, threadId);
    expect(shown?.images).toHaveLength(4);
    expect(shown?.images[0]).toMatch(/^https:\/\/shop\.test\/pictures\/evidence\//);
    const many = await post(buyer, path, { text: 'Look', images: addresses });
    expect(many.body.errors?.[0]).toMatchObject({ field: 'images' });
    for (const foreign of ['https://elsewhere.test/a.jpg', 'https://shop.test/pictures/x.webp']) {
      const reply = await post(buyer, path, { text: 'Look', images: [addresses[4], foreign] });
      expect([reply.status, reply.body.errors?.[0]?.field]).toEqual([400, 'images.1']);
    }
  });
});

describe('the listing of a thread', () => {
  it('the listing of a thread is shown as on sale, held, sold or withdrawn', async () => {
    const { seller, buyer, productId, threadId } = await asked();
    const state = async () =>
      (await call<Thread>(buyer, `/threads/${threadId}`)).body.product.state;
    expect(await state()).toBe('on-sale');
    const bookingId = await people.book(await people.buyer(), productId);
    expect(await state()).toBe('held');
    await people.pay(bookingId);
    expect(await state()).toBe('sold');
    const other = await people.make.product(seller.id);
    const withdrawn = await people.write(buyer, { productId: other });
    await call(seller, `/products/${other}`, { method: 'DELETE' });
    const { body } = await call<Thread>(buyer, `/threads/${withdrawn}`);
    expect([body.product.state, body.isOpen]).toEqual(['withdrawn', false]);
  });
});

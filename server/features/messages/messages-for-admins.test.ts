import { afterAll, describe, expect, it } from 'vitest';
import type { Message, Thread } from '#contract/messages/threads.ts';
import type { AuditEntry } from '#contract/users/audit.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
const call = apiClient(() => shop);

describe('an admin', () => {
  it('an admin can read the messages of a sale during a dispute, and each look is audited', async () => {
    const [seller, admin] = [await people.seller(), await people.admin()];
    const { buyer, productId, bookingId } = await people.sell(seller);
    const threadId = await people.write(buyer, { productId, bookingId }, 'It has a crack');
    const list = () =>
      call<Thread[]>(admin, `/threads?email=${admin.email}&bookingId=${bookingId}`);
    const read = () => call<Message[]>(admin, `/threads/${threadId}/messages`);
    expect((await list()).body).toEqual([]);
    expect((await read()).status).toBe(404);
    await people.requestReturn(buyer, bookingId);
    await people.decideReturn(seller, bookingId, 'contested');
    const [listed] = (await list()).body;
    expect(listed).toMatchObject({ _id: threadId, unread: 0 });
    // The list shows nothing of what was written, so that every look is in the audit.
    expect(JSON.stringify(listed)).not.toContain('crack');
    expect((await read()).body).toMatchObject([{ text: 'It has a crack', author: 'buyer' }]);
    await read();
    const { body: entries } = await call<AuditEntry[]>(admin, '/audit');
    const looks = entries.filter(({ action }) => action === 'messages-read');
    expect(looks).toHaveLength(2);
    expect(looks[0]).toMatchObject({
      actor: { _id: admin.id },
      subject: { _id: buyer.id },
      product: { _id: productId },
    });
    await people.decideDispute(admin, bookingId, { reason: 'It has one' });
    expect((await read()).status).toBe(404);
    expect((await list()).body).toEqual([]);
  });

  it('an admin reads their own threads like everyone, without an audit entry', async () => {
    const admin = await people.admin();
    const productId = await people.make.product((await people.seller()).id);
    const threadId = await people.write(admin, { productId });
    expect((await call(admin, `/threads/${threadId}/messages`)).status).toBe(200);
    const { body: entries } = await call<AuditEntry[]>(admin, '/audit');
    expect(entries.filter(({ actor }) => actor?._id === admin.id)).toEqual([]);
  });
});

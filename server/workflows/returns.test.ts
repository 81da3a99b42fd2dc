import { afterAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { apiClient } from '../testing/api-client.ts';
import { createPeople, daysAgo, outcome } from '../testing/people.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';

const ask = apiClient(() => shop);

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const who = createPeople(shop.database);
const [admin, seller] = await Promise.all([who.admin(), who.seller()]);

/** A paid booking whose buyer has requested a return. */
async function addReturnRequest(paidAt = new Date()) {
  const sale = await who.sell(seller, paidAt);
  return {
    ...sale,
    id: sale.bookingId,
    returnId: await who.requestReturn(sale.buyer, sale.bookingId),
  };
}

async function states(id: string) {
  const [row] = await shop.database.sql`
    select b.state as booking, p.status as product, r.state as return, m.state as payment, m.refund_reason
    from bookings b join products p on p.id = b.product_id join payments m on m.booking_id = b.id
    left join returns r on r.booking_id = b.id where b.id = ${id}`;
  return row;
}

const returnMails = async (id: string) => {
  const rows = await shop.database.sql<{ mail: string }[]>`
    select kind || ' ' || reader as mail from mails
    where booking_id = ${id} and kind like 'return%' order by id`;
  return rows.map(({ mail }) => mail);
};

const auditActions = async (subject: KnownUser) => {
  const rows = await shop.database.sql<{ action: string }[]>`
    select action from audit_entries where subject_id = ${subject.id} order by id`;
  return rows.map(({ action }) => action);
};

describe('requesting a return', () => {
  it('stores the request, shows it to both sides and mails the seller', async () => {
    const { buyer, bookingId: id } = await who.sell(seller);
    const asked = await ask<{ insertedId: string }>(buyer, `/bookings/${id}/return`, {
      ...{ method: 'POST', payload: { reason: '  The keys stick ' } },
    });
    expect(asked).toMatchObject({ status: 201, body: { acknowledged: true } });
    expect(asked.body.insertedId).toMatch(/^[0-9a-f-]{36}$/);
    for (const reader of [buyer, seller, admin]) {
      const { body } = await ask<Booking>(reader, `/bookings/${id}`);
      expect(body.return).toEqual({
        ...{
          reason: 'The keys stick',
          state: 'requested',
          time: expect.any(String),
          autoAcceptedAt: expect.any(String),
        },
      });
    }
    expect(await states(id)).toMatchObject({ booking: 'paid', product: 'sold' });
    expect(await returnMails(id)).toEqual(['return-requested seller']);
  });

  it('is possible for exactly three days after the payment', async () => {
    const paidAt = daysAgo(4);
    const { buyer, bookingId } = await who.sell(seller, paidAt);
    const end = paidAt.getTime() + 3 * 86_400_000;
    expect(await outcome(who.requestReturn(buyer, bookingId, new Date(end)))).toBe('conflict');
    expect(await outcome(who.requestReturn(buyer, bookingId, new Date(end - 1)))).toBe('done');
  });

  it('is refused for an unpaid booking and a second time, also concurrently', async () => {
    const buyer = await who.buyer();
    const held = await who.book(buyer, await shop.make.product(seller.id));
    expect(await outcome(who.requestReturn(buyer, held))).toBe('conflict');
    const sale = await who.sell(seller);
    const ends = await Promise.all(
      Array.from({ length: 5 }, () => outcome(who.requestReturn(sale.buyer, sale.bookingId))),
    );
    expect(ends.sort()).toEqual(['conflict', 'conflict', 'conflict', 'conflict', 'done']);
    const again = await ask(sale.buyer, `/bookings/${sale.bookingId}/return`, {
      ...{ method: 'POST', payload: { reason: 'Please' } },
    });
    expect(again).toMatchObject({ status: 409, body: { acknowledged: false } });
  });

  it('succeeds while the seller is removed, which is done first or refused', async () => {
    const lister = await who.seller();
    const { buyer, bookingId } = await who.sell(lister, daysAgo(3));
    // For the removal the three days are over, for the request they are not.
    const [asked, left] = await Promise.all([
      outcome(who.requestReturn(buyer, bookingId, daysAgo(0.001))),
      outcome(who.remove(lister, lister)),
    ]);
    expect(asked).toBe('done');
    const [open] = await shop.database.sql`
      select removed_at from users where id = ${lister.id}`;
    expect(left === 'done').toBe(open?.removed_at !== null);
    expect(['done', 'conflict']).toContain(left);
  });
});

describe('deciding about a return', () => {
  it('by the seller makes the refund due when accepted, and changes nothing yet', async () => {
    const { id, buyer } = await addReturnRequest();
    const accept = () =>
      ask(seller, `/bookings/${id}/return`, { method: 'PUT', payload: { state: 'accepted' } });
    expect(await accept()).toMatchObject({
      ...{ status: 200, body: { acknowledged: true, modifiedCount: 1 } },
    });
    expect(await states(id)).toEqual({
      ...{ booking: 'paid', product: 'sold', return: 'accepted', payment: 'refund-due' },
      refund_reason: 'The return was accepted',
    });
    expect((await accept()).body).toEqual({ acknowledged: true, modifiedCount: 0 });
    expect(await outcome(who.decideReturn(seller, id, 'refused'))).toBe('conflict');
    expect(await auditActions(buyer)).toEqual([]);
    expect(await returnMails(id)).toEqual(['return-requested seller']);
    // While the refund is due, the buyer still sees the transaction.
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(body).toMatchObject({ paid: true, transactionId: `tx_${id}` });
  });

  it('by the seller can refuse it, and the buyer gets a mail', async () => {
    const { id } = await addReturnRequest();
    expect(await who.decideReturn(seller, id, 'refused')).toBe(1);
    expect(await states(id)).toMatchObject({ return: 'refused', payment: 'recorded' });
    expect(await returnMails(id)).toEqual(['return-requested seller', 'return-refused buyer']);
    expect(await outcome(who.decideReturn(seller, id, 'accepted'))).toBe('not-allowed');
  });

  it('by an admin is in the audit, and can accept it after a refusal', async () => {
    const { id, buyer } = await addReturnRequest();
    expect(await who.decideReturn(admin, id, 'refused')).toBe(1);
    expect(await who.decideReturn(admin, id, 'accepted')).toBe(1);
    expect(await states(id)).toMatchObject({ return: 'accepted', payment: 'refund-due' });
    expect(await auditActions(buyer)).toEqual(['return-refused', 'return-accepted']);
  });

  it('twice at the same moment ends in one decision', async () => {
    const { id } = await addReturnRequest();
    const ends = await Promise.all([
      outcome(who.decideReturn(seller, id, 'accepted')),
      outcome(who.decideReturn(seller, id, 'refused')),
    ]);
    const { return: state } = (await states(id)) ?? {};
    expect(state).toBe(ends[0] === 'done' ? 'accepted' : 'refused');
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
  });

  it('is refused to the buyer, even as an admin', async () => {
    const { id, buyer } = await addReturnRequest();
    await shop.database.sql`update users set role = 'admin' where id = ${buyer.id}`;
    expect(await outcome(who.decideReturn({ ...buyer, role: 'admin' }, id, 'accepted'))).toBe(
      'not-allowed',
    );
  });

  it('is refused to a former admin', async () => {
    const { id } = await addReturnRequest();
    const former = await who.admin();
    await shop.database.sql`update users set role = 'buyer' where id = ${former.id}`;
    expect(await outcome(who.decideReturn(former, id, 'accepted'))).toBe('not-found');
  });

  it('needs a return', async () => {
    const { bookingId } = await who.sell(seller);
    const refused = await ask(seller, `/bookings/${bookingId}/return`, {
      ...{ method: 'PUT', payload: { state: 'accepted' } },
    });
    expect(refused).toMatchObject({ status: 404, body: { modifiedCount: 0 } });
  });
});

describe('GET /returns', () => {
  it('gives admins the bookings with a return, newest first, by state and by pages', async () => {
    await shop.database.sql`truncate returns`;
    const sales = [
      await addReturnRequest(),
      await addReturnRequest(),
      await addReturnRequest(),
    ].reverse();
    const [newest, middle] = sales.map(({ id }) => id);
    await who.decideReturn(seller, middle ?? '', 'refused');
    const ids = async (query: string) => {
      const { body, headers } = await ask<Booking[]>(admin, `/returns?${query}`);
      return { ids: body.map(({ _id }) => _id), link: headers.link };
    };
    expect((await ids('')).ids).toEqual(sales.map(({ id }) => id));
    expect((await ids('state=refused')).ids).toEqual([middle]);
    const first = await ids('limit=2');
    expect(first.ids).toEqual([newest, middle]);
    expect(first.link).toContain(`cursor=${middle}`);
    expect((await ids(`limit=2&cursor=${middle}`)).ids).toEqual([sales[2]?.id]);
  });
});

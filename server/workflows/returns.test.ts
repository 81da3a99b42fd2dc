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

/** A booking that the seller's return is asked for. */
async function askedBack(paidAt = new Date()) {
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

const told = async (id: string) => {
  const rows = await shop.database.sql<{ mail: string }[]>`
    select kind || ' ' || reader as mail from mails
    where booking_id = ${id} and kind like 'return%' order by id`;
  return rows.map(({ mail }) => mail);
};

const noted = async (subject: KnownUser) => {
  const rows = await shop.database.sql<{ action: string }[]>`
    select action from audit_entries where subject_id = ${subject.id} order by id`;
  return rows.map(({ action }) => action);
};

describe('asking for a return', () => {
  it('is noted, shown to both sides, and told to the seller', async () => {
    const { buyer, bookingId: id } = await who.sell(seller);
    const asked = await ask<{ insertedId: string }>(buyer, `/bookings/${id}/return`, {
      ...{ method: 'POST', payload: { reason: '  The keys stick ' } },
    });
    expect(asked).toMatchObject({ status: 201, body: { acknowledged: true } });
    expect(asked.body.insertedId).toMatch(/^[0-9a-f-]{36}$/);
    for (const reader of [buyer, seller, admin]) {
      const { body } = await ask<Booking>(reader, `/bookings/${id}`);
      expect(body.return).toEqual({
        ...{ reason: 'The keys stick', state: 'requested', time: expect.any(String) },
      });
    }
    expect(await states(id)).toMatchObject({ booking: 'paid', product: 'sold' });
    expect(await told(id)).toEqual(['return-requested seller']);
  });

  it('is possible for three days and not a moment longer', async () => {
    const paidAt = daysAgo(4);
    const { buyer, bookingId } = await who.sell(seller, paidAt);
    const end = paidAt.getTime() + 3 * 86_400_000;
    expect(await outcome(who.requestReturn(buyer, bookingId, new Date(end)))).toBe('conflict');
    expect(await outcome(who.requestReturn(buyer, bookingId, new Date(end - 1)))).toBe('done');
  });

  it('is refused for what is not paid, and the second time, also at the same moment', async () => {
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

  it('keeps the seller from leaving, whoever comes first', async () => {
    const lister = await who.seller();
    const { buyer, bookingId } = await who.sell(lister, daysAgo(3));
    // The seller's clock says that the days are over, the buyer's that they are not.
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
    const { id, buyer } = await askedBack();
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
    expect(await noted(buyer)).toEqual([]);
    expect(await told(id)).toEqual(['return-requested seller']);
    // While it is on its way, the buyer still sees what they paid by.
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(body).toMatchObject({ paid: true, transactionId: `tx_${id}` });
  });

  it('by the seller can be a no, of which the buyer is told', async () => {
    const { id } = await askedBack();
    expect(await who.decideReturn(seller, id, 'refused')).toBe(1);
    expect(await states(id)).toMatchObject({ return: 'refused', payment: 'recorded' });
    expect(await told(id)).toEqual(['return-requested seller', 'return-refused buyer']);
    expect(await outcome(who.decideReturn(seller, id, 'accepted'))).toBe('not-allowed');
  });

  it('by an admin is noted, and can be a yes after a no', async () => {
    const { id, buyer } = await askedBack();
    expect(await who.decideReturn(admin, id, 'refused')).toBe(1);
    expect(await who.decideReturn(admin, id, 'accepted')).toBe(1);
    expect(await states(id)).toMatchObject({ return: 'accepted', payment: 'refund-due' });
    expect(await noted(buyer)).toEqual(['return-refused', 'return-accepted']);
  });

  it('by both sides at the same moment ends in one decision', async () => {
    const { id } = await askedBack();
    const ends = await Promise.all([
      outcome(who.decideReturn(seller, id, 'accepted')),
      outcome(who.decideReturn(seller, id, 'refused')),
    ]);
    const { return: state } = (await states(id)) ?? {};
    expect(state).toBe(ends[0] === 'done' ? 'accepted' : 'refused');
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
  });

  it('is not for the buyer, who may be an admin', async () => {
    const { id, buyer } = await askedBack();
    await shop.database.sql`update users set role = 'admin' where id = ${buyer.id}`;
    expect(await outcome(who.decideReturn({ ...buyer, role: 'admin' }, id, 'accepted'))).toBe(
      'not-allowed',
    );
  });

  it('is not for an admin who is none any more', async () => {
    const { id } = await askedBack();
    const former = await who.admin();
    await shop.database.sql`update users set role = 'buyer' where id = ${former.id}`;
    expect(await outcome(who.decideReturn(former, id, 'accepted'))).toBe('not-found');
  });

  it('needs a return to decide about', async () => {
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
    const sales = [await askedBack(), await askedBack(), await askedBack()].reverse();
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

import { afterAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { apiClient } from '../../testing/api-client.ts';
import { receiveSale } from '../../testing/builders.ts';
import { createPeople, daysAgo, outcome } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

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
    select kind || ' ' || reader as mail from queued_mails
    where subject_id = ${id} and kind like 'return%' order by created_at, id`;
  return rows.map(({ mail }) => mail);
};

const auditActions = async (subject: KnownUser) => {
  const rows = await shop.database.sql<{ action: string }[]>`
    select action from audit_entries where subject_id = ${subject.id} order by id`;
  return rows.map(({ action }) => action);
};

describe('requesting a return', () => {
  it('a requested return is stored, shown to both sides and mailed to the seller', async () => {
    const { buyer, bookingId: id } = await who.sell(seller);
    await receiveSale(shop.database, id);
    const asked = await ask<{ insertedId: string }>(buyer, `/bookings/${id}/return`, {
      method: 'POST',
      payload: { reason: '  The keys stick ' },
    });
    expect(asked).toMatchObject({ status: 201, body: { acknowledged: true } });
    expect(asked.body.insertedId).toMatch(/^[0-9a-f-]{36}$/);
    for (const reader of [buyer, seller, admin]) {
      const { body } = await ask<Booking>(reader, `/bookings/${id}`);
      expect(body.return).toEqual({
        reason: 'The keys stick',
        state: 'requested',
        time: expect.any(String),
        autoAcceptedAt: expect.any(String),
      });
    }
    expect(await states(id)).toMatchObject({ booking: 'paid', product: 'sold' });
    expect(await returnMails(id)).toEqual(['return-requested seller']);
  });

  it('a return can be requested for exactly three days after the receipt', async () => {
    const paidAt = daysAgo(4);
    const { buyer, bookingId } = await who.sell(seller, paidAt);
    const end = paidAt.getTime() + 3 * 86_400_000;
    expect(await outcome(who.requestReturn(buyer, bookingId, new Date(end)))).toBe('conflict');
    expect(await outcome(who.requestReturn(buyer, bookingId, new Date(end - 1)))).toBe('done');
  });

  it('a return is refused for an unpaid booking and a second time, also concurrently', async () => {
    const buyer = await who.buyer();
    const held = await who.book(buyer, await shop.make.product(seller.id));
    expect(await outcome(who.requestReturn(buyer, held))).toBe('conflict');
    const sale = await who.sell(seller);
    const ends = await Promise.all(
      Array.from({ length: 5 }, () => outcome(who.requestReturn(sale.buyer, sale.bookingId))),
    );
    expect(ends.sort()).toEqual(['conflict', 'conflict', 'conflict', 'conflict', 'done']);
    const again = await ask(sale.buyer, `/bookings/${sale.bookingId}/return`, {
      method: 'POST',
      payload: { reason: 'Please' },
    });
    expect(again).toMatchObject({ status: 409, body: { acknowledged: false } });
  });

  it('a return succeeds during the removal of the seller, which is done first or refused', async () => {
    const lister = await who.seller();
    const { buyer, bookingId } = await who.sell(lister, daysAgo(3));
    // The three days are over for the removal and not for the request.
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
  const decide = (who: KnownUser, id: string, payload: object) =>
    ask<Record<string, unknown>>(who, `/bookings/${id}/return`, { method: 'PUT', payload });
  const accepted = { state: 'accepted', place: 'Under the clock' };
  const codeOf = async (id: string) =>
    (await ask<Booking>(seller, `/bookings/${id}`)).body.return?.code ?? '';
  const wrongCodeFor = (code: string) => (code === '000000' ? '000001' : '000000');

  it('a seller who accepts a return names a place, and nothing is refunded before the instrument is back', async () => {
    const { id, buyer } = await addReturnRequest();
    expect(await decide(seller, id, accepted)).toMatchObject({
      status: 200,
      body: { acknowledged: true, modifiedCount: 1 },
    });
    expect(await states(id)).toMatchObject({ return: 'accepted', payment: 'recorded' });
    expect((await decide(seller, id, accepted)).body).toMatchObject({ modifiedCount: 0 });
    expect(await outcome(who.decideReturn(seller, id, 'contested'))).toBe('conflict');
    expect(await auditActions(buyer)).toEqual([]);
    expect(await returnMails(id)).toEqual([
      'return-requested seller',
      'return-accepted buyer',
      'return-accepted seller',
    ]);
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(body.return).toMatchObject({ place: 'Under the clock' });
    expect(body.return).not.toHaveProperty('code');
    const days = (Date.parse(body.return?.giveBackBy ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(14);
  });

  it("a return ends with the seller's code, which the buyer enters and which starts the refund", async () => {
    const { id, buyer } = await addReturnRequest();
    const code = await codeOf(id);
    expect(code).toBe('');
    await decide(seller, id, accepted);
    const right = await codeOf(id);
    expect(right).toMatch(/^\d{6}$/);
    expect(await decide(buyer, id, { state: 'given-back' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'code' }] },
    });
    const wrong = await decide(buyer, id, { state: 'given-back', code: wrongCodeFor(right) });
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: 'code' }] } });
    expect(await states(id)).toMatchObject({ return: 'accepted', payment: 'recorded' });
    const done = await decide(buyer, id, { state: 'given-back', code: right });
    expect(done).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await states(id)).toEqual({
      booking: 'paid',
      product: 'sold',
      return: 'given-back',
      payment: 'refund-due',
      refund_reason: 'The instrument was given back',
    });
    const again = await decide(buyer, id, { state: 'given-back', code: right });
    expect(again).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    // While the refund is due, the buyer still sees the transaction.
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(body).toMatchObject({
      paid: true,
      transactionId: `tx_${id}`,
      refund: { amount: 120.5, state: 'due' },
    });
  });

  it('a return takes five wrong codes within an hour, also concurrently, and then not even the right one', async () => {
    const { id, buyer } = await addReturnRequest();
    await decide(seller, id, accepted);
    const code = await codeOf(id);
    const guess = { state: 'given-back', code: wrongCodeFor(code) };
    const replies = await Promise.all(Array.from({ length: 7 }, () => decide(buyer, id, guess)));
    expect(replies.map(({ status }) => status).sort()).toEqual([422, 422, 422, 422, 422, 429, 429]);
    expect((await decide(buyer, id, { state: 'given-back', code })).status).toBe(429);
    expect(await states(id)).toMatchObject({ return: 'accepted', payment: 'recorded' });
    await shop.database.sql`
      update wrong_codes set tried_at = tried_at - interval '1 hour' where booking_id = ${id}`;
    expect((await decide(buyer, id, { state: 'given-back', code })).status).toBe(200);
  });

  it('a return does not take the code of another sale or of the handover', async () => {
    const [mine, other] = [await addReturnRequest(), await addReturnRequest()];
    await decide(seller, mine.id, accepted);
    await decide(seller, other.id, accepted);
    const foreign = { state: 'given-back', code: await codeOf(other.id) };
    if (foreign.code !== (await codeOf(mine.id))) {
      expect((await decide(mine.buyer, mine.id, foreign)).status).toBe(422);
    }
    expect((await decide(other.buyer, mine.id, foreign)).status).toBe(404);
  });

  it('a seller can refund without asking for the instrument back', async () => {
    const { id, buyer } = await addReturnRequest();
    expect((await decide(seller, id, { state: 'given-back' })).status).toBe(200);
    expect(await states(id)).toMatchObject({ return: 'given-back', payment: 'refund-due' });
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(body.return).toMatchObject({ state: 'given-back', buyerKeepsIt: true });
  });

  it('a buyer cannot give back before the seller has answered', async () => {
    const { id, buyer } = await addReturnRequest();
    const early = await decide(buyer, id, { state: 'given-back', code: '123456' });
    expect(early.status).toBe(409);
    expect(await states(id)).toMatchObject({ return: 'requested', payment: 'recorded' });
  });

  it('a seller who contests a return opens a dispute that stops all deadlines', async () => {
    const { id, buyer } = await addReturnRequest();
    const reason = 'It sounded on Sunday';
    expect((await decide(seller, id, { state: 'contested', reason })).status).toBe(200);
    expect(await states(id)).toMatchObject({ return: 'contested', payment: 'recorded' });
    expect(await returnMails(id)).toEqual([
      'return-requested seller',
      'return-contested buyer',
      'return-contested seller',
    ]);
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(body).toMatchObject({
      return: { contestReason: reason },
      dispute: { cause: 'return-contested', state: 'open', reason },
    });
    expect(await outcome(who.decideReturn(seller, id, 'accepted'))).toBe('conflict');
    expect(await outcome(who.decideReturn(admin, id, 'given-back'))).toBe('conflict');
    expect((await decide(seller, id, { state: 'contested', reason })).body).toMatchObject({
      modifiedCount: 0,
    });
  });

  it('an admin’s decision about a return is in the audit, and an admin cannot contest one', async () => {
    const { id, buyer } = await addReturnRequest();
    expect(await outcome(who.decideReturn(admin, id, 'contested'))).toBe('not-allowed');
    expect(await who.decideReturn(admin, id, 'accepted')).toBe(1);
    expect(await who.decideReturn(admin, id, 'given-back')).toBe(1);
    expect(await states(id)).toMatchObject({ return: 'given-back', payment: 'refund-due' });
    expect(await auditActions(buyer)).toEqual(['return-accepted', 'return-given-back']);
  });

  it('a decision about a return names the field that is missing or does not belong to it', async () => {
    const { id } = await addReturnRequest();
    for (const [payload, field] of [
      [{ state: 'accepted' }, 'place'],
      [{ state: 'contested', reason: ' ' }, 'reason'],
      [{ state: 'given-back', place: 'Here' }, 'place'],
      [{ state: 'given-back', code: 'abc' }, 'code'],
      [{ state: 'refused' }, 'state'],
    ] as const) {
      expect(await decide(seller, id, payload)).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      });
    }
  });

  it('two simultaneous decisions about a return end in one', async () => {
    const { id } = await addReturnRequest();
    const ends = await Promise.all([
      outcome(who.decideReturn(seller, id, 'accepted')),
      outcome(who.decideReturn(seller, id, 'contested')),
    ]);
    const { return: state } = (await states(id)) ?? {};
    expect(state).toBe(ends[0] === 'done' ? 'accepted' : 'contested');
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
  });

  it('two simultaneous hand-backs make one refund due', async () => {
    const { id } = await addReturnRequest();
    await who.decideReturn(seller, id, 'accepted');
    const ends = await Promise.all([
      who.decideReturn(seller, id, 'given-back'),
      who.decideReturn(admin, id, 'given-back'),
    ]);
    expect(ends.sort()).toEqual([0, 1]);
  });

  it('a buyer cannot decide about their own return, even as an admin', async () => {
    const { id, buyer } = await addReturnRequest();
    await shop.database.sql`update users set role = 'admin' where id = ${buyer.id}`;
    expect(await outcome(who.decideReturn({ ...buyer, role: 'admin' }, id, 'accepted'))).toBe(
      'not-allowed',
    );
  });

  it('a former admin cannot decide about a return', async () => {
    const { id } = await addReturnRequest();
    const former = await who.admin();
    await shop.database.sql`update users set role = 'buyer' where id = ${former.id}`;
    expect(await outcome(who.decideReturn(former, id, 'accepted'))).toBe('not-found');
  });

  it('a decision needs a return', async () => {
    const { bookingId } = await who.sell(seller);
    const refused = await ask(seller, `/bookings/${bookingId}/return`, {
      method: 'PUT',
      payload: accepted,
    });
    expect(refused).toMatchObject({ status: 404, body: { modifiedCount: 0 } });
  });
});

describe('GET /returns', () => {
  it('admins read the bookings with a return, newest first, by state and by pages', async () => {
    await shop.database.sql`truncate returns`;
    const sales = [
      await addReturnRequest(),
      await addReturnRequest(),
      await addReturnRequest(),
    ].reverse();
    const [newest, middle] = sales.map(({ id }) => id);
    await who.decideReturn(seller, middle ?? '', 'contested');
    const ids = async (query: string) => {
      const { body, headers } = await ask<Booking[]>(admin, `/returns?${query}`);
      return { ids: body.map(({ _id }) => _id), link: headers.link };
    };
    expect((await ids('')).ids).toEqual(sales.map(({ id }) => id));
    expect((await ids('state=contested')).ids).toEqual([middle]);
    const first = await ids('limit=2');
    expect(first.ids).toEqual([newest, middle]);
    expect(first.link).toContain(`cursor=${middle}`);
    expect((await ids(`limit=2&cursor=${middle}`)).ids).toEqual([sales[2]?.id]);
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import type { Dispute } from '#contract/after-sale/disputes.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { apiClient } from '../../testing/api-client.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

interface Reply {
  modifiedCount: number;
  detail?: string;
  errors?: { field: string }[];
}

const ask = apiClient(() => shop);
const clock = manualClock();
const shop: TestShop = await createTestShop({ clock });
afterAll(() => shop.close());
const who = createPeople(shop.database);
const [admin, seller] = await Promise.all([who.admin(), who.seller()]);

const sell = (by = seller) => who.sell(by, clock.now());
const codeOf = (id: string) => shop.saleCodes.codeOf('handover', id);
/** A code of six digits that is not this sale's. */
const wrongCode = (id: string) => (codeOf(id) === '000000' ? '000001' : '000000');

const post = (user: KnownUser, id: string, step: string, payload: object) =>
  ask<Reply>(user, `/bookings/${id}/${step}`, { method: 'POST', payload });
const handOver = (user: KnownUser, id: string, code: string) =>
  post(user, id, 'handover', { code });
const confirm = (user: KnownUser, id: string) => post(user, id, 'received', {});
const send = (id: string) => post(seller, id, 'sent', { carrier: 'Royal Mail' });

const read = async (user: KnownUser, id: string) =>
  (await ask<Booking>(user, `/bookings/${id}`)).body;

const mailsOf = async (id: string) => {
  const rows = await shop.database.sql<{ mail: string }[]>`
    select kind || ' ' || reader as mail from queued_mails
    where subject_id = ${id} and kind not in ('booked', 'paid') order by 1`;
  return rows.map(({ mail }) => mail);
};

const openDispute = (id: string) => shop.database.sql`
  insert into disputes (id, booking_id, cause, state, opened_at)
  values (gen_random_uuid(), ${id}, 'chargeback', 'open', ${clock.now()})`;

describe('handing over by the buyer’s code', () => {
  it('a handover by code starts the three days for a return, and both sides are told', async () => {
    const { buyer, bookingId: id } = await sell();
    const before = await read(buyer, id);
    expect(before.fulfilment).toMatchObject({ state: 'awaiting', code: codeOf(id) });
    expect(before).not.toHaveProperty('returnUntil');
    clock.forward(60);
    const code = `${codeOf(id).slice(0, 3)} ${codeOf(id).slice(3)}`;
    expect(await handOver(seller, id, code)).toMatchObject({
      status: 200,
      body: { acknowledged: true, modifiedCount: 1 },
    });
    const after = await read(buyer, id);
    expect(after.fulfilment).toEqual({
      state: 'received',
      method: 'meeting',
      receivedAt: clock.now().toISOString(),
    });
    expect(after.returnUntil).toBe(new Date(clock.now().getTime() + 72 * 3_600_000).toISOString());
    expect(await mailsOf(id)).toEqual(['received buyer', 'received seller']);
  });

  it('only the buyer sees the code', async () => {
    const { bookingId: id } = await sell();
    for (const user of [seller, admin]) {
      expect((await read(user, id)).fulfilment).toMatchObject({ state: 'awaiting' });
      expect(JSON.stringify(await read(user, id))).not.toContain(codeOf(id));
    }
  });

  it('two handovers are one, even at the same time', async () => {
    const { bookingId: id } = await sell();
    const replies = await Promise.all([1, 2, 3].map(() => handOver(seller, id, codeOf(id))));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const counts = replies.map(({ body }) => body.modifiedCount).sort();
    expect(counts).toEqual([0, 0, 1]);
    expect(await mailsOf(id)).toEqual(['received buyer', 'received seller']);
  });

  it('the code of another sale, or one from before the payment, is refused', async () => {
    const [mine, foreign] = [await sell(), await sell()];
    expect(await handOver(seller, mine.bookingId, codeOf(foreign.bookingId))).toMatchObject({
      status: 422,
      body: { modifiedCount: 0, errors: [{ field: 'code' }] },
    });
    const held = await who.book(await who.buyer(), await shop.make.product(seller.id));
    expect(await handOver(seller, held, codeOf(held))).toMatchObject({
      status: 409,
      body: { modifiedCount: 0, detail: 'This booking is not paid' },
    });
    expect((await handOver(mine.buyer, mine.bookingId, codeOf(mine.bookingId))).status).toBe(404);
  });

  it.each(['', '12345', '1234567', 'abcdef'])(
    'the text %j is refused as a code, and not counted',
    async (code) => {
      const { bookingId: id } = await sell();
      expect(await handOver(seller, id, code)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'code' }] },
      });
      expect(await shop.database.sql`select from wrong_codes where booking_id = ${id}`).toEqual([]);
    },
  );

  it('the right code is refused after five wrong ones, until the first is an hour old', async () => {
    const { bookingId: id } = await sell();
    for (let count = 0; count < 5; count += 1) {
      expect((await handOver(seller, id, wrongCode(id))).status).toBe(422);
      clock.forward(1);
    }
    const limited = await handOver(seller, id, codeOf(id));
    expect(limited).toMatchObject({ status: 429, body: { modifiedCount: 0 } });
    expect(limited.headers['retry-after']).toBe(String(55 * 60));
    clock.forward(54);
    expect((await handOver(seller, id, codeOf(id))).status).toBe(429);
    clock.forward(1);
    expect((await handOver(seller, id, codeOf(id))).status).toBe(200);
  });

  it('simultaneous guesses of a code are counted', async () => {
    const { bookingId: id } = await sell();
    const guesses = Array.from({ length: 12 }, () => handOver(seller, id, wrongCode(id)));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(422), ...Array(7).fill(429)]);
  });

  it('a handover is refused once the instrument was sent, and during a dispute', async () => {
    const sent = await sell();
    await send(sent.bookingId);
    expect((await handOver(seller, sent.bookingId, codeOf(sent.bookingId))).status).toBe(409);
    const disputed = await sell();
    await openDispute(disputed.bookingId);
    for (const step of [
      handOver(seller, disputed.bookingId, codeOf(disputed.bookingId)),
      send(disputed.bookingId),
      confirm(disputed.buyer, disputed.bookingId),
    ]) {
      expect(await step).toMatchObject({
        status: 409,
        body: { detail: 'A dispute about this sale is open; an admin decides first' },
      });
    }
  });
});

describe('confirming the receipt', () => {
  it('confirming the receipt of a sent instrument starts the return window once', async () => {
    const { buyer, bookingId: id } = await sell();
    await send(id);
    expect(await confirm(buyer, id)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await confirm(buyer, id)).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    expect((await read(buyer, id)).fulfilment).toMatchObject({
      state: 'received',
      method: 'shipping',
      receivedAt: clock.now().toISOString(),
    });
    expect(await mailsOf(id)).toEqual(['received buyer', 'received seller', 'sent buyer']);
  });

  it('confirming the receipt of an unsent instrument counts as a handover in person', async () => {
    const { buyer, bookingId: id } = await sell();
    await confirm(buyer, id);
    expect((await read(buyer, id)).fulfilment).toMatchObject({
      state: 'received',
      method: 'meeting',
    });
    expect(await handOver(seller, id, codeOf(id))).toMatchObject({ body: { modifiedCount: 0 } });
  });

  it('the buyer’s answer about the instrument is stored once, and both sides read it in a dispute', async () => {
    const { buyer, bookingId: id } = await sell();
    await send(id);
    const answer = (isSameInstrument: boolean) => post(buyer, id, 'received', { isSameInstrument });
    expect((await answer(false)).body.modifiedCount).toBe(1);
    expect((await answer(true)).body.modifiedCount).toBe(0);
    await openDispute(id);
    for (const side of [buyer, seller]) {
      const { body } = await ask<Dispute>(side, `/bookings/${id}/dispute`);
      expect(body.isSameInstrument).toBe(false);
    }
  });

  it('a buyer can say it after a handover with the code too, and need not say anything', async () => {
    const [met, silent] = [await sell(), await sell()];
    await handOver(seller, met.bookingId, codeOf(met.bookingId));
    const said = await post(met.buyer, met.bookingId, 'received', { isSameInstrument: true });
    expect(said.body.modifiedCount).toBe(1);
    await confirm(silent.buyer, silent.bookingId);
    await Promise.all([met, silent].map(({ bookingId }) => openDispute(bookingId)));
    const readBy = async ({ buyer, bookingId }: typeof met) =>
      (await ask<Dispute>(buyer, `/bookings/${bookingId}/dispute`)).body;
    expect(await readBy(met)).toMatchObject({ isSameInstrument: true });
    expect(await readBy(silent)).not.toHaveProperty('isSameInstrument');
  });

  it('an admin can confirm the receipt for a buyer whose account was removed, with an audit entry', async () => {
    const { buyer, bookingId: id } = await sell();
    expect((await confirm(admin, id)).status).toBe(404);
    await who.remove(admin, buyer);
    expect((await confirm(seller, id)).status).toBe(404);
    expect((await confirm(admin, id)).status).toBe(200);
    const entries = await shop.database.sql<{ action: string }[]>`
      select action from audit_entries where subject_id = ${buyer.id} order by id`;
    expect(entries.map(({ action }) => action)).toEqual(['user-removed', 'sale-received']);
  });
});

it('an admin hands over and sends for a seller whose account was removed, with audit entries', async () => {
  const leaver = await who.seller();
  const [met, sent] = [await sell(leaver), await sell(leaver)];
  expect((await handOver(admin, met.bookingId, codeOf(met.bookingId))).status).toBe(404);
  await who.remove(admin, leaver);
  expect((await handOver(admin, met.bookingId, codeOf(met.bookingId))).status).toBe(200);
  expect((await post(admin, sent.bookingId, 'sent', { carrier: 'DHL' })).status).toBe(200);
  const entries = await shop.database.sql<{ action: string }[]>`
    select action from audit_entries
    where subject_id in (${met.buyer.id}, ${sent.buyer.id}) order by id`;
  expect(entries.map(({ action }) => action)).toEqual(['sale-handed-over', 'sale-sent']);
});

import { afterAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { limits, saleTimes } from '#contract/constants.ts';
import { apiClient } from '../../testing/api-client.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { cancelWithoutPermit } from './give-permit.ts';
import { remindOfSaleTimes } from './remind-of-sale-times.ts';

interface Reply {
  modifiedCount: number;
  detail?: string;
  errors?: { field: string; message: string }[];
}

const ask = apiClient(() => shop);
const clock = manualClock();
const shop: TestShop = await createTestShop({ clock });
afterAll(() => shop.close());
const { database } = shop;
const { sql } = database;
const deps = { database, clock };
const who = createPeople(database);
const [admin, seller] = await Promise.all([who.admin(), who.seller()]);
const day = 24 * 60;
const daysLater = (days: number) =>
  new Date(clock.now().getTime() + days * 86_400_000).toISOString();

const sell = (permitFor: string[] | null = ['pernambuco'], from = seller) =>
  who.sellShipped(from, clock.now(), undefined, permitFor);
const answer = (user: KnownUser, id: string, payload: object) =>
  ask<Reply>(user, `/bookings/${id}/permit`, { method: 'PUT', payload });
const give = (id: string, number = 'DE-2026-0815', user = seller) =>
  answer(user, id, { state: 'given', number });
const refuse = (id: string, user = seller) => answer(user, id, { state: 'refused' });
const post = (user: KnownUser, id: string, step: string, payload: object = {}) =>
  ask<Reply>(user, `/bookings/${id}/${step}`, { method: 'POST', payload });
const send = (id: string) => post(seller, id, 'sent', { carrier: 'DHL' });
const meet = (user: KnownUser, id: string) =>
  ask<Reply>(user, `/bookings/${id}/meeting`, { method: 'PUT', payload: { agrees: true } });
const read = async (user: KnownUser, id: string) =>
  (await ask<Booking>(user, `/bookings/${id}`)).body;
const stateOf = async (id: string) => {
  const [row] = await sql<{ state: string; payment: string }[]>`
    select f.state || coalesce(': ' || f.cancel_reason, '') as state, p.state as payment
    from fulfilments f join payments p on p.booking_id = f.booking_id where f.booking_id = ${id}`;
  return row && [row.state, row.payment];
};
const mailsOf = async (id: string) => {
  const rows = await sql<{ mail: string }[]>`
    select kind || ' ' || reader as mail from queued_mails
    where subject_id = ${id} and (kind like 'permit%' or kind in ('may-cancel', 'sale-cancelled'))
    order by 1`;
  return rows.map(({ mail }) => mail);
};
const openDispute = (id: string) => sql`
  insert into disputes (id, booking_id, cause, state, opened_at)
  values (gen_random_uuid(), ${id}, 'chargeback', 'open', ${clock.now()})`;
const refused = ['cancelled: The permit to send it across the border was refused.', 'refund-due'];
const late = [
  'cancelled: The permit to send it across the border did not come in time.',
  'refund-due',
];

describe('a sale that needs a permit', () => {
  it('a sale that needs a permit is not sent before its number is there, and both sides read it', async () => {
    const { buyer, bookingId: id } = await sell();
    const dueAt = daysLater(saleTimes.permitDays);
    expect(await read(buyer, id)).toMatchObject({
      permit: { materials: ['pernambuco'], dueAt },
      fulfilment: { cancelFrom: dueAt },
    });
    expect(await send(id)).toMatchObject({
      status: 409,
      body: { detail: 'Enter the number of the permit before you send it' },
    });
    clock.forward(20 * day);
    expect((await give(id)).body).toMatchObject({ modifiedCount: 1 });
    expect((await give(id)).body).toMatchObject({ modifiedCount: 0 });
    expect((await give(id, 'DE-2026-0816')).body).toMatchObject({ modifiedCount: 1 });
    const givenAt = clock.now().toISOString();
    for (const user of [buyer, seller, admin]) {
      const { permit, fulfilment } = await read(user, id);
      expect(permit).toEqual({ materials: ['pernambuco'], number: 'DE-2026-0816', givenAt });
      // The days to send it begin now.
      expect(fulfilment?.cancelFrom).toBe(daysLater(3));
    }
    expect(await mailsOf(id)).toEqual(['permit-given buyer']);
    expect((await send(id)).body).toMatchObject({ modifiedCount: 1 });
    expect((await give(id, 'X')).status).toBe(409);
    expect((await refuse(id)).status).toBe(409);
  });

  it('a refused permit ends the sale, and the money goes back', async () => {
    const { buyer, bookingId: id } = await sell();
    expect((await refuse(id)).body).toMatchObject({ modifiedCount: 1 });
    expect((await refuse(id)).body).toMatchObject({ modifiedCount: 0 });
    expect(await stateOf(id)).toEqual(refused);
    expect(await mailsOf(id)).toEqual(['sale-cancelled buyer', 'sale-cancelled seller']);
    expect((await give(id)).status).toBe(409);
    expect((await read(buyer, id)).permit).toEqual({ materials: ['pernambuco'] });
    const other = await sell();
    await give(other.bookingId);
    expect(await refuse(other.bookingId)).toMatchObject({
      status: 409,
      body: { detail: 'The number of the permit is there. Cancel the sale instead' },
    });
  });

  it('a permit that does not come in time ends the sale, once, and both are told a week before', async () => {
    const { buyer, bookingId: id } = await sell();
    clock.forward((saleTimes.permitDays - saleTimes.permitReminderDays) * day - 1);
    await remindOfSaleTimes(deps);
    expect(await mailsOf(id)).toEqual([]);
    clock.forward(1);
    await remindOfSaleTimes(deps);
    await remindOfSaleTimes(deps);
    const reminded = ['permit-due-soon buyer', 'permit-due-soon seller'];
    expect(await mailsOf(id)).toEqual(reminded);
    clock.forward(saleTimes.permitReminderDays * day - 1);
    expect(await cancelWithoutPermit(deps)).toBe(0);
    expect((await post(buyer, id, 'cancel', { reason: 'Too late' })).status).toBe(409);
    clock.forward(1);
    const counts = await Promise.all([cancelWithoutPermit(deps), cancelWithoutPermit(deps)]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect(await stateOf(id)).toEqual(late);
    expect(await mailsOf(id)).toEqual([
      ...reminded,
      'sale-cancelled buyer',
      'sale-cancelled seller',
    ]);
  });

  it('one of a number, a refusal and the end of the time counts when they come at once', async () => {
    const sales = await Promise.all(Array.from({ length: 6 }, () => sell()));
    clock.forward(saleTimes.permitDays * day);
    const [, ...replies] = await Promise.all([
      cancelWithoutPermit(deps),
      ...sales.map(({ bookingId }) => give(bookingId)),
      ...sales.map(({ bookingId }) => refuse(bookingId)),
    ]);
    await cancelWithoutPermit(deps);
    for (const [index, { bookingId }] of sales.entries()) {
      const isGiven = replies[index]?.status === 200;
      const isRefused = replies[index + sales.length]?.status === 200;
      const ends = [isGiven && ['awaiting', 'recorded'], isRefused && refused].filter(Boolean);
      expect(ends.length).toBeLessThan(2);
      expect(await stateOf(bookingId)).toEqual(ends[0] ?? late);
    }
  });

  it('the time for a permit stops while a dispute is open, and counts on after it', async () => {
    const { bookingId: id } = await sell();
    clock.forward(50 * day);
    await openDispute(id);
    clock.forward(20 * day);
    expect(await cancelWithoutPermit(deps)).toBe(0);
    expect((await give(id)).status).toBe(409);
    await sql`
      update disputes set state = 'decided', decided_at = ${clock.now()}, refund_cents = 0,
        goes_back = false where booking_id = ${id}`;
    expect((await read(seller, id)).permit?.dueAt).toBe(daysLater(10));
    expect(await cancelWithoutPermit(deps)).toBe(0);
    clock.forward(10 * day);
    expect(await cancelWithoutPermit(deps)).toBe(1);
  });

  it('those who meet instead need no permit here, and have 14 days from then', async () => {
    const { buyer, bookingId: id } = await sell();
    clock.forward(40 * day);
    await meet(buyer, id);
    expect((await read(seller, id)).permit?.dueAt).toBe(daysLater(20));
    await meet(seller, id);
    const { permit, fulfilment } = await read(seller, id);
    expect(permit).toEqual({ materials: ['pernambuco'] });
    expect(fulfilment?.cancelFrom).toBe(daysLater(14));
    expect((await give(id)).status).toBe(409);
    clock.forward(30 * day);
    expect(await cancelWithoutPermit(deps)).toBe(0);
    const handover = { code: shop.saleCodes.codeOf('handover', id) };
    expect((await post(seller, id, 'handover', handover)).body).toMatchObject({ modifiedCount: 1 });
  });

  it('a sale without its permit waits for its seller, and not for its buyer, also in the minute in which it ends', async () => {
    const other = await who.seller();
    const sent = await who.sellShipped(other, clock.now());
    await post(other, sent.bookingId, 'sent', { carrier: 'DHL' });
    const { bookingId: id } = await who.sellShipped(other, clock.now(), sent.buyer, ['ivory']);
    clock.forward(saleTimes.permitDays * day);
    const listOf = async (user: KnownUser, as: string) => {
      const url = `/bookings?email=${encodeURIComponent(user.email)}&as=${as}&order=needs-you`;
      return (await ask<Booking[]>(user, url)).body.map(({ _id }) => _id);
    };
    expect(await listOf(sent.buyer, 'buyer')).toEqual([sent.bookingId, id]);
    expect(await listOf(other, 'seller')).toEqual([id, sent.bookingId]);
    expect(await cancelWithoutPermit(deps)).toBe(1);
  });
});

describe('the call about a permit', () => {
  it.each([
    [{ state: 'given' }, 'number'],
    [{ state: 'given', number: ' ' }, 'number'],
    [{ state: 'given', number: 'x'.repeat(limits.permitNumberLength + 1) }, 'number'],
    [{ state: 'given', number: 'one\ntwo' }, 'number'],
    [{ state: 'refused', number: 'DE-1' }, 'number'],
    [{ state: 'late' }, 'state'],
    [{ number: 'DE-1' }, 'state'],
  ])('the answer %j is refused, with the field', async (payload, field) => {
    const { bookingId } = await sell();
    const { status, body } = await answer(seller, bookingId, payload);
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
  });

  it('a sale that needs no permit takes none', async () => {
    const { bookingId, buyer } = await sell(null);
    expect(await give(bookingId)).toMatchObject({
      status: 409,
      body: { detail: 'This sale needs no permit' },
    });
    expect(await read(buyer, bookingId)).not.toHaveProperty('permit');
  });

  it('an admin answers for a removed seller only, which is in the audit', async () => {
    const gone = await who.seller();
    const [{ bookingId: id }, { bookingId: refusedId }] = await Promise.all([
      sell(['ivory'], gone),
      sell(['ivory'], gone),
    ]);
    expect((await give(id, 'GB-7', admin)).status).toBe(404);
    await sql`update users set removed_at = now() where id = ${gone.id}`;
    expect((await give(id, 'GB-7', admin)).status).toBe(200);
    expect((await refuse(refusedId, admin)).status).toBe(200);
    const entries = await sql<{ action: string }[]>`
      select action from audit_entries where actor_id = ${admin.id} order by action`;
    expect(entries.map(({ action }) => action)).toEqual(['sale-cancelled', 'sale-permit-given']);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { apiClient } from '../../testing/api-client.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
const clock = manualClock();
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop({ clock });
  people = createPeople(shop.database);
});
afterAll(() => shop.close());

/** A product that is held, with its people. */
async function held() {
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  const productId = await people.make.product(seller.id);
  return { seller, buyer, productId, id: await people.book(buyer, productId, clock.now()) };
}

const reason = 'My daughter wants to play it after all.';
const decline = (as: KnownUser, id: string, payload = { reason }) =>
  call<{ modifiedCount: number; errors?: { field: string }[] }>(as, `/bookings/${id}/decline`, {
    method: 'POST',
    payload,
  });

/** The mails that wait to be sent. */
async function mails(): Promise<Mail[]> {
  const sent: Mail[] = [];
  await sendMails(mailSending(shop, sent, { clock }));
  return sent;
}

describe('a seller who releases a hold', () => {
  it('a declined booking frees the instrument, and the buyer is told why', async () => {
    const { seller, buyer, productId, id } = await held();
    await mails();
    expect(await decline(seller, id)).toMatchObject({
      status: 200,
      body: { acknowledged: true, modifiedCount: 1 },
    });
    const [sent, ...others] = await mails();
    expect(others).toEqual([]);
    expect(sent?.to).toBe(buyer.email);
    expect(sent?.text).toContain(reason);
    const { body } = await call<Booking>(buyer, `/bookings/${id}`);
    expect(body).toMatchObject({
      state: 'released',
      releaseReason: 'declined',
      releaseNote: reason,
      releasedAt: clock.now().toISOString(),
    });
    expect(body).not.toHaveProperty('number');
    await people.book(await people.buyer(), productId, clock.now());
  });

  it('a seller can decline a booking once, with a reason, and not when it is over or paid', async () => {
    const { seller, id } = await held();
    expect(await decline(seller, id, { reason: ' ' })).toMatchObject({
      status: 400,
      body: { modifiedCount: 0, errors: [{ field: 'reason' }] },
    });
    await decline(seller, id);
    expect((await decline(seller, id)).status).toBe(404);
    const paid = await held();
    await people.pay(paid.id, clock.now());
    expect(await decline(paid.seller, paid.id)).toMatchObject({
      status: 409,
      body: { modifiedCount: 0 },
    });
    const over = await held();
    clock.forward(48 * 60);
    expect((await decline(over.seller, over.id)).status).toBe(404);
  });

  it('neither the buyer nor another seller can decline a booking; an admin’s decline is audited', async () => {
    const { buyer, id } = await held();
    expect((await decline(buyer, id)).status).toBe(404);
    expect((await decline(await people.seller(), id)).status).toBe(404);
    const admin = await people.admin();
    expect((await decline(admin, id)).status).toBe(200);
    const audited = await shop.database.sql`
      select action, actor_id from audit_entries where subject_id = ${buyer.id}`;
    expect([...audited]).toEqual([{ action: 'booking-deleted', actor_id: admin.id }]);
  });

  it('a declined booking makes the refund of a charge on its way due', async () => {
    const { seller, id } = await held();
    await decline(seller, id);
    await people.pay(id, clock.now());
    const [payment] = await shop.database.sql`select state from payments where booking_id = ${id}`;
    expect(payment).toEqual({ state: 'refund-due' });
  });
});

describe('bookings that have ended', () => {
  const list = (buyer: KnownUser, query = '&ended=true') =>
    call<Booking[]>(buyer, `/bookings?email=${buyer.email}${query}`);

  it('ended bookings stay in the buyer’s list for 30 days on request, unless the buyer deleted them', async () => {
    const buyer = await people.buyer();
    const booked = async () => {
      const seller = await people.seller();
      const productId = await people.make.product(seller.id);
      clock.forward(1);
      return { seller, productId, id: await people.book(buyer, productId, clock.now()) };
    };
    const [declined, withdrawn] = [await booked(), await booked()];
    const [deleted, cancelled, expired] = [await booked(), await booked(), await booked()];
    await decline(declined.seller, declined.id);
    await call(withdrawn.seller, `/products/${withdrawn.productId}`, { method: 'DELETE' });
    await call(await people.admin(), `/bookings/${deleted.id}`, { method: 'DELETE' });
    await call(buyer, `/bookings/${cancelled.id}`, { method: 'DELETE' });
    clock.forward(48 * 60);
    const ended = async () =>
      (await list(buyer)).body.map(({ _id, releaseReason }) => [_id, releaseReason]);
    expect(await ended()).toEqual([
      [expired.id, 'expired'],
      [deleted.id, 'deleted'],
      [withdrawn.id, 'withdrawn'],
      [declined.id, 'declined'],
    ]);
    expect((await list(buyer, '')).body).toEqual([]);
    clock.forward(28 * 24 * 60);
    expect(await ended()).toEqual([[expired.id, 'expired']]);
    clock.forward(2 * 24 * 60);
    expect(await ended()).toEqual([]);
  });

  it('ended bookings stay in the seller’s list for 30 days, unless the seller declined them', async () => {
    const seller = await people.seller();
    const booked = async () => {
      const buyer = await people.buyer();
      const productId = await people.make.product(seller.id);
      clock.forward(1);
      return { buyer, id: await people.book(buyer, productId, clock.now()) };
    };
    const [declined, cancelled, expired] = [await booked(), await booked(), await booked()];
    await decline(seller, declined.id);
    await call(cancelled.buyer, `/bookings/${cancelled.id}`, { method: 'DELETE' });
    clock.forward(48 * 60);
    const ended = async () =>
      (await list(seller, '&as=seller&ended=true')).body.map(({ _id, state, releaseReason }) => [
        _id,
        state,
        releaseReason,
      ]);
    expect(await ended()).toEqual([
      [expired.id, 'released', 'expired'],
      [cancelled.id, 'released', 'cancelled'],
    ]);
    expect((await list(seller, '&as=seller')).body).toEqual([]);
    clock.forward(30 * 24 * 60);
    expect(await ended()).toEqual([]);
  });
});

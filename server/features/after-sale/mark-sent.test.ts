import { afterAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { apiClient } from '../../testing/api-client.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

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
const seller = await who.seller();

const send = (id: string, payload: object) =>
  ask<Reply>(seller, `/bookings/${id}/sent`, { method: 'POST', payload });

describe('sending an instrument', () => {
  it('a sent instrument is shown to the buyer with its date of assumed receipt, and mailed once', async () => {
    const { buyer, bookingId: id } = await who.sell(seller, clock.now());
    const parcel = { carrier: ' Royal Mail ', tracking: 'QX 123 456 GB' };
    expect(await send(id, parcel)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    const sentAt = clock.now();
    clock.forward(5);
    expect(await send(id, parcel)).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(body.fulfilment).toEqual({
      state: 'sent',
      method: 'shipping',
      carrier: 'Royal Mail',
      tracking: 'QX 123 456 GB',
      sentAt: sentAt.toISOString(),
      autoReceivedAt: new Date(sentAt.getTime() + 14 * 86_400_000).toISOString(),
    });
    const mails = await shop.database.sql`
      select reader from queued_mails where subject_id = ${id} and kind = 'sent'`;
    expect(mails).toEqual([{ reader: 'buyer' }]);
  });

  it('the tracking can be corrected while the instrument is on its way, and the time of sending stays', async () => {
    const { buyer, bookingId: id } = await who.sell(seller, clock.now());
    await send(id, { carrier: 'DHL', tracking: '1' });
    const sentAt = clock.now().toISOString();
    clock.forward(60);
    const link = 'https://dhl.example/track?id=2';
    expect((await send(id, { carrier: 'DHL', tracking: link })).body.modifiedCount).toBe(1);
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(body.fulfilment).toMatchObject({ tracking: link, sentAt });
    await ask(buyer, `/bookings/${id}/received`, { method: 'POST', payload: {} });
    expect((await send(id, { carrier: 'DHL', tracking: '3' })).status).toBe(409);
    expect(await send(id, { carrier: 'DHL', tracking: link })).toMatchObject({
      status: 200,
      body: { modifiedCount: 0 },
    });
  });

  it.each([
    { field: 'carrier', payload: {} },
    { field: 'carrier', payload: { carrier: '   ' } },
    { field: 'carrier', payload: { carrier: 'Royal\nMail' } },
    { field: 'carrier', payload: { carrier: 'x'.repeat(61) } },
    { field: 'tracking', payload: { carrier: 'DHL', tracking: 'http://dhl.example/1' } },
    { field: 'tracking', payload: { carrier: 'DHL', tracking: 'javascript:alert(1)' } },
    { field: 'tracking', payload: { carrier: 'DHL', tracking: 'https://a@b.example/' } },
    { field: 'tracking', payload: { carrier: 'DHL', tracking: 'https://' } },
  ])('sending is refused for $payload, with the field $field', async ({ field, payload }) => {
    const { bookingId: id } = await who.sell(seller, clock.now());
    expect(await send(id, payload)).toMatchObject({
      status: 400,
      body: { modifiedCount: 0, errors: [{ field }] },
    });
  });

  it('an instrument cannot be marked as sent before the payment', async () => {
    const held = await who.book(await who.buyer(), await shop.make.product(seller.id));
    expect(await send(held, { carrier: 'DHL' })).toMatchObject({
      status: 409,
      body: { modifiedCount: 0, detail: 'This booking is not paid' },
    });
  });
});

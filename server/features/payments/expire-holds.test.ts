import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../database/transaction.ts';
import { addPaymentIntent } from '../../testing/builders.ts';
import { faultyCards, openTestSandbox } from '../../testing/faulty-cards.ts';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { warnOfEndingHolds } from '../bookings/warn-of-ending-holds.ts';
import { expireHolds } from './expire-holds.ts';

const database = await createTestDatabase();
const { sql } = database;
const shop = createPeople(database);
const seller = await shop.seller();
const sandbox = openTestSandbox(database);
const cards = faultyCards(() => sandbox);
beforeEach(() => cards.recover());
afterAll(async () => {
  await sandbox.cards.close();
  await database.close();
});

const hourMs = 3_600_000;
const start = new Date('2026-05-01T10:00:00Z');
const hour = (hours: number) => new Date(start.getTime() + hours * hourMs);

async function addHold() {
  const buyer = await shop.buyer();
  const productId = await shop.make.product(seller.id);
  return { buyer, productId, bookingId: await shop.book(buyer, productId, start) };
}

const expire = (at: Date) => expireHolds({ database, cards, clock: { now: () => at } });

const booking = async (id: string) => {
  const [row] = await sql`select state, release_reason as reason from bookings where id = ${id}`;
  return row;
};

const mailsOf = async (id: string, kind: string) => {
  const rows = await sql<{ reader: string }[]>`
    select reader from queued_mails where subject_id = ${id} and kind = ${kind}`;
  return rows.map(({ reader }) => reader);
};

/** A hold whose buyer has opened the payment page. */
async function addHoldWithIntent() {
  const sale = await addHold();
  const intent = await cards.createIntent({
    bookingId: sale.bookingId,
    amountCents: 12_050,
    idempotencyKey: sale.bookingId,
    description: 'Student trumpet',
    buyerEmail: sale.buyer.email,
  });
  await addPaymentIntent(database, {
    bookingId: sale.bookingId,
    provider: cards.name,
    providerIntentId: intent.id,
    amountCents: 12_050,
  });
  return { ...sale, intentId: intent.id };
}

const intentState = async (intentId: string) => {
  const [row] = await sql`select state from payment_intents where provider_intent_id = ${intentId}`;
  return row?.state;
};

describe('a hold', () => {
  it('a hold is released when it expires and not before, with a mail to its buyer', async () => {
    const { bookingId } = await addHold();
    expect(await expire(new Date(hour(48).getTime() - 1))).toBe(0);
    expect(await booking(bookingId)).toEqual({ state: 'held', reason: null });
    expect(await expire(hour(48))).toBe(1);
    expect(await booking(bookingId)).toEqual({ state: 'released', reason: 'expired' });
    expect(await mailsOf(bookingId, 'hold-expired')).toEqual(['buyer']);
    expect(await expire(hour(48))).toBe(0);
  });

  it('hundreds of expired holds are released in one run', async () => {
    const buyer = await shop.buyer();
    const { bookingId } = await addHold();
    await sql`
      with more as (
        insert into products (id, seller_id, name, price_cents, condition, phone, location, description,
          purchase_year, image_id, status, created_at)
        select gen_random_uuid(), seller_id, name, price_cents, condition, phone, location, description,
          purchase_year, image_id, status, created_at
        from products, generate_series(1, 250)
        where id = (select product_id from bookings where id = ${bookingId}) returning *)
      insert into bookings (id, product_id, buyer_id, seller_id, buyer_name, buyer_email, product_name,
        price_cents, image_id, phone, location, state, hold_expires_at, created_at)
      select gen_random_uuid(), id, ${buyer.id}, seller_id, 'B', 'b@x', name, price_cents, image_id, '1', 'L',
        'held', ${hour(48)}, ${start} from more`;
    expect(await expire(hour(48))).toBe(251);
  });

  it('a hold stays while its product is locked, and others are released', async () => {
    const [busy, free] = [await addHold(), await addHold()];
    await transaction(database, async (tx) => {
      await tx.sql`select from products where id = ${busy.productId} for update`;
      expect(await expire(hour(48))).toBe(1);
    });
    expect(await booking(busy.bookingId)).toEqual({ state: 'held', reason: null });
    expect(await booking(free.bookingId)).toEqual({ state: 'released', reason: 'expired' });
    expect(await expire(hour(48))).toBe(1);
  });
});

describe('a hold with an open intent', () => {
  it('a hold with an open intent is released after the intent was cancelled at the provider', async () => {
    const { bookingId, intentId } = await addHoldWithIntent();
    expect(await expire(hour(47))).toBe(0);
    expect(cards.calls('cancelIntent')).toBe(0);
    expect(await expire(hour(48))).toBe(1);
    expect(await intentState(intentId)).toBe('cancelled');
    expect(await cards.charge(intentId)).toBe(false);
    expect(await booking(bookingId)).toEqual({ state: 'released', reason: 'expired' });
  });

  it('a hold becomes paid when its intent was charged in the meantime', async () => {
    const { bookingId, intentId } = await addHoldWithIntent();
    await cards.charge(intentId);
    expect(await expire(hour(48))).toBe(0);
    expect(await booking(bookingId)).toEqual({ state: 'paid', reason: null });
    expect(await intentState(intentId)).toBe('succeeded');
    expect(await mailsOf(bookingId, 'hold-expired')).toEqual([]);
  });

  it('a hold stays while the provider is processing the card', async () => {
    const { bookingId, intentId } = await addHoldWithIntent();
    cards.override(intentId, { state: 'processing' });
    expect(await expire(hour(48))).toBe(0);
    expect(await booking(bookingId)).toEqual({ state: 'held', reason: null });
    cards.recover();
    expect(await expire(hour(48))).toBe(1);
  });

  it('a hold stays while the provider does not answer, and others are released', async () => {
    const [{ bookingId }, other] = [await addHoldWithIntent(), await addHold()];
    cards.failNext('cancelIntent', 'before', 'after');
    await expect(expire(hour(48))).rejects.toThrow(
      'Some expired holds have an intent that is not cancelled',
    );
    expect(await booking(bookingId)).toEqual({ state: 'held', reason: null });
    expect(await booking(other.bookingId)).toEqual({ state: 'released', reason: 'expired' });
    await expect(expire(hour(48))).rejects.toThrow(AggregateError);
    expect(await expire(hour(48))).toBe(1);
  });

  it('an instrument can be booked by another buyer once its hold has expired, and the late charge is refunded', async () => {
    const { productId, bookingId, intentId } = await addHoldWithIntent();
    const other = await shop.buyer();
    const otherBookingId = await shop.book(other, productId, hour(48));
    await cards.charge(intentId);
    await shop.pay(bookingId, hour(48));
    expect(await booking(bookingId)).toEqual({ state: 'released', reason: 'expired' });
    expect(await booking(otherBookingId)).toEqual({ state: 'held', reason: null });
    const [payment] = await sql`select state from payments where booking_id = ${bookingId}`;
    expect(payment).toEqual({ state: 'refund-due' });
  });
});

describe('a buyer whose hold has expired', () => {
  it('a buyer whose hold has expired can book again a day later, before and after the release', async () => {
    const [early, late] = [await addHold(), await addHold()];
    const again = ({ buyer, productId }: typeof early, at: number) =>
      outcome(shop.book(buyer, productId, hour(at)));
    expect(await again(early, 48)).toBe('conflict');
    expect(await again(early, 71.99)).toBe('conflict');
    expect(await again(early, 72)).toBe('done');
    await expire(hour(60));
    expect(await again(late, 71.99)).toBe('conflict');
    expect(await again(late, 72)).toBe('done');
  });
});

describe('the warning before a hold expires', () => {
  const warn = (hours: number) => warnOfEndingHolds(database, hour(hours));

  it('a buyer is warned once when four hours of a long hold are left', async () => {
    const { bookingId } = await addHold();
    await warn(43.9);
    expect(await mailsOf(bookingId, 'hold-expiring')).toEqual([]);
    await warn(44);
    await warn(45);
    expect(await mailsOf(bookingId, 'hold-expiring')).toEqual(['buyer']);
  });

  it('a buyer is warned when a tenth of a short hold is left', async () => {
    const { bookingId } = await addHold();
    await sql`update bookings set hold_expires_at = ${hour(10)} where id = ${bookingId}`;
    await warn(8.9);
    expect(await mailsOf(bookingId, 'hold-expiring')).toEqual([]);
    await warn(9);
    expect(await mailsOf(bookingId, 'hold-expiring')).toEqual(['buyer']);
  });

  it('a paid or expired hold gets no warning', async () => {
    const [paid, expired] = [await addHold(), await addHold()];
    await shop.pay(paid.bookingId, start);
    await warn(48);
    expect(await mailsOf(paid.bookingId, 'hold-expiring')).toEqual([]);
    expect(await mailsOf(expired.bookingId, 'hold-expiring')).toEqual([]);
  });
});

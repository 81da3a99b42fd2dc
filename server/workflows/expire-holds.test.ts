import { afterAll, describe, expect, it } from 'vitest';
import { transaction } from '../database/transaction.ts';
import { warnOfEndingHolds } from '../features/bookings/warn-of-ending-holds.ts';
import { addPaymentIntent } from '../testing/builders.ts';
import { type FakeCards, fakeCards } from '../testing/fake-cards.ts';
import { outcome, people } from '../testing/people.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { expireHolds } from './expire-holds.ts';

const database = await createTestDatabase();
const { sql } = database;
const shop = people(database);
const seller = await shop.seller();
afterAll(() => database.close());

const hourMs = 3_600_000;
const start = new Date('2026-05-01T10:00:00Z');
const hour = (hours: number) => new Date(start.getTime() + hours * hourMs);

async function held() {
  const buyer = await shop.buyer();
  const productId = await shop.make.product(seller.id);
  return { buyer, productId, bookingId: await shop.book(buyer, productId, start) };
}

const expire = (at: Date, cards: FakeCards = fakeCards()) =>
  expireHolds({ database, cards, clock: { now: () => at } });

const booking = async (id: string) => {
  const [row] = await sql`select state, release_reason as reason from bookings where id = ${id}`;
  return row;
};

const told = async (id: string, kind: string) => {
  const rows = await sql<{ reader: string }[]>`
    select reader from mails where booking_id = ${id} and kind = ${kind}`;
  return rows.map(({ reader }) => reader);
};

/** The buyer has opened the payment page. */
async function paying(cards: FakeCards) {
  const sale = await held();
  const intent = await cards.createIntent({
    ...{ bookingId: sale.bookingId, amountCents: 12_050, idempotencyKey: sale.bookingId },
    ...{ description: 'Student trumpet', buyerEmail: sale.buyer.email },
  });
  await addPaymentIntent(database, {
    ...{ bookingId: sale.bookingId, provider: cards.name, providerIntentId: intent.id },
    amountCents: 12_050,
  });
  return { ...sale, intentId: intent.id };
}

const intentState = async (intentId: string) => {
  const [row] = await sql`select state from payment_intents where provider_intent_id = ${intentId}`;
  return row?.state;
};

describe('a hold', () => {
  it('ends at its time and not before, and its buyer alone is told', async () => {
    const { bookingId } = await held();
    expect(await expire(new Date(hour(48).getTime() - 1))).toBe(0);
    expect(await booking(bookingId)).toEqual({ state: 'held', reason: null });
    expect(await expire(hour(48))).toBe(1);
    expect(await booking(bookingId)).toEqual({ state: 'released', reason: 'expired' });
    expect(await told(bookingId, 'hold-expired')).toEqual(['buyer']);
    expect(await expire(hour(48))).toBe(0);
  });

  it('ends though hundreds end with it', async () => {
    const buyer = await shop.buyer();
    const { bookingId } = await held();
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

  it('stays while somebody is busy with its product, and others end', async () => {
    const [busy, free] = [await held(), await held()];
    await transaction(database, async (tx) => {
      await tx.execute(`select from products where id = '${busy.productId}' for update`);
      expect(await expire(hour(48))).toBe(1);
    });
    expect(await booking(busy.bookingId)).toEqual({ state: 'held', reason: null });
    expect(await booking(free.bookingId)).toEqual({ state: 'released', reason: 'expired' });
    expect(await expire(hour(48))).toBe(1);
  });
});

describe('a hold whose payment page is open', () => {
  it('ends when the provider says that nothing can be charged any more', async () => {
    const cards = fakeCards();
    const { bookingId, intentId } = await paying(cards);
    expect(await expire(hour(47), cards)).toBe(0);
    expect(cards.calls('cancelIntent')).toBe(0);
    expect(await expire(hour(48), cards)).toBe(1);
    expect(await intentState(intentId)).toBe('cancelled');
    expect(cards.charge(intentId)).toBe(false);
    expect(await booking(bookingId)).toEqual({ state: 'released', reason: 'expired' });
  });

  it('becomes paid when it was charged meanwhile', async () => {
    const cards = fakeCards();
    const { bookingId, intentId } = await paying(cards);
    cards.charge(intentId);
    expect(await expire(hour(48), cards)).toBe(0);
    expect(await booking(bookingId)).toEqual({ state: 'paid', reason: null });
    expect(await intentState(intentId)).toBe('succeeded');
    expect(await told(bookingId, 'hold-expired')).toEqual([]);
  });

  it('stays while the card is being asked', async () => {
    const cards = fakeCards();
    const { bookingId, intentId } = await paying(cards);
    cards.change(intentId, { state: 'processing' });
    expect(await expire(hour(48), cards)).toBe(0);
    expect(await booking(bookingId)).toEqual({ state: 'held', reason: null });
    cards.change(intentId, { state: 'open' });
    expect(await expire(hour(48), cards)).toBe(1);
  });

  it('stays while the provider is away, and keeps no other hold', async () => {
    const cards = fakeCards();
    const [{ bookingId }, other] = [await paying(cards), await held()];
    cards.lose('cancelIntent', 'before', 'after');
    await expect(expire(hour(48), cards)).rejects.toThrow(
      'Some expired holds have an intent that is not cancelled',
    );
    expect(await booking(bookingId)).toEqual({ state: 'held', reason: null });
    expect(await booking(other.bookingId)).toEqual({ state: 'released', reason: 'expired' });
    await expect(expire(hour(48), cards)).rejects.toThrow(AggregateError);
    expect(await expire(hour(48), cards)).toBe(1);
  });

  it('keeps nobody else away once it has run out, and a late charge for it goes back', async () => {
    const cards = fakeCards();
    const { productId, bookingId, intentId } = await paying(cards);
    const rival = await shop.buyer();
    const taken = await shop.book(rival, productId, hour(48));
    cards.charge(intentId);
    await shop.pay(bookingId, hour(48));
    expect(await booking(bookingId)).toEqual({ state: 'released', reason: 'expired' });
    expect(await booking(taken)).toEqual({ state: 'held', reason: null });
    const [payment] = await sql`select state from payments where booking_id = ${bookingId}`;
    expect(payment).toEqual({ state: 'refund-due' });
  });
});

describe('a buyer whose hold ran out', () => {
  it('may book again, before and after the clean-up', async () => {
    const [early, late] = [await held(), await held()];
    expect(await outcome(shop.book(early.buyer, early.productId, hour(48)))).toBe('done');
    await expire(hour(48));
    expect(await outcome(shop.book(late.buyer, late.productId, hour(48)))).toBe('done');
  });
});

describe('a buyer is told that a hold ends soon', () => {
  const warn = (hours: number) => warnOfEndingHolds(database, hour(hours));

  it('once, when four hours are left of a long one', async () => {
    const { bookingId } = await held();
    await warn(43.9);
    expect(await told(bookingId, 'hold-expiring')).toEqual([]);
    await warn(44);
    await warn(45);
    expect(await told(bookingId, 'hold-expiring')).toEqual(['buyer']);
  });

  it('when a tenth is left of a short one', async () => {
    const { bookingId } = await held();
    await sql`update bookings set hold_expires_at = ${hour(10)} where id = ${bookingId}`;
    await warn(8.9);
    expect(await told(bookingId, 'hold-expiring')).toEqual([]);
    await warn(9);
    expect(await told(bookingId, 'hold-expiring')).toEqual(['buyer']);
  });

  it('not when it is paid, deleted or over', async () => {
    const [paid, over] = [await held(), await held()];
    await shop.pay(paid.bookingId, start);
    await warn(48);
    expect(await told(paid.bookingId, 'hold-expiring')).toEqual([]);
    expect(await told(over.bookingId, 'hold-expiring')).toEqual([]);
  });
});

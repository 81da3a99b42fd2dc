import { afterAll, describe, expect, it } from 'vitest';
import { transaction } from '../../database/transaction.ts';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { withdrawProduct } from '../../workflows/withdraw-product.ts';
import { changeProduct } from '../products/change-product.ts';
import type { KnownUser } from '../users/find-user.ts';
import { expireOffers } from './expire-offers.ts';

const database = await createTestDatabase();
const { sql } = database;
const people = createPeople(database);
afterAll(() => database.close());

/** Each race runs this often, because the order is random. */
const rounds = Array.from({ length: 12 }, (_, round) => round);

const accept = (who: KnownUser, id: string, amount = 100, at?: Date) =>
  outcome(people.answerOffer(who, id, 'accepted', amount, at));
const counter = (who: KnownUser, id: string, amount: number) =>
  outcome(people.answerOffer(who, id, 'countered', amount));
const reprice = (seller: KnownUser, id: string, price: number) =>
  transaction(database, (tx) =>
    // No picture is changed, so nothing of images is asked.
    changeProduct(tx, seller, { id, price, imageDeps: {} as never }, new Date()),
  );

async function offered() {
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  const productId = await people.make.product(seller.id);
  return { seller, buyer, productId, id: await people.offer(buyer, productId) };
}

interface Standing {
  state: string;
  amounts: number[];
  reason: string | null;
  booking: string | null;
  cents: number | null;
}

const standingOf = async (id: string): Promise<Standing | undefined> => {
  const [row] = await sql<Standing[]>`
    select o.state, o.amounts_cents as amounts, o.void_reason as reason, b.state as booking,
      b.price_cents as cents
    from offers o left join bookings b on b.id = o.booking_id where o.id = ${id}`;
  return row;
};
const liveBookings = (productId: string) => sql`
  select from bookings where product_id = ${productId} and state in ('held', 'paid')`;

it('two hundred simultaneous accepts make one booking', async () => {
  const seller = await people.seller();
  const productId = await people.make.product(seller.id);
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => people.offer(await people.buyer(), productId)),
  );
  const ends = await Promise.all(
    Array.from({ length: 200 }, (_, n) => accept(seller, ids[n % ids.length] ?? '')),
  );
  // A repeated accept that succeeded gets the same booking.
  expect(ends.filter((end) => end === 'done')).toHaveLength(10);
  expect(ends.filter((end) => end === 'conflict')).toHaveLength(190);
  expect(await liveBookings(productId)).toHaveLength(1);
  const states = await sql<{ state: string; count: number }[]>`
    select state, count(*)::int as count from offers where product_id = ${productId}
    group by state order by state`;
  expect(states).toEqual([
    { state: 'accepted', count: 1 },
    { state: 'open', count: 19 },
  ]);
});

describe.each(rounds)('concurrent actions on an offer (round %i)', () => {
  it('two offers for one instrument are accepted: one of them is', async () => {
    const { seller, productId, id } = await offered();
    const other = await people.offer(await people.buyer(), productId, 101);
    const ends = await Promise.all([accept(seller, id), accept(seller, other, 101)]);
    expect(ends.sort()).toEqual(['conflict', 'done']);
    expect(await liveBookings(productId)).toHaveLength(1);
  });

  it('an offer is accepted and another user books at the price: one of them holds it', async () => {
    const { seller, productId, id } = await offered();
    const rival = await people.buyer();
    const [accepted, booked] = await Promise.all([
      accept(seller, id),
      outcome(people.book(rival, productId)),
    ]);
    expect([accepted, booked].sort()).toEqual(['conflict', 'done']);
    expect(await liveBookings(productId)).toHaveLength(1);
    expect((await standingOf(id))?.state).toBe(accepted === 'done' ? 'accepted' : 'open');
  });

  it('an offer is accepted and its buyer books at the price: one booking of one amount', async () => {
    const { seller, buyer, productId, id } = await offered();
    const ends = await Promise.all([accept(seller, id), outcome(people.book(buyer, productId))]);
    expect(ends.sort()).toEqual(['conflict', 'done']);
    expect(await liveBookings(productId)).toHaveLength(1);
  });

  it('an offer is accepted and the instrument is withdrawn: nothing is held', async () => {
    const { seller, productId, id } = await offered();
    const [accepted, withdrawn] = await Promise.all([
      accept(seller, id),
      outcome(transaction(database, (tx) => withdrawProduct(tx, seller, productId, new Date()))),
    ]);
    expect(withdrawn).toBe('done');
    expect(await liveBookings(productId)).toHaveLength(0);
    const standing = await standingOf(id);
    expect(standing).toMatchObject(
      accepted === 'done'
        ? { state: 'accepted', booking: 'released' }
        : { state: 'void', reason: 'withdrawn' },
    );
  });

  it('an offer is accepted and withdrawn by its buyer: one of the two', async () => {
    const { seller, buyer, productId, id } = await offered();
    const [accepted, withdrawn] = await Promise.all([
      accept(seller, id),
      outcome(people.answerOffer(buyer, id, 'withdrawn')),
    ]);
    expect([accepted, withdrawn].sort()).toEqual(['conflict', 'done']);
    expect((await standingOf(id))?.state).toBe(accepted === 'done' ? 'accepted' : 'withdrawn');
    expect(await liveBookings(productId)).toHaveLength(accepted === 'done' ? 1 : 0);
  });

  it('an offer is accepted at its last moment and expires: one of the two', async () => {
    const { seller, productId, id } = await offered();
    const end = new Date(Date.now() + 48 * 3_600_000 + 1_000);
    const [accepted] = await Promise.all([
      accept(seller, id, 100, new Date(Date.now() + 48 * 3_600_000 - 60_000)),
      expireOffers(database, end),
    ]);
    // The job passes over products that are locked.
    await expireOffers(database, end);
    const state = accepted === 'done' ? 'accepted' : 'expired';
    expect((await standingOf(id))?.state).toBe(state);
    expect(await liveBookings(productId)).toHaveLength(accepted === 'done' ? 1 : 0);
  });

  it('an offer is accepted while the price falls to it: it is booked below the price, or void', async () => {
    const { seller, productId, id } = await offered();
    const [accepted] = await Promise.all([
      accept(seller, id),
      outcome(reprice(seller, productId, 100)),
    ]);
    expect(await standingOf(id)).toMatchObject(
      accepted === 'done'
        ? { state: 'accepted', booking: 'held', cents: 10_000 }
        : { state: 'void', reason: 'price' },
    );
  });

  it('an offer is made while the price falls to it: it is refused or void', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    const productId = await people.make.product(seller.id);
    const [made] = await Promise.all([
      outcome(people.offer(buyer, productId)),
      reprice(seller, productId, 100),
    ]);
    expect(['done', 'bad-input']).toContain(made);
    const rows = await sql`select state from offers where product_id = ${productId}`;
    expect(rows).toEqual(made === 'done' ? [{ state: 'void' }] : []);
  });

  it('an offer is accepted and its buyer is removed: nothing is held', async () => {
    const { seller, buyer, productId, id } = await offered();
    const admin = await people.admin();
    const [accepted, removed] = await Promise.all([
      accept(seller, id),
      outcome(people.remove(admin, buyer)),
    ]);
    expect(removed).toBe('done');
    expect(['done', 'conflict']).toContain(accepted);
    expect(await liveBookings(productId)).toHaveLength(0);
    expect((await standingOf(id))?.state).toBe(accepted === 'done' ? 'accepted' : 'void');
  });

  it('an offer is accepted and its seller is removed: nothing is held', async () => {
    const { seller, productId, id } = await offered();
    const admin = await people.admin();
    const [accepted, removed] = await Promise.all([
      accept(seller, id),
      outcome(people.remove(admin, seller)),
    ]);
    expect(removed).toBe('done');
    expect(['done', 'conflict', 'not-signed-in']).toContain(accepted);
    expect(await liveBookings(productId)).toHaveLength(0);
  });

  it('an offer is accepted while one side blocks the other: it is booked before, or void', async () => {
    const { seller, buyer, productId, id } = await offered();
    const [accepted, blocked] = await Promise.all([
      accept(seller, id),
      outcome(people.block(buyer, seller)),
    ]);
    expect(blocked).toBe('done');
    expect(await standingOf(id)).toMatchObject(
      accepted === 'done'
        ? { state: 'accepted', booking: 'held' }
        : { state: 'void', reason: 'blocked' },
    );
    expect(await liveBookings(productId)).toHaveLength(accepted === 'done' ? 1 : 0);
  });

  it('an offer is made while its seller blocks the buyer: the seller has none to answer', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    const productId = await people.make.product(seller.id);
    const ends = await Promise.all([
      outcome(people.offer(buyer, productId)),
      outcome(people.block(seller, buyer)),
    ]);
    expect(ends).toEqual(['done', 'done']);
    const live = await sql`
      select from offers
      where product_id = ${productId} and state in ('open', 'countered') and not is_unseen`;
    expect(live).toHaveLength(0);
  });

  it('an offer is made and its buyer is removed: no live one is left', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    const productId = await people.make.product(seller.id);
    const [made, removed] = await Promise.all([
      outcome(people.offer(buyer, productId)),
      outcome(people.remove(await people.admin(), buyer)),
    ]);
    expect(removed).toBe('done');
    expect(['done', 'not-signed-in']).toContain(made);
    const live = await sql`
      select from offers where product_id = ${productId} and state in ('open', 'countered')`;
    expect(live).toHaveLength(0);
  });

  it('two sellers accept for a buyer who can hold one more: one of them does', async () => {
    const buyer = await people.buyer();
    const seller = await people.seller();
    for (let held = 0; held < 9; held += 1) {
      await people.book(buyer, await people.make.product(seller.id));
    }
    const sellers = [await people.seller(), await people.seller()];
    const offers = await Promise.all(
      sellers.map(async (one) => {
        const id = await people.offer(buyer, await people.make.product(one.id));
        return { one, id };
      }),
    );
    const ends = await Promise.all(offers.map(({ one, id }) => accept(one, id)));
    expect(ends.sort()).toEqual(['conflict', 'done']);
  });

  it('a buyer makes four offers simultaneously: three of them are', async () => {
    const [seller, buyer] = [await people.seller(), await people.buyer()];
    const products = await Promise.all(
      Array.from({ length: 4 }, () => people.make.product(seller.id)),
    );
    const ends = await Promise.all(products.map((id) => outcome(people.offer(buyer, id))));
    expect(ends.sort()).toEqual(['conflict', 'done', 'done', 'done']);
  });

  it('both sides counter, and one side twice: the amounts stay between the last two', async () => {
    const { seller, buyer, id } = await offered();
    const ends = await Promise.all([
      counter(seller, id, 110),
      counter(seller, id, 112),
      counter(buyer, id, 105),
      counter(buyer, id, 106),
    ]);
    const standing = await standingOf(id);
    const amounts = standing?.amounts ?? [];
    expect(amounts).toHaveLength(1 + ends.filter((end) => end === 'done').length);
    for (const [index, cents] of amounts.entries()) {
      const [least, most] = [amounts[index - 2] ?? 12_050, amounts[index - 1] ?? 0].sort(
        (one, other) => one - other,
      );
      expect(cents).toBeGreaterThan(index === 0 ? 0 : (least ?? 0));
      expect(cents).toBeLessThan(index === 0 ? 12_050 : (most ?? 0));
    }
    expect(standing?.state).toBe(amounts.length % 2 === 1 ? 'open' : 'countered');
  });

  it('a counter is accepted while its seller takes it back: one of the two', async () => {
    const { seller, buyer, productId, id } = await offered();
    await people.answerOffer(seller, id, 'countered', 110);
    const [accepted, withdrawn] = await Promise.all([
      accept(buyer, id, 110),
      outcome(people.answerOffer(seller, id, 'withdrawn')),
    ]);
    expect([accepted, withdrawn].sort()).toEqual(['conflict', 'done']);
    expect(await liveBookings(productId)).toHaveLength(accepted === 'done' ? 1 : 0);
  });

  it('an offer is accepted while a user whose hold ran out is charged: one of them has it', async () => {
    const { seller, productId, id } = await offered();
    const rival = await people.buyer();
    const long = new Date(Date.now() - 49 * 3_600_000);
    const bookingId = await people.book(rival, productId, long);
    const [accepted, paid] = await Promise.all([
      accept(seller, id),
      outcome(people.pay(bookingId)),
    ]);
    expect(paid).toBe('done');
    const [payment] = await sql`select state from payments where booking_id = ${bookingId}`;
    expect(payment).toEqual({ state: accepted === 'done' ? 'refund-due' : 'recorded' });
    expect(await liveBookings(productId)).toHaveLength(1);
    expect((await standingOf(id))?.state).toBe(accepted === 'done' ? 'accepted' : 'void');
  });
});

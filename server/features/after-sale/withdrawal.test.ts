import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../database/transaction.ts';
import { receiveSale } from '../../testing/builders.ts';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { listAudit } from '../users/list-audit.ts';
import { requireTraderAnswer } from '../users/state-trader.ts';
import { completeSale } from './complete-sales.ts';
import { markSent } from './mark-sent.ts';
import { handOver } from './receive.ts';

let shop: TestShop;
let who: ReturnType<typeof createPeople>;
beforeAll(async () => {
  shop = await createTestShop();
  who = createPeople(shop.database);
});
afterAll(() => shop.close());

const newest = { count: 50, before: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const day = 86_400_000;
const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * day);

const stateOf = async (bookingId: string) => {
  const [row] = await shop.database.sql<
    { delivery: string; returned: string | null; until: Date | null; withdrawnAt: Date | null }[]
  >`
    select f.state as delivery, r.state as returned, f.return_until as until,
      b.withdrawn_at as "withdrawnAt"
    from bookings b join fulfilments f on f.booking_id = b.id
    left join returns r on r.booking_id = b.id where b.id = ${bookingId}`;
  return row;
};

async function receivedSale(kind: 'trader' | 'private', at: Date) {
  const seller = kind === 'trader' ? await who.trader() : await who.seller();
  const sale = await who.sell(seller, at);
  await transaction(shop.database, (tx) =>
    handOver(tx, seller, { bookingId: sale.bookingId, isRightCode: true }, at),
  );
  return { ...sale, seller };
}

const complete = (bookingId: string, at: Date) =>
  transaction(shop.database, (tx) => completeSale(tx, bookingId, at));

describe('the clock of a sale', () => {
  const received = new Date('2026-11-02T15:30:00Z');

  test('a private sale is complete 72 hours after the receipt', async () => {
    const { bookingId } = await receivedSale('private', received);
    expect(await complete(bookingId, daysAfter(received, 3))).toBe(true);
  });

  test('a sale of a trader is not complete before the fourteenth day has ended', async () => {
    const { bookingId } = await receivedSale('trader', received);
    expect((await stateOf(bookingId))?.until).toEqual(new Date('2026-11-17T00:00:00Z'));
    expect(await complete(bookingId, daysAfter(received, 3))).toBe(false);
    expect(await complete(bookingId, new Date('2026-11-16T23:59:59Z'))).toBe(false);
    expect(await complete(bookingId, new Date('2026-11-17T00:00:00Z'))).toBe(true);
  });

  test('the money of a sale is not available to the trader before its time', async () => {
    const { bookingId, seller } = await receivedSale('trader', received);
    const released = () => shop.database.sql`
      select from ledger_entries where credit = ${`available:${seller.id}`}`;
    await complete(bookingId, daysAfter(received, 13));
    expect(await released()).toHaveLength(0);
    await complete(bookingId, daysAfter(received, 15));
    expect(await released()).toHaveLength(1);
  });

  test('a purchase from a seller who said that they are private cannot be withdrawn from', async () => {
    const seller = await who.seller();
    await who.stateTrader(seller, { status: 'private' });
    const { bookingId, buyer } = await who.sell(seller, received);
    expect(await outcome(who.withdraw(buyer, bookingId, received))).toBe('conflict');
    await transaction(shop.database, (tx) =>
      handOver(tx, seller, { bookingId, isRightCode: true }, received),
    );
    expect(await complete(bookingId, daysAfter(received, 3))).toBe(true);
  });

  test('a booking keeps what its seller had said when it was made', async () => {
    const seller = await who.seller();
    const { bookingId, buyer } = await who.sell(seller);
    await who.stateTrader(seller);
    expect(await outcome(who.withdraw(buyer, bookingId))).toBe('conflict');
  });
});

describe('a withdrawal', () => {
  test('a withdrawal before the handover cancels the sale and makes the whole price due', async () => {
    const { bookingId, buyer } = await who.sell(await who.trader());
    await who.withdraw(buyer, bookingId);
    expect(await stateOf(bookingId)).toMatchObject({ delivery: 'cancelled', returned: null });
    const [payment] = await shop.database.sql`
      select state, refund_cents as "refundCents" from payments where booking_id = ${bookingId}`;
    expect(payment).toMatchObject({ state: 'refund-due' });
  });

  test('a withdrawal of a sent instrument leaves it on its way, and begins its return to the trader’s address', async () => {
    const seller = await who.trader();
    const { bookingId, buyer } = await who.sell(seller);
    await transaction(shop.database, (tx) =>
      markSent(tx, seller, { bookingId, carrier: 'Royal Mail' }, new Date()),
    );
    await who.withdraw(buyer, bookingId);
    expect(await stateOf(bookingId)).toMatchObject({ delivery: 'sent', returned: 'accepted' });
    const [returned] = await shop.database.sql`
      select place, give_back_by as until from returns where booking_id = ${bookingId}`;
    expect(returned).toEqual({ place: '1 Mill Street, Bath', until: null });
  });

  test('a withdrawal begins a return that the seller cannot contest, refunded when it is given back', async () => {
    const { bookingId, buyer, seller } = await receivedSale('trader', new Date());
    await who.withdraw(buyer, bookingId);
    expect(await outcome(who.decideReturn(seller, bookingId, 'contested'))).toBe('conflict');
    await who.decideReturn(seller, bookingId, 'given-back');
    expect(await stateOf(bookingId)).toMatchObject({ returned: 'given-back' });
  });

  test('a withdrawal ends the wait for an answer to a requested return', async () => {
    const { bookingId, buyer } = await who.sell(await who.trader());
    await receiveSale(shop.database, bookingId);
    await who.requestReturn(buyer, bookingId);
    await who.withdraw(buyer, bookingId);
    expect(await stateOf(bookingId)).toMatchObject({ returned: 'accepted' });
  });

  test('a withdrawal is possible through the whole period and not after it', async () => {
    const received = new Date('2026-11-02T15:30:00Z');
    const [early, late] = [
      await receivedSale('trader', received),
      await receivedSale('trader', received),
    ];
    await who.withdraw(early.buyer, early.bookingId, new Date('2026-11-16T23:59:59Z'));
    const tooLate = who.withdraw(late.buyer, late.bookingId, new Date('2026-11-17T00:00:00Z'));
    expect(await outcome(tooLate)).toBe('conflict');
  });

  test('a repeated withdrawal keeps the time of the first one', async () => {
    const { bookingId, buyer } = await receivedSale('trader', new Date());
    const first = await who.withdraw(buyer, bookingId);
    expect(await who.withdraw(buyer, bookingId, daysAfter(first, 1))).toEqual(first);
  });

  test('a withdrawal is in the audit once, with who withdrew and from what', async () => {
    const { bookingId, buyer, productId } = await receivedSale('trader', new Date());
    const time = await who.withdraw(buyer, bookingId);
    await who.withdraw(buyer, bookingId);
    const entries = (await listAudit(shop.database.sql, newest)).filter(
      ({ subject }) => subject._id === buyer.id,
    );
    expect(entries).toMatchObject([
      {
        action: 'sale-withdrawn-from',
        actor: { _id: buyer.id },
        product: { _id: productId },
        time: time.toISOString(),
      },
    ]);
  });

  test('two simultaneous withdrawals make one return and one mail to each side', async () => {
    const { bookingId, buyer } = await receivedSale('trader', new Date());
    const times = await Promise.all([
      who.withdraw(buyer, bookingId),
      who.withdraw(buyer, bookingId),
    ]);
    expect(times[0]).toEqual(times[1]);
    const mails = await shop.database.sql`
      select reader from queued_mails where subject_id = ${bookingId} and kind = 'return-accepted'`;
    expect(mails).toHaveLength(2);
  });
});

test('each answer that differs is in the audit', async () => {
  const seller = await who.seller();
  await who.stateTrader(seller);
  await who.stateTrader(seller);
  await who.stateTrader(seller, { status: 'private' });
  const entries = (await listAudit(shop.database.sql, newest)).filter(
    ({ subject }) => subject._id === seller.id,
  );
  expect(entries).toMatchObject([
    { action: 'stated-private', actor: { _id: seller.id, email: seller.email } },
    { action: 'stated-trader', actor: { _id: seller.id } },
  ]);
});

test('a seller who has not answered can list for thirty days from the first listing on', async () => {
  const seller = await who.seller();
  const start = new Date('2026-01-01T10:00:00Z');
  const list = (at: Date) =>
    outcome(transaction(shop.database, (tx) => requireTraderAnswer(tx, seller.id, at)));
  expect(await list(start)).toBe('done');
  expect(await list(daysAfter(start, 29))).toBe('done');
  expect(await list(daysAfter(start, 30))).toBe('conflict');
  await who.stateTrader(seller, { status: 'private' });
  expect(await list(daysAfter(start, 31))).toBe('done');
});

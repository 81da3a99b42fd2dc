import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { readBalances } from '../features/ledger/list-ledger.ts';
import { createPeople } from '../testing/people.ts';
import { rewriteLedger } from '../testing/rewrite-ledger.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { adoptSales } from './adopt-sales.ts';

let database: TestDatabase;
let people: ReturnType<typeof createPeople>;

beforeAll(async () => {
  database = await createTestDatabase();
  people = createPeople(database);
});
afterAll(() => database.close());

const adopt = () => adoptSales({ database, clock: systemClock });

/** A sale as a server of the version before records it: without handover and ledger. */
async function saleFromBefore() {
  const seller = await people.seller();
  const sale = await people.sell(seller);
  await rewriteLedger(
    database.sql,
    () => database.sql`delete from ledger_entries where booking_id = ${sale.bookingId}`,
  );
  await database.sql`delete from fulfilments where booking_id = ${sale.bookingId}`;
  return { seller, ...sale };
}

async function refundAsBefore({ bookingId, paymentId }: { bookingId: string; paymentId: string }) {
  await database.sql`
    update payments set state = 'refunded', refunded_at = now(), refund_reason = 'The return was accepted'
    where id = ${paymentId}`;
  await database.sql`
    update bookings set state = 'returned', returned_at = now() where id = ${bookingId}`;
}

async function stateOf(bookingId: string) {
  const [fulfilment] = await database.sql<{ state: string }[]>`
    select state from fulfilments where booking_id = ${bookingId}`;
  const entries = await database.sql<{ kind: string; cents: number }[]>`
    select kind, amount_cents as cents from ledger_entries where booking_id = ${bookingId}
    order by id`;
  return { state: fulfilment?.state, entries: entries.map(({ kind, cents }) => [kind, cents]) };
}

const mailsOf = async (bookingId: string, kind: string) =>
  (await database.sql`select from mails where booking_id = ${bookingId} and kind = ${kind}`).length;

describe('a sale that a server of the version before has recorded', () => {
  it('awaits its handover and is in the ledger, once, also with several servers', async () => {
    const { seller, bookingId } = await saleFromBefore();
    await Promise.all([adopt(), adopt()]);
    await adopt();
    expect(await stateOf(bookingId)).toEqual({ state: 'awaiting', entries: [['charge', 12_050]] });
    expect(await readBalances(database.sql)).toContainEqual(
      expect.objectContaining({ account: `pending:${seller.id}`, balance: 120.5 }),
    );
    expect(await adopt()).toBe(0);
  });

  it('and refunded is returned, and its money has gone back', async () => {
    const sale = await saleFromBefore();
    await refundAsBefore(sale);
    await adopt();
    expect(await stateOf(sale.bookingId)).toEqual({
      state: 'returned',
      entries: [
        ['charge', 12_050],
        ['refund', 12_050],
      ],
    });
    expect(await adopt()).toBe(0);
  });

  it('of which only the refund is missing gets that', async () => {
    const sale = await people.sell(await people.seller());
    await refundAsBefore(sale);
    await adopt();
    expect(await stateOf(sale.bookingId)).toMatchObject({
      state: 'returned',
      entries: [
        ['charge', 12_050],
        ['refund', 12_050],
      ],
    });
  });

  it('and which was refunded as a late charge is nobody’s', async () => {
    const { seller, bookingId, paymentId } = await saleFromBefore();
    await database.sql`
      update payments set state = 'refunded', refunded_at = now(),
        refund_reason = 'The booking was no longer live when it was charged' where id = ${paymentId}`;
    await database.sql`
      update products set status = 'available', sold_booking_id = null
      where sold_booking_id = ${bookingId}`;
    await database.sql`
      update bookings set state = 'released', released_at = now(), release_reason = 'expired',
        paid_at = null where id = ${bookingId}`;
    await adopt();
    expect(await stateOf(bookingId)).toMatchObject({
      state: undefined,
      entries: [
        ['charge', 12_050],
        ['refund', 12_050],
      ],
    });
    const accounts = (await readBalances(database.sql)).map(({ account }) => account);
    expect(accounts).not.toContain(`pending:${seller.id}`);
  });

  it('whose return was refused has a dispute that an admin decides, once', async () => {
    const seller = await people.seller();
    const { bookingId } = await people.sell(seller);
    await database.sql`
      insert into returns (id, booking_id, reason, state, requested_at, decided_at, decided_by)
      values (gen_random_uuid(), ${bookingId}, 'It hums', 'refused', now(), now(), ${seller.id})`;
    await Promise.all([adopt(), adopt()]);
    expect(await adopt()).toBe(0);
    expect(await stateOf(bookingId)).toMatchObject({ state: 'received' });
    const reason = 'The seller refused the return.';
    expect(
      await database.sql`
        select r.state, r.contest_reason as contested, d.state as dispute, d.cause, d.reason
        from returns r join disputes d on d.booking_id = r.booking_id
          and d.opened_at = r.decided_at and d.opened_by = r.decided_by
        where r.booking_id = ${bookingId}`,
    ).toEqual([
      {
        state: 'contested',
        contested: reason,
        reason,
        dispute: 'open',
        cause: 'return-contested',
      },
    ]);
    expect(await mailsOf(bookingId, 'return-contested')).toBe(2);
  });

  it('whose refused return the migration has brought in gets the mails about the dispute, once', async () => {
    const seller = await people.seller();
    const { buyer, bookingId } = await people.sell(seller);
    await people.requestReturn(buyer, bookingId);
    await people.decideReturn(seller, bookingId, 'contested');
    await database.sql`delete from mails where booking_id = ${bookingId} and kind = 'return-contested'`;
    expect(await adopt()).toBe(1);
    expect(await mailsOf(bookingId, 'return-contested')).toBe(2);
    expect(await adopt()).toBe(0);
  });

  it('whose refund a server of the version before has made has a refunded return', async () => {
    const sale = await people.sell(await people.seller());
    await database.sql`
      insert into returns (id, booking_id, reason, state, requested_at, decided_at, given_back_at)
      values (gen_random_uuid(), ${sale.bookingId}, 'It hums', 'given-back', now(), now(), now())`;
    await refundAsBefore(sale);
    await adopt();
    expect(
      await database.sql`
        select r.state, r.refunded_at = b.returned_at as "sameTime"
        from returns r join bookings b on b.id = r.booking_id where b.id = ${sale.bookingId}`,
    ).toEqual([{ state: 'refunded', sameTime: true }]);
    expect(await adopt()).toBe(0);
  });

  it('leaves all balances at zero together', async () => {
    const balances = await readBalances(database.sql);
    const cents = balances.map(({ balance }) => Math.round(balance * 100));
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(0);
  });
});

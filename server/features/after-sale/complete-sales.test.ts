import { afterAll, describe, expect, it } from 'vitest';
import { returnStates } from '#contract/bookings/states.ts';
import { transaction } from '../../database/transaction.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { returnUntilOf } from '../bookings/return-terms.ts';
import { autoConfirmReceipts, completeSales } from './complete-sales.ts';
import { markSent } from './mark-sent.ts';
import { confirmReceipt, handOver } from './receive.ts';
import { remindOfSaleTimes } from './remind-of-sale-times.ts';

/* Every test uses the whole database, so it leaves no sale behind that a clock would change later. */

const database = await createTestDatabase();
afterAll(() => database.close());
const clock = manualClock();
const deps = { database, clock };
const who = createPeople(database);
const seller = await who.seller();
const { sql } = database;
const day = 24 * 60;
/** No return of what was sent can be asked for later than this: three days and a working day. */
const sentDays = 6;

const sell = () => who.sell(seller, clock.now());

async function sellAndSend() {
  const sale = await sell();
  const shipment = { bookingId: sale.bookingId, carrier: 'DHL' };
  await transaction(database, (tx) => markSent(tx, seller, shipment, clock.now()));
  return sale;
}

async function sellAndReceive() {
  const sale = await sell();
  const handover = { bookingId: sale.bookingId, isRightCode: true };
  await transaction(database, (tx) => handOver(tx, seller, handover, clock.now()));
  return sale;
}

const fulfilmentOf = async (id: string) => {
  const [row] = await sql<{ state: string; receivedAt: Date; returnUntil: Date }[]>`
    select state, received_at as "receivedAt", return_until as "returnUntil" from fulfilments
    where booking_id = ${id}`;
  return row;
};

const mailsOf = async (id: string, kind: string) => {
  const rows = await sql<{ reader: string }[]>`
    select reader from queued_mails where subject_id = ${id} and kind = ${kind} order by reader`;
  return rows.map(({ reader }) => reader);
};

const balanceOf = async (account: string, id: string) => {
  const [row] = await sql<{ cents: number }[]>`
    select coalesce(sum(case when credit = ${account} then amount_cents else -amount_cents end), 0)::int as cents
    from ledger_entries where booking_id = ${id} and (credit = ${account} or debit = ${account})`;
  return row?.cents;
};

const openDispute = (id: string) => sql`
  insert into disputes (id, booking_id, cause, state, opened_at)
  values (gen_random_uuid(), ${id}, 'not-received', 'open', ${clock.now()})`;
const decideDispute = (id: string) => sql`
  update disputes set state = 'decided', decided_at = ${clock.now()}, refund_cents = 0,
    goes_back = false where booking_id = ${id}`;

const twoServers = async (job: typeof autoConfirmReceipts) =>
  (await Promise.all([job(deps), job(deps)])).reduce((sum, count) => sum + count, 0);

describe('a sent instrument', () => {
  it('a sent instrument counts as received after exactly 14 days, once with two servers, and both sides are told', async () => {
    const sales = [await sellAndSend(), await sellAndSend(), await sellAndSend()];
    clock.forward(14 * day - 1);
    expect(await autoConfirmReceipts(deps)).toBe(0);
    clock.forward(1);
    expect(await twoServers(autoConfirmReceipts)).toBe(3);
    expect(await autoConfirmReceipts(deps)).toBe(0);
    for (const { bookingId } of sales) {
      expect(await fulfilmentOf(bookingId)).toEqual({
        state: 'received',
        receivedAt: clock.now(),
        returnUntil: returnUntilOf({
          receivedAt: clock.now(),
          paidAt: clock.now(),
          returnDays: 3,
          isSent: true,
        }),
      });
      expect(await mailsOf(bookingId, 'received')).toEqual(['buyer', 'seller']);
    }
    clock.forward(sentDays * day);
    await completeSales(deps);
  });

  it('a sent instrument stays sent during a dispute, and for the same time after it', async () => {
    const { bookingId } = await sellAndSend();
    await openDispute(bookingId);
    clock.forward(20 * day);
    expect(await autoConfirmReceipts(deps)).toBe(0);
    await decideDispute(bookingId);
    clock.forward(14 * day - 1);
    expect(await autoConfirmReceipts(deps)).toBe(0);
    clock.forward(1);
    expect(await autoConfirmReceipts(deps)).toBe(1);
    clock.forward(sentDays * day);
    await completeSales(deps);
  });
});

describe('a received sale', () => {
  it('a received sale is completed once after its three days, and its money is released', async () => {
    const { bookingId } = await sellAndReceive();
    clock.forward(3 * day - 1);
    expect(await completeSales(deps)).toBe(0);
    expect(await balanceOf(`pending:${seller.id}`, bookingId)).toBe(12_050);
    clock.forward(1);
    expect(await twoServers(completeSales)).toBe(1);
    expect(await fulfilmentOf(bookingId)).toMatchObject({ state: 'completed' });
    expect(await balanceOf(`pending:${seller.id}`, bookingId)).toBe(0);
    expect(await balanceOf(`available:${seller.id}`, bookingId)).toBe(12_050);
    expect(await mailsOf(bookingId, 'sale-completed')).toEqual(['buyer', 'seller']);
  });

  it('a received sale is not completed during a dispute', async () => {
    const { bookingId } = await sellAndReceive();
    await openDispute(bookingId);
    clock.forward(30 * day);
    expect(await completeSales(deps)).toBe(0);
    expect(await balanceOf(`available:${seller.id}`, bookingId)).toBe(0);
    await decideDispute(bookingId);
    expect(await completeSales(deps)).toBe(1);
  });

  it('a received sale whose booking is returned is not completed', async () => {
    const { bookingId } = await sellAndReceive();
    await sql`update bookings set state = 'returned', returned_at = now() where id = ${bookingId}`;
    clock.forward(3 * day);
    expect(await completeSales(deps)).toBe(0);
    expect(await balanceOf(`available:${seller.id}`, bookingId)).toBe(0);
  });

  const open: readonly string[] = ['requested', 'accepted', 'contested', 'given-back'];
  it.each(returnStates.filter((state) => state !== 'refunded'))(
    'a received sale whose return is %s completes only if that return is closed',
    async (state) => {
      const { bookingId } = await sellAndReceive();
      const decidedAt = state === 'requested' ? null : clock.now();
      await sql`
        insert into returns (id, booking_id, reason, state, requested_at, decided_at)
        values (gen_random_uuid(), ${bookingId}, 'It hums', ${state}, ${clock.now()}, ${decidedAt})`;
      clock.forward(3 * day);
      expect(await completeSales(deps)).toBe(open.includes(state) ? 0 : 1);
      await sql`delete from returns where booking_id = ${bookingId}`;
      expect(await completeSales(deps)).toBe(open.includes(state) ? 1 : 0);
    },
  );
});

describe('reminders a day ahead', () => {
  const remind = () => remindOfSaleTimes(deps);
  const twice = () => Promise.all([remind(), remind()]);

  it('both are told once that the buyer may cancel', async () => {
    const { buyer, bookingId } = await sell();
    clock.forward(13 * day - 1);
    expect(await remind()).toBe(0);
    clock.forward(1);
    await twice();
    expect(await remind()).toBe(0);
    expect(await mailsOf(bookingId, 'may-cancel')).toEqual(['buyer', 'seller']);
    await transaction(database, (tx) => confirmReceipt(tx, buyer, { bookingId }, clock.now()));
    clock.forward(3 * day);
    await completeSales(deps);
  });

  it('both are told once that it counts as received, and that the time for a return ends', async () => {
    const { bookingId } = await sellAndSend();
    clock.forward(13 * day);
    await twice();
    expect(await remind()).toBe(0);
    expect(await mailsOf(bookingId, 'receipt-assumed-soon')).toEqual(['buyer', 'seller']);
    expect(await mailsOf(bookingId, 'may-cancel')).toEqual([]);
    clock.forward(day);
    await autoConfirmReceipts(deps);
    const { returnUntil = clock.now() } = (await fulfilmentOf(bookingId)) ?? {};
    clock.forward((returnUntil.getTime() - clock.now().getTime()) / 60_000 - day - 1);
    expect(await remind()).toBe(0);
    clock.forward(1);
    await twice();
    expect(await remind()).toBe(0);
    expect(await mailsOf(bookingId, 'return-window-ending')).toEqual(['buyer', 'seller']);
    clock.forward(day);
    await completeSales(deps);
  });

  it('both are told again after a dispute that was opened since has moved the date', async () => {
    const { bookingId } = await sellAndSend();
    clock.forward(13 * day);
    expect(await remind()).toBe(1);
    await openDispute(bookingId);
    clock.forward(2 * day);
    await decideDispute(bookingId);
    await twice();
    expect(await remind()).toBe(0);
    const told = ['buyer', 'buyer', 'seller', 'seller'];
    expect(await mailsOf(bookingId, 'receipt-assumed-soon')).toEqual(told);
    clock.forward(day);
    expect(await autoConfirmReceipts(deps)).toBe(1);
    clock.forward(sentDays * day);
    await completeSales(deps);
  });

  it('no one is told during a dispute', async () => {
    const { bookingId } = await sellAndSend();
    await openDispute(bookingId);
    clock.forward(14 * day);
    expect(await remind()).toBe(0);
    await decideDispute(bookingId);
    await autoConfirmReceipts(deps);
    clock.forward(sentDays * day);
    await completeSales(deps);
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import type { Dispute } from '#contract/after-sale/disputes.ts';
import { transaction } from '../../database/transaction.ts';
import type { CardDispute } from '../../providers/cards/port.ts';
import { apiClient } from '../../testing/api-client.ts';
import { receiveSale } from '../../testing/builders.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { writeRelease } from '../ledger/write-ledger.ts';
import { recordCharge } from './record-charge.ts';
import { recordRefundElsewhere } from './record-refund-elsewhere.ts';
import { refundDue } from './refund-payment.ts';
import { checkOpenChargebacks, syncChargeback } from './sync-chargeback.ts';

const clock = manualClock();
const shop: TestShop = await createTestShop({ clock });
afterAll(() => shop.close());
const who = createPeople(shop.database);
const { sql } = shop.database;
const ask = apiClient(() => shop);
const [admin, seller] = await Promise.all([who.admin(), who.seller()]);

/** The chargebacks at the card provider. */
const atProvider = new Map<string, CardDispute>();
let refundCount = 0;
let refundedCents = 0;
const cards: TestShop['cards'] = {
  ...shop.cards,
  findDispute: async (id) => atProvider.get(id) ?? null,
  refund: async ({ intentId, amountCents }) => {
    refundCount += 1;
    refundedCents = amountCents;
    return { id: `re_${intentId}` };
  },
};
const deps = { database: shop.database, cards, clock };

/** What the provider says of the chargeback of this booking, told to the shop. */
async function report(
  bookingId: string,
  state: CardDispute['state'],
  amountCents = 12_050,
  { id = `dp_${bookingId}`, intentId = `tx_${bookingId}` } = {},
) {
  atProvider.set(id, { id, intentId, amountCents, feeCents: 1_500, state });
  await syncChargeback(deps, id);
}

async function addReceivedSale() {
  const sale = await who.sell(seller, clock.now());
  await receiveSale(shop.database, sale.bookingId);
  return { ...sale, id: sale.bookingId };
}

async function states(id: string) {
  const [row] = await sql`
    select b.state as booking, p.status as product, p.withdrawn_at is not null as withdrawn,
      f.state as fulfilment, m.state as payment
    from bookings b join products p on p.id = b.product_id join payments m on m.booking_id = b.id
    join fulfilments f on f.booking_id = b.id where b.id = ${id}`;
  return row;
}

async function balances(id: string): Promise<Record<string, number>> {
  const rows = await sql<{ account: string; cents: number }[]>`
    select split_part(account, ':', 1) as account, sum(cents)::int as cents from (
      select credit as account, amount_cents as cents from ledger_entries where booking_id = ${id}
      union all
      select debit, -amount_cents from ledger_entries where booking_id = ${id}
    ) moved group by 1 having sum(cents) <> 0 order by 1`;
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

const mailsOf = async (id: string, kind: string) =>
  (await sql`select from queued_mails where subject_id = ${id} and kind = ${kind}`).length;

describe('an open chargeback', () => {
  it('an open chargeback opens one dispute, however often it is reported, which only the card provider decides', async () => {
    const { id, buyer } = await addReceivedSale();
    await Promise.all([report(id, 'open'), report(id, 'open'), report(id, 'open')]);
    expect(await mailsOf(id, 'dispute-opened')).toBe(2);
    const { body } = await ask<Dispute>(admin, `/bookings/${id}/dispute`);
    expect(body).toMatchObject({
      cause: 'chargeback',
      state: 'open',
      chargeback: { state: 'open', amount: 120.5, fee: 15, providerId: `dp_${id}` },
    });
    expect(await outcome(who.decideDispute(admin, id, {}, clock.now()))).toBe('conflict');
    expect(await outcome(who.requestReturn(buyer, id, clock.now()))).toBe('conflict');
  });

  it('an open chargeback holds back a due refund, which is made after the chargeback was won', async () => {
    const { id, buyer } = await addReceivedSale();
    await who.requestReturn(buyer, id, clock.now());
    await who.decideReturn(seller, id, 'given-back', clock.now());
    await report(id, 'open');
    const before = refundCount;
    await refundDue(deps);
    expect(refundCount).toBe(before);
    await report(id, 'won');
    await refundDue(deps);
    expect(refundCount).toBe(before + 1);
    expect(await states(id)).toMatchObject({ payment: 'refunded', booking: 'returned' });
  });
});

describe('a withdrawal before the handover while a chargeback is open', () => {
  async function withdrawn() {
    const sale = await who.sell(await who.trader(), clock.now());
    const id = sale.bookingId;
    await report(id, 'open', 5_000);
    await who.withdraw(sale.buyer, id, clock.now());
    expect(await states(id)).toMatchObject({ fulfilment: 'awaiting', payment: 'recorded' });
    expect(await mailsOf(id, 'sale-cancelled')).toBe(0);
    return { ...sale, id };
  }

  it('a withdrawal during a chargeback cancels the sale with the whole refund when the seller wins it, once', async () => {
    const { id } = await withdrawn();
    await Promise.all([report(id, 'won', 5_000), report(id, 'won', 5_000)]);
    expect(await states(id)).toMatchObject({ fulfilment: 'cancelled', payment: 'refund-due' });
    expect(await mailsOf(id, 'sale-cancelled')).toBe(2);
    await refundDue(deps);
    expect(refundedCents).toBe(12_050);
    // A provider keeps its fee.
    expect(await balances(id)).toEqual({ losses: -1_500, provider: 1_500 });
    expect(await states(id)).toMatchObject({ booking: 'returned', product: 'available' });
  });

  it('a withdrawal during a chargeback refunds what the bank has not taken when a part of it is lost', async () => {
    const { id } = await withdrawn();
    await report(id, 'lost', 5_000);
    expect(await states(id)).toMatchObject({ fulfilment: 'cancelled', payment: 'refund-due' });
    await refundDue(deps);
    expect(refundedCents).toBe(7_050);
    expect(await balances(id)).toEqual({ losses: -1_500, provider: 1_500 });
  });

  it('a withdrawal during a chargeback refunds nothing more when all of it is lost', async () => {
    const { id } = await withdrawn();
    const before = refundCount;
    await report(id, 'lost');
    await refundDue(deps);
    expect(refundCount).toBe(before);
    expect(await balances(id)).toEqual({ losses: -1_500, provider: 1_500 });
    expect(await states(id)).toMatchObject({ booking: 'returned', payment: 'refunded' });
  });
});

describe('a lost chargeback', () => {
  it('a lost chargeback takes the money from the seller once, its fee is the shop’s loss, and the sale is over', async () => {
    const { id } = await addReceivedSale();
    await report(id, 'open');
    await Promise.all([report(id, 'lost'), report(id, 'lost')]);
    expect(await states(id)).toEqual({
      booking: 'returned',
      product: 'available',
      withdrawn: true,
      fulfilment: 'returned',
      payment: 'refunded',
    });
    expect(await balances(id)).toEqual({ losses: -1_500, provider: 1_500 });
    expect(await mailsOf(id, 'dispute-decided')).toBe(2);
  });

  it('a lost chargeback whose opening was never reported ends the same', async () => {
    const { id } = await addReceivedSale();
    await report(id, 'lost');
    expect(await balances(id)).toEqual({ losses: -1_500, provider: 1_500 });
    await report(id, 'open');
    expect(await states(id)).toMatchObject({ booking: 'returned', payment: 'refunded' });
  });

  it('a lost chargeback after a refund whose answer was lost is the shop’s loss', async () => {
    const { id, buyer } = await addReceivedSale();
    await who.requestReturn(buyer, id, clock.now());
    await who.decideReturn(seller, id, 'given-back', clock.now());
    const intent = {
      clientSecret: '',
      amountCents: 12_050,
      state: 'succeeded',
      bookingId: id,
    } as const;
    const findIntent = async (intentId: string) => ({
      ...intent,
      id: intentId,
      refundedCents: 12_050,
    });
    const dispute = { id: `dp_${id}`, intentId: `tx_${id}`, amountCents: 12_050, feeCents: 1_500 };
    atProvider.set(dispute.id, { ...dispute, state: 'lost' });
    await syncChargeback({ ...deps, cards: { ...cards, findIntent } }, dispute.id);
    expect(await balances(id)).toEqual({ losses: -13_550, provider: 13_550 });
    expect(await states(id)).toMatchObject({ payment: 'refunded', booking: 'returned' });
  });

  it('a lost chargeback of a charge refunded elsewhere ends its dispute and is the shop’s loss', async () => {
    const { id: bookingId, paymentId } = await addReceivedSale();
    await report(bookingId, 'open');
    await transaction(shop.database, (tx) =>
      recordRefundElsewhere(tx, { paymentId, bookingId, refundedCents: 12_050 }, clock.now()),
    );
    await report(bookingId, 'lost');
    const { body } = await ask<Dispute>(admin, `/bookings/${bookingId}/dispute`);
    expect(body).toMatchObject({ state: 'decided', chargeback: { state: 'lost' } });
    expect(await balances(bookingId)).toEqual({ losses: -13_550, provider: 13_550 });
  });

  it('a lost chargeback after the release is taken from the seller’s available money', async () => {
    const { id } = await addReceivedSale();
    await sql`update fulfilments set state = 'completed', completed_at = now() where booking_id = ${id}`;
    await transaction(shop.database, (tx) =>
      writeRelease(tx, { bookingId: id, sellerId: seller.id }, clock.now()),
    );
    expect(await balances(id)).toEqual({ available: 12_050, provider: -12_050 });
    await report(id, 'lost');
    const debits = await sql`
      select split_part(debit, ':', 1) as account from ledger_entries
      where booking_id = ${id} and kind = 'chargeback'`;
    expect(debits).toEqual([{ account: 'available' }]);
    expect(await states(id)).toMatchObject({ fulfilment: 'returned', payment: 'refunded' });
  });

  it('a lost chargeback after a partial release takes that part too and leaves nothing pending', async () => {
    const { id, buyer } = await addReceivedSale();
    await who.requestReturn(buyer, id, clock.now());
    await who.decideReturn(seller, id, 'contested', clock.now());
    await who.decideDispute(admin, id, { refundCents: 5_000 }, clock.now());
    expect(await balances(id)).toMatchObject({ pending: 5_000, available: 7_050 });
    await report(id, 'lost');
    expect(await balances(id)).toEqual({ losses: -1_500, provider: 1_500 });
  });

  it('a lost chargeback of a cancelled but sent sale keeps the product off sale', async () => {
    const { bookingId: id } = await who.sell(seller, clock.now());
    await sql`
      update fulfilments set state = 'cancelled', sent_at = now(), cancelled_at = now()
      where booking_id = ${id}`;
    await report(id, 'lost');
    expect(await states(id)).toMatchObject({ booking: 'returned', withdrawn: true });
  });

  it('a lost chargeback before the handover puts the product on sale again', async () => {
    const { bookingId: id } = await who.sell(seller, clock.now());
    await report(id, 'lost');
    expect(await states(id)).toMatchObject({
      booking: 'returned',
      product: 'available',
      withdrawn: false,
      fulfilment: 'cancelled',
    });
  });

  it('a lost chargeback of refunded money is the shop’s loss, and nobody pays twice', async () => {
    const { id, buyer } = await addReceivedSale();
    await who.requestReturn(buyer, id, clock.now());
    await who.decideReturn(seller, id, 'given-back', clock.now());
    await refundDue(deps);
    await report(id, 'lost');
    expect(await balances(id)).toEqual({ losses: -13_550, provider: 13_550 });
  });
});

describe('a partly lost chargeback', () => {
  const cancel = (id: string) =>
    ask(seller, `/bookings/${id}/cancel`, { method: 'POST', payload: { reason: 'It broke' } });

  it('lost chargebacks of a part and later of the rest are each taken from the seller and end the sale', async () => {
    const { id } = await addReceivedSale();
    await report(id, 'lost', 5_000);
    expect(await states(id)).toMatchObject({ booking: 'paid', payment: 'recorded' });
    await report(id, 'lost', 7_050, { id: `dp_2_${id}` });
    expect(await states(id)).toMatchObject({ booking: 'returned', payment: 'refunded' });
    expect(await balances(id)).toEqual({ losses: -3_000, provider: 3_000 });
  });

  it('a partly lost chargeback leaves less of a due refund, and the cancelled sale ends with that', async () => {
    const { bookingId: id } = await who.sell(seller, clock.now());
    await cancel(id);
    await report(id, 'lost', 5_000);
    await refundDue(deps);
    expect(refundedCents).toBe(7_050);
    expect(await states(id)).toEqual({
      booking: 'returned',
      product: 'available',
      withdrawn: false,
      fulfilment: 'cancelled',
      payment: 'refunded',
    });
    expect(await balances(id)).toEqual({ losses: -1_500, provider: 1_500 });
  });

  it('a partial chargeback before a cancellation leaves the rest to refund, which ends the sale', async () => {
    const { bookingId: id } = await who.sell(seller, clock.now());
    await report(id, 'lost', 5_000);
    await cancel(id);
    await refundDue(deps);
    expect(await states(id)).toMatchObject({ booking: 'returned', product: 'available' });
    expect(await balances(id)).toEqual({ losses: -1_500, provider: 1_500 });
  });

  it('an admin can decide for more than a lost chargeback has left of the money', async () => {
    const { id, buyer } = await addReceivedSale();
    await report(id, 'lost', 6_000);
    await who.requestReturn(buyer, id, clock.now());
    await who.decideReturn(seller, id, 'contested', clock.now());
    const decision = { refundCents: 10_000 };
    expect(await outcome(who.decideDispute(admin, id, decision, clock.now()))).toBe('done');
    await refundDue(deps);
    expect(await balances(id)).toEqual({ losses: -1_500, provider: 1_500 });
  });

  it('a partial chargeback of a late charge leaves the rest to refund', async () => {
    const { id } = await addReceivedSale();
    const intentId = `late_${id}`;
    const charge = { bookingId: id, amountCents: 12_050, provider: 'sandbox' };
    await transaction(shop.database, (tx) =>
      recordCharge(tx, { ...charge, transactionId: intentId }, clock.now()),
    );
    await report(id, 'lost', 5_000, { id: `dp_${intentId}`, intentId });
    await refundDue(deps);
    expect(refundedCents).toBe(7_050);
    expect(await balances(id)).toEqual({ losses: -1_500, pending: 12_050, provider: -10_550 });
  });
});

describe('a won chargeback', () => {
  it('a won chargeback leaves the dispute open while another chargeback of the sale is open', async () => {
    const { id } = await addReceivedSale();
    const second = { id: `dp_2_${id}` };
    await report(id, 'open', 5_000);
    await report(id, 'open', 7_050, second);
    const stateOf = async () => (await ask<Dispute>(admin, `/bookings/${id}/dispute`)).body.state;
    await report(id, 'won', 5_000);
    expect(await stateOf()).toBe('open');
    await report(id, 'won', 7_050, second);
    expect(await stateOf()).toBe('decided');
  });

  it('a won chargeback lets the sale continue, with the days of the dispute added to the time for a return', async () => {
    const { id, buyer } = await addReceivedSale();
    const [before] = await sql<{ until: Date }[]>`
      select return_until as until from fulfilments where booking_id = ${id}`;
    await report(id, 'open');
    clock.forward(4 * 24 * 60);
    await report(id, 'won');
    const [after] = await sql<{ until: Date }[]>`
      select return_until as until from fulfilments where booking_id = ${id}`;
    expect((after?.until.getTime() ?? 0) - (before?.until.getTime() ?? 0)).toBe(4 * 86_400_000);
    expect(await states(id)).toMatchObject({ booking: 'paid', fulfilment: 'received' });
    expect(await outcome(who.requestReturn(buyer, id, clock.now()))).toBe('done');
  });

  it('a won chargeback leaves a dispute about something else to the admin', async () => {
    const { id, buyer } = await addReceivedSale();
    await who.requestReturn(buyer, id, clock.now());
    await who.decideReturn(seller, id, 'contested', clock.now());
    await report(id, 'open');
    expect(await outcome(who.decideDispute(admin, id, {}, clock.now()))).toBe('conflict');
    await report(id, 'won');
    expect(await outcome(who.decideDispute(admin, id, {}, clock.now()))).toBe('done');
  });
});

describe('the check of open chargebacks', () => {
  it('the check finds a verdict that no webhook reported, and asks once an hour', async () => {
    await sql`update chargebacks set state = 'won', closed_at = now() where state = 'open'`;
    const { id } = await addReceivedSale();
    await report(id, 'open');
    expect(await checkOpenChargebacks(deps)).toBe(0);
    const dispute = atProvider.get(`dp_${id}`);
    if (dispute) dispute.state = 'lost';
    clock.forward(60);
    expect(await checkOpenChargebacks(deps)).toBe(1);
    expect(await states(id)).toMatchObject({ payment: 'refunded' });
  });
});

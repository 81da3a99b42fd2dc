import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import type { PaymentIssue } from '#contract/payments/payment-issues.ts';
import { transaction } from '../../database/transaction.ts';
import type { CardDispute } from '../../providers/cards/port.ts';
import { createSandboxPayouts } from '../../providers/payouts/sandbox/sandbox-payouts.ts';
import { apiClient } from '../../testing/api-client.ts';
import { faultyCards } from '../../testing/faulty-cards.ts';
import { manualClock, paymentSteps } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { afterSaleTexts } from '../after-sale/mails/after-sale-texts.ts';
import { readSale } from '../after-sale/mails/read-sale.ts';
import { refundTexts } from '../after-sale/mails/refund-texts.ts';
import { createSaleCodes } from '../bookings/sale-codes.ts';
import { sendStartedPayouts } from '../payouts/send-payout.ts';
import { startPayout } from '../payouts/start-payout.ts';
import { refundDue } from './refund-payment.ts';
import { syncChargeback } from './sync-chargeback.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
const clock = manualClock();
const cards = faultyCards(() => shop, clock);
const { addBookingWithIntent, recordPayment, sendWebhook } = paymentSteps(() => shop, cards, clock);
const ask = apiClient(() => shop);
const deps = () => ({ database: shop.database, cards, clock });

beforeAll(async () => {
  shop = await createTestShop({ cards, clock, sandboxOptions: { deliver: async () => 200 } });
  people = createPeople(shop.database);
});
afterAll(() => shop.close());

/** A paid sale of $75 with a commission in hundredths of a percent. */
async function addSale(commission = 0) {
  const sale = await addBookingWithIntent();
  const { buyer, bookingId, transactionId } = sale;
  await shop.database.sql`
    update bookings set commission_cents = 75 * ${commission} / 100 where id = ${bookingId}`;
  await cards.charge(transactionId);
  await recordPayment(buyer, { bookingId, transactionId });
  const [payment] = await shop.database.sql<{ id: string }[]>`
    select id from payments where booking_id = ${bookingId}`;
  return { ...sale, paymentId: payment?.id ?? '' };
}

/** Refunds a charge on the page of the provider, which reports it. */
async function refundElsewhere(intentId: string, amountCents: number) {
  await shop.cards.refund({ intentId, amountCents, idempotencyKey: randomUUID() });
  return sendWebhook(intentId);
}

async function statesOf(bookingId: string) {
  const [row] = await shop.database.sql`
    select b.state as booking, m.state as payment, p.status as product, f.state as fulfilment,
      p.withdrawn_at is not null as withdrawn
    from bookings b join payments m on m.booking_id = b.id join products p on p.id = b.product_id
    join fulfilments f on f.booking_id = b.id where b.id = ${bookingId}`;
  return row;
}

async function balancesOf(bookingId: string): Promise<Record<string, number>> {
  const rows = await shop.database.sql<{ account: string; cents: number }[]>`
    select split_part(account, ':', 1) as account, sum(cents)::int as cents from (
      select credit as account, amount_cents as cents from ledger_entries
      where booking_id = ${bookingId}
      union all
      select debit, -amount_cents from ledger_entries where booking_id = ${bookingId}
    ) moved group by 1 having sum(cents) <> 0 order by 1`;
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

const mailsOf = async (bookingId: string) => {
  const rows = await shop.database.sql`
    select kind || ' ' || reader as mail from queued_mails
    where subject_id = ${bookingId} and kind in ('refunded', 'returned', 'dispute-decided')
    order by 1`;
  return rows.map(({ mail }) => mail);
};

/** What the mails of a kind to the buyer say of their sale, oldest first. */
async function salesInMails(bookingId: string, kind: 'refunded' | 'sale-cancelled') {
  const { sql } = shop.database;
  const saleCodes = createSaleCodes('a secret of these tests');
  const rows = await sql<{ id: string }[]>`
    select id from queued_mails where subject_id = ${bookingId} and kind = ${kind} and reader = 'buyer'
    order by id`;
  const sales = await Promise.all(
    rows.map(({ id }) => readSale({ sql, saleCodes }, id, clock.now())),
  );
  return sales.filter((sale) => sale !== undefined);
}
const refundMailsOf = async (bookingId: string) =>
  (await salesInMails(bookingId, 'refunded')).map((sale) => refundTexts(sale).buyer);
const sentBack = (amount: string) => `We have sent ${amount} back to the card that you paid with.`;

const refundCents = async (intentId: string) =>
  (await cards.findIntent(intentId))?.refundedCents ?? 0;

describe('a partial refund on the provider’s page', () => {
  it('a partial refund elsewhere is taken from the seller once, however often it is reported, and the sale stands', async () => {
    const { buyer, bookingId, transactionId } = await addSale();
    await refundElsewhere(transactionId, 2_500);
    await Promise.all([sendWebhook(transactionId), sendWebhook(transactionId)]);
    expect(await balancesOf(bookingId)).toEqual({ pending: 5_000, provider: -5_000 });
    expect(await statesOf(bookingId)).toMatchObject({ booking: 'paid', payment: 'recorded' });
    const { body } = await ask<Booking>(buyer, `/bookings/${bookingId}`);
    expect(body.refund).toMatchObject({ amount: 25, state: 'refunded' });
    expect(await mailsOf(bookingId)).toEqual(['refunded buyer', 'refunded seller']);
    const { body: issues } = await ask<PaymentIssue[]>(await people.admin(), '/payment-issues');
    expect(issues).toContainEqual(
      expect.objectContaining({ kind: 'refunded-elsewhere', bookingId, amount: 25 }),
    );
  });

  it('two partial refunds at the provider are told in two mails, each with its amount', async () => {
    const { bookingId, transactionId } = await addSale(333);
    for (const cents of [2_000, 1_000]) await refundElsewhere(transactionId, cents);
    expect(await refundMailsOf(bookingId)).toEqual([sentBack('$20.00'), sentBack('$10.00')]);
    await refundElsewhere(transactionId, 4_500);
    expect(await refundMailsOf(bookingId)).toEqual(['$20.00', '$10.00', '$45.00'].map(sentBack));
  });

  it('the mail about a partial refund names only what has been sent back', async () => {
    const { seller, bookingId, transactionId } = await addSale();
    const cancel = { method: 'POST', payload: { reason: 'It fell down' } } as const;
    await ask(seller, `/bookings/${bookingId}/cancel`, cancel);
    await refundElsewhere(transactionId, 2_500);
    expect(await refundMailsOf(bookingId)).toEqual([sentBack('$25.00')]);
    await refundDue(deps());
    expect(await refundMailsOf(bookingId)).toEqual([sentBack('$25.00'), sentBack('$50.00')]);
  });

  it('the money of a partial refund elsewhere is not released, so that it is not paid out', async () => {
    const { seller, bookingId, transactionId } = await addSale();
    await refundElsewhere(transactionId, 2_500);
    await people.complete(seller, bookingId, clock.now());
    expect(await balancesOf(bookingId)).toEqual({ available: 5_000, provider: -5_000 });
  });

  it('two partial refunds that make up the price return the whole commission', async () => {
    const { bookingId, transactionId } = await addSale(333);
    for (const cents of [1_234, 1_111, 5_155]) await refundElsewhere(transactionId, cents);
    expect(await balancesOf(bookingId)).toEqual({});
    expect(await statesOf(bookingId)).toMatchObject({ booking: 'returned', payment: 'refunded' });
  });

  it('a partial refund elsewhere makes a later refund smaller', async () => {
    const { seller, bookingId, transactionId } = await addSale();
    await refundElsewhere(transactionId, 2_500);
    const cancel = { method: 'POST', payload: { reason: 'It fell down' } } as const;
    expect((await ask(seller, `/bookings/${bookingId}/cancel`, cancel)).status).toBe(200);
    const [cancelled] = await salesInMails(bookingId, 'sale-cancelled');
    const text = cancelled && afterSaleTexts['sale-cancelled'].buyer(cancelled, '');
    expect(text?.paragraphs[0]).toContain('The rest of your money goes back to your card.');
    expect(await refundDue(deps())).toBe(1);
    expect(await refundCents(transactionId)).toBe(7_500);
    expect(await balancesOf(bookingId)).toEqual({});
    expect(await statesOf(bookingId)).toMatchObject({ booking: 'returned', product: 'available' });
  });

  it('a part refunded at the provider is not refunded again when its webhook is lost', async () => {
    const { seller, bookingId, transactionId } = await addSale();
    const cancel = { method: 'POST', payload: { reason: 'It fell down' } } as const;
    await ask(seller, `/bookings/${bookingId}/cancel`, cancel);
    await shop.cards.refund({
      intentId: transactionId,
      amountCents: 2_500,
      idempotencyKey: randomUUID(),
    });
    await refundDue(deps());
    await refundDue(deps());
    expect(await refundCents(transactionId)).toBe(7_500);
    expect(await balancesOf(bookingId)).toEqual({});
    expect(await statesOf(bookingId)).toMatchObject({ booking: 'returned', payment: 'refunded' });
  });

  it('the part that a dispute decided is not refunded again after a refund at the provider', async () => {
    const { seller, buyer, bookingId, transactionId } = await addSale();
    await people.requestReturn(buyer, bookingId, clock.now());
    await people.decideReturn(seller, bookingId, 'contested', clock.now());
    const decision = { refundCents: 2_500, goesBack: false };
    await people.decideDispute(await people.admin(), bookingId, decision, clock.now());
    await shop.cards.refund({
      intentId: transactionId,
      amountCents: 3_000,
      idempotencyKey: randomUUID(),
    });
    await sendWebhook(transactionId);
    await refundDue(deps());
    expect(await refundCents(transactionId)).toBe(3_000);
    expect(await balancesOf(bookingId)).toEqual({ available: 4_500, provider: -4_500 });
    expect(await statesOf(bookingId)).toMatchObject({ booking: 'paid', payment: 'refunded' });
  });

  it('a refund at the provider during a decided refund keeps both', async () => {
    const { seller, buyer, bookingId, transactionId } = await addSale(750);
    await people.requestReturn(buyer, bookingId, clock.now());
    await people.decideReturn(seller, bookingId, 'contested', clock.now());
    const decision = { refundCents: 2_505, goesBack: false };
    await people.decideDispute(await people.admin(), bookingId, decision, clock.now());
    const refund: typeof cards.refund = async (request) => {
      await refundElsewhere(transactionId, 1_032);
      return cards.refund(request);
    };
    await refundDue({ ...deps(), cards: { ...cards, refund } });
    expect(await refundCents(transactionId)).toBe(3_537);
    const { body } = await ask<Booking>(buyer, `/bookings/${bookingId}`);
    expect(body.refund).toMatchObject({ amount: 35.37, state: 'refunded' });
    // The shop gives $2.66 of its commission of $5.63 back for both together.
    const kept = { available: 7_500 - 3_537 - 297, commission: 297 };
    expect(await balancesOf(bookingId)).toEqual({ ...kept, provider: 3_537 - 7_500 });
  });

  it('a partial refund elsewhere leaves the rest of a full refund that the last version made due', async () => {
    const { seller, bookingId, transactionId } = await addSale();
    await refundElsewhere(transactionId, 2_500);
    const cancel = { method: 'POST', payload: { reason: 'It fell down' } } as const;
    expect((await ask(seller, `/bookings/${bookingId}/cancel`, cancel)).status).toBe(200);
    await shop.database.sql`
      update payments set refund_cents = null where booking_id = ${bookingId}`;
    await refundElsewhere(transactionId, 1_000);
    expect(await refundDue(deps())).toBe(1);
    expect(await refundCents(transactionId)).toBe(7_500);
    expect(await balancesOf(bookingId)).toEqual({});
    expect(await statesOf(bookingId)).toMatchObject({ booking: 'returned', payment: 'refunded' });
  });
});

describe('a full refund on the provider’s page', () => {
  it('a full refund elsewhere ends a sale that was not handed over, and its product is on sale again', async () => {
    const { bookingId, transactionId } = await addSale();
    await refundElsewhere(transactionId, 7_500);
    expect(await statesOf(bookingId)).toEqual({
      booking: 'returned',
      payment: 'refunded',
      product: 'available',
      withdrawn: false,
      fulfilment: 'cancelled',
    });
    expect(await balancesOf(bookingId)).toEqual({});
    expect(await mailsOf(bookingId)).toEqual(['refunded buyer', 'returned seller']);
    await sendWebhook(transactionId);
    expect(await balancesOf(bookingId)).toEqual({});
  });

  it('a full refund elsewhere ends an open dispute, which has nothing left to decide', async () => {
    const { seller, buyer, bookingId, transactionId } = await addSale();
    await people.requestReturn(buyer, bookingId, clock.now());
    await people.decideReturn(seller, bookingId, 'contested', clock.now());
    await refundElsewhere(transactionId, 7_500);
    expect(await statesOf(bookingId)).toMatchObject({ fulfilment: 'returned', withdrawn: true });
    const { body } = await ask<Booking>(buyer, `/bookings/${bookingId}`);
    expect(body.dispute).toMatchObject({ state: 'decided', refund: 75 });
    expect(await mailsOf(bookingId)).toContain('dispute-decided buyer');
  });

  it('a charge refunded elsewhere is not paid out: a started payout is cancelled, and a paid one leaves the seller below zero', async () => {
    const [unpaid, paid] = [await addSale(), await addSale()];
    const payouts = createSandboxPayouts({ ...deps(), clock });
    const start = (sellerId: string) =>
      transaction(shop.database, (tx) =>
        startPayout(tx, null, { sellerId, provider: 'sandbox' }, clock.now()),
      );
    for (const { seller, bookingId } of [unpaid, paid]) {
      await people.complete(seller, bookingId, clock.now());
      const account = await payouts.accounts?.open(seller);
      await shop.database.sql`
        insert into payout_accounts (user_id, provider, provider_account_id, state, changed_at)
        values (${seller.id}, 'sandbox', ${account?.id ?? ''}, 'ready', now())`;
    }
    await shop.database.sql`update sandbox_accounts set behaviour = 'pays'`;
    const paidId = await start(paid.seller.id);
    await sendStartedPayouts({ ...deps(), payouts });
    const unpaidId = await start(unpaid.seller.id);
    for (const { transactionId } of [unpaid, paid]) await refundElsewhere(transactionId, 7_500);
    await sendStartedPayouts({ ...deps(), payouts });
    const states = await shop.database.sql<{ id: string; state: string }[]>`
      select id, state from payouts where id in (${paidId}, ${unpaidId}) order by id`;
    expect([...states]).toEqual([
      { id: paidId, state: 'paid' },
      { id: unpaidId, state: 'failed' },
    ]);
    expect(await balancesOf(unpaid.bookingId)).toEqual({});
    // The payout of $75 belongs to no booking.
    expect(await balancesOf(paid.bookingId)).toEqual({});
    const { body } = await ask(paid.seller, `/earnings?email=${paid.seller.email}`);
    expect(body).toMatchObject({ available: -75, paidOut: 75 });
    expect(await statesOf(paid.bookingId)).toMatchObject({ fulfilment: 'returned' });
  });

  it('a full refund elsewhere is the shop’s loss when a chargeback takes the money as well', async () => {
    const { bookingId, transactionId } = await addSale();
    await refundElsewhere(transactionId, 7_500);
    const dispute: CardDispute = {
      id: `dp_${bookingId}`,
      intentId: transactionId,
      amountCents: 7_500,
      feeCents: 1_500,
      state: 'lost',
    };
    const withDispute = { ...cards, findDispute: async () => dispute };
    await syncChargeback({ ...deps(), cards: withDispute }, dispute.id);
    expect(await balancesOf(bookingId)).toEqual({ losses: -9_000, provider: 9_000 });
  });

  it('a refund whose answer was lost is sent and entered once', async () => {
    const { seller, bookingId, transactionId } = await addSale();
    const cancel = { method: 'POST', payload: { reason: 'It fell down' } } as const;
    cards.failNext('refund', 'after');
    await ask(seller, `/bookings/${bookingId}/cancel`, cancel);
    await refundDue(deps()).catch(() => undefined);
    await sendWebhook(transactionId);
    expect(await statesOf(bookingId)).toMatchObject({ payment: 'refund-due' });
    clock.forward(1);
    await refundDue(deps());
    await sendWebhook(transactionId);
    expect(await cards.refundCount(transactionId)).toBe(1);
    expect(await balancesOf(bookingId)).toEqual({});
  });
});

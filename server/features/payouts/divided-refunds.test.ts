import { afterAll, describe, expect, it } from 'vitest';
import type { Dispute } from '#contract/after-sale/disputes.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { afterSaleMailKinds, mailKinds } from '#contract/operations/mail-kinds.ts';
import { transaction } from '../../database/transaction.ts';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import type { CardDispute } from '../../providers/cards/port.ts';
import { apiClient } from '../../testing/api-client.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { recordRefundElsewhere } from '../payments/record-refund-elsewhere.ts';
import { refundDue } from '../payments/refund-payment.ts';
import { syncChargeback } from '../payments/sync-chargeback.ts';
import type { KnownUser } from '../users/find-user.ts';

/*
 * Price and shipping of a sale go back in several parts: by a decision, on the provider's page, and by chargebacks. However
 * they mix, the seller's money is divided in one way, and what is shown before a refund is what the ledger has after it.
 */

const clock = manualClock();
const shop: TestShop = await createTestShop({
  clock,
  commission: { percent: 7.5 },
  withdrawalDays: 14,
});
afterAll(() => shop.close());
const people = createPeople(shop.database);
const call = apiClient(() => shop);
const admin = await people.admin();

/** The card provider, which has refunded so much of each charge. */
const refunded = new Map<string, number>();
const chargebacks = new Map<string, CardDispute>();
const cards: TestShop['cards'] = {
  ...shop.cards,
  findDispute: async (id) => chargebacks.get(id) ?? null,
  findIntent: async (id) =>
    ({
      id,
      state: 'succeeded',
      amountCents: 13_300,
      refundedCents: refunded.get(id) ?? 0,
    }) as never,
  refund: async ({ intentId, amountCents }) => {
    refunded.set(intentId, (refunded.get(intentId) ?? 0) + amountCents);
    return { id: `re_${intentId}_${refunded.get(intentId)}` };
  },
};
const deps = { database: shop.database, cards, clock };

interface Sale {
  seller: KnownUser;
  buyer: KnownUser;
  bookingId: string;
  paymentId: string;
  transactionId: string;
}

/** Sells for 120.50 and 12.50 for shipping, with a commission of 7.5 %. */
async function sell(seller?: KnownUser): Promise<Sale> {
  const by = seller ?? (await people.seller());
  const delivery = { pickup: true, shipping: { everywhere: 12.5 } };
  const productId = await people.make.product(by.id, { price: 120.5, delivery });
  const buyer = await people.buyer();
  const address = { name: 'Bea Reed', lines: ['1 Quay'], city: 'Leith', country: 'GB' };
  const { body } = await call<{ insertedId: string }>(buyer, '/bookings', {
    method: 'POST',
    payload: {
      productId,
      price: 120.5,
      phone: '555-0199',
      location: 'The pier',
      delivery: { zone: 'everywhere', address },
    },
  });
  const bookingId = body.insertedId;
  const paymentId = await people.pay(bookingId, clock.now(), 13_300);
  return { seller: by, buyer, bookingId, paymentId, transactionId: `tx_${bookingId}` };
}

/** A sale whose contested return an admin has decided; the rest of its money is released. */
async function decided(refund: number, shippingRefund?: number): Promise<Sale> {
  const sale = await sell();
  await dispute(sale);
  await decide(sale, refund, shippingRefund);
  return sale;
}

async function dispute({ buyer, seller, bookingId }: Sale) {
  await people.requestReturn(buyer, bookingId, clock.now());
  await people.decideReturn(seller, bookingId, 'contested', clock.now());
}

async function decide({ bookingId }: Sale, refund: number, shippingRefund?: number) {
  const { status } = await call<Dispute>(admin, `/bookings/${bookingId}/dispute`, {
    method: 'PUT',
    payload: { refund, shippingRefund, goesBack: false, reason: 'We read both sides' },
  });
  expect(status).toBe(200);
}

/** On the provider's page, and reported. */
async function refundElsewhere({ paymentId, bookingId, transactionId }: Sale, cents: number) {
  const refundedCents = (refunded.get(transactionId) ?? 0) + cents;
  refunded.set(transactionId, refundedCents);
  await transaction(shop.database, (tx) =>
    recordRefundElsewhere(tx, { paymentId, bookingId, refundedCents }, clock.now()),
  );
}

async function loseChargeback({ transactionId, bookingId }: Sale, amountCents: number) {
  const id = `dp_${bookingId}_${amountCents}`;
  for (const state of ['open', 'lost'] as const) {
    chargebacks.set(id, { id, intentId: transactionId, amountCents, feeCents: 0, state });
    await syncChargeback(deps, id);
  }
}

const makeRefunds = () => {
  clock.forward(1);
  return refundDue(deps);
};

async function ledgerOf({ bookingId }: Sale) {
  const rows = await shop.database.sql<{ account: string; cents: number }[]>`
    select split_part(account, ':', 1) as account, sum(cents)::bigint as cents from (
      select credit as account, amount_cents as cents from ledger_entries
      where booking_id = ${bookingId}
      union all
      select debit, -amount_cents from ledger_entries where booking_id = ${bookingId}
    ) sides group by 1`;
  const of = (name: string) => rows.find(({ account }) => account === name)?.cents ?? 0;
  return { pending: of('pending'), available: of('available'), commission: of('commission') };
}

async function shown({ seller, bookingId }: Sale) {
  const { refund, earnings } = (await call<Booking>(seller, `/bookings/${bookingId}`)).body;
  return {
    refund: [refund?.amount, refund?.shipping],
    earned: earnings?.amount,
    commission: earnings?.commission,
  };
}

/** What is shown while the refund is due is what the ledger has once it is made. */
async function expectForeseen(sale: Sale) {
  const before = await shown(sale);
  await makeRefunds();
  expect(await shown(sale)).toEqual(before);
  const { pending, available, commission } = await ledgerOf(sale);
  expect([pending, available / 100, commission / 100]).toEqual([
    0,
    before.earned,
    before.commission,
  ]);
  return before;
}

describe('a decided refund that is partly made on the provider’s page', () => {
  it.each([
    { refund: 12.5, shipping: 12.5, elsewhere: [1_249] },
    { refund: 30, shipping: 12.5, elsewhere: [2_000] },
    { refund: 30, shipping: 12.5, elsewhere: [1, 2_000] },
    { refund: 30, shipping: 5, elsewhere: [100] },
    { refund: 130, shipping: undefined, elsewhere: [12_500] },
    { refund: 50, shipping: 0, elsewhere: [3_333, 1] },
  ])(
    'a divided refund gives back $refund with $shipping of the shipping after $elsewhere elsewhere',
    async (one) => {
      const sale = await decided(one.refund, one.shipping);
      for (const cents of one.elsewhere) await refundElsewhere(sale, cents);
      const { refund } = await expectForeseen(sale);
      expect(refund).toEqual([one.refund, one.shipping ?? one.refund - 120.5]);
    },
  );

  it('a divided refund leaves nothing pending when more than was decided goes back', async () => {
    const sale = await decided(30, 12.5);
    await refundElsewhere(sale, 2_000);
    await makeRefunds();
    await refundElsewhere(sale, 1_000);
    expect((await ledgerOf(sale)).pending).toBe(0);
    expect((await shown(sale)).refund).toEqual([40, 12.5]);
  });
});

it('the mails about a decision and its refund say how much of it is for the shipping', async () => {
  const sale = await decided(30, 12.5);
  await makeRefunds();
  await sendMails(mailSending(shop, shop.mails, { clock: deps.clock }), [
    ...mailKinds,
    ...afterSaleMailKinds,
  ]);
  const texts = shop.mails.filter(({ text }) => text.includes('$12.50 of that is for shipping.'));
  const readers = texts.map(({ to }) => to).filter((to) => to === sale.buyer.email);
  expect(readers).toHaveLength(2);
});

describe('a due refund after a partly lost chargeback', () => {
  it('a buyer who withdraws sees the refund as it is made after a chargeback', async () => {
    const sale = await sell(await people.trader());
    await loseChargeback(sale, 5_000);
    await people.withdraw(sale.buyer, sale.bookingId, clock.now());
    const { refund, earned, commission } = await expectForeseen(sale);
    expect([refund, earned, commission]).toEqual([[83, 12.5], 0, 0]);
  });

  it('a refund decided by a dispute is shown as it is made after a chargeback', async () => {
    const sale = await sell();
    await loseChargeback(sale, 5_000);
    await dispute(sale);
    await decide(sale, 40, 12.5);
    const { refund, commission } = await expectForeseen(sale);
    expect([refund, commission]).toEqual([[40, 12.5], 3.23]);
  });

  it('a due refund has no more of the shipping than the chargeback has left', async () => {
    const sale = await sell();
    await loseChargeback(sale, 13_000);
    await dispute(sale);
    await decide(sale, 12.5, 12.5);
    expect((await expectForeseen(sale)).refund).toEqual([3, 3]);
  });

  it('a due refund becomes smaller by a chargeback, and leaves nothing pending', async () => {
    const sale = await decided(100, 12.5);
    await loseChargeback(sale, 8_000);
    expect((await expectForeseen(sale)).refund[0]).toBe(53);
  });
});

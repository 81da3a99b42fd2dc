import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { findCurrency } from '#contract/money/currencies.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import { setShopCurrency, usDollar } from '#contract/money/shop-currency.ts';
import type { LedgerEntry } from '#contract/payouts/ledger.ts';
import { transaction } from '../../database/transaction.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { completeSale } from '../after-sale/complete-sales.ts';
import { countEvents, quarterMs, quarterOf } from '../overview/count-events.ts';
import { recordCharge } from '../payments/record-charge.ts';
import { recordRefundElsewhere } from '../payments/record-refund-elsewhere.ts';
import { recordRefunds } from '../payments/refund-payment.ts';
import type { KnownUser } from '../users/find-user.ts';
import { readStatement } from './read-statement.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let admin: KnownUser;
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop({ commission: { percent: 10 }, withdrawalDays: 14 });
  people = createPeople(shop.database);
  admin = await people.admin();
});
afterAll(() => shop.close());
afterEach(() => setShopCurrency(usDollar));

const address = { name: 'Bea Reed', lines: ['1 Quay'], city: 'Leith', country: 'GB' };

/** Sells for 100 and 20 for shipping, with a commission of 10 %, in smallest units of 1/100. */
async function sell({ seller, price = 100, shipping = 20 }: SaleToMake = {}) {
  const by = seller ?? (await people.seller());
  const delivery = { pickup: true, shipping: { everywhere: shipping } };
  const productId = await people.make.product(by.id, { price, delivery });
  const buyer = await people.buyer();
  const { body } = await call<{ insertedId: string }>(buyer, '/bookings', {
    method: 'POST',
    payload: {
      productId,
      price,
      phone: '555-0199',
      location: 'The pier',
      delivery: { zone: 'everywhere', address },
    },
  });
  const bookingId = body.insertedId;
  const [row] = await shop.database.sql<{ cents: number }[]>`
    select price_cents + shipping_cents as cents from bookings where id = ${bookingId}`;
  const paymentId = await people.pay(bookingId, new Date(), row?.cents);
  return { seller: by, buyer, productId, bookingId, paymentId };
}

interface SaleToMake {
  seller?: KnownUser;
  price?: number;
  shipping?: number;
}

type Sale = Awaited<ReturnType<typeof sell>>;

/** What is on each account after the movements of a sale, in whole units. */
async function balances({ bookingId, seller }: Sale) {
  const rows = await shop.database.sql<{ account: string; cents: number }[]>`
    select account, sum(cents)::int as cents from (
      select credit as account, amount_cents as cents from ledger_entries
      where booking_id = ${bookingId}
      union all
      select debit, -amount_cents from ledger_entries where booking_id = ${bookingId}
    ) sides group by account having sum(cents) <> 0`;
  return Object.fromEntries(
    rows.map(({ account, cents }) => [account.replace(`:${seller.id}`, ''), toMajorUnits(cents)]),
  );
}

const read = async (as: KnownUser, { bookingId }: Sale) =>
  (await call<Booking>(as, `/bookings/${bookingId}`)).body;
/** The card provider has refunded so much. */
const refund = ({ paymentId, bookingId }: Sale, refundedCents: number) =>
  transaction(shop.database, (tx) =>
    recordRefunds(tx, { paymentId, bookingId, refundedCents }, new Date()),
  );

describe('a shipped sale', () => {
  it('a shipped sale earns the seller price and shipping, less the commission of the price', async () => {
    const sale = await sell();
    expect(await balances(sale)).toEqual({
      'provider:sandbox': -120,
      pending: 110,
      commission: 10,
    });
    expect((await read(sale.seller, sale)).earnings).toMatchObject({
      amount: 110,
      commission: 10,
    });
    const { body } = await call<LedgerEntry[]>(admin, `/ledger?bookingId=${sale.bookingId}`);
    expect(body.map(({ kind, amount, isShipping }) => [kind, amount, isShipping])).toEqual([
      ['commission', 10, undefined],
      ['charge', 20, true],
      ['charge', 100, undefined],
    ]);
  });

  it('the statement has price and shipping of a sale as lines of their own', async () => {
    const sale = await sell();
    await people.receive(sale.bookingId);
    await transaction(shop.database, (tx) =>
      completeSale(tx, sale.bookingId, new Date(Date.now() + 7 * 86_400_000)),
    );
    const month = new Date().toISOString().slice(0, 7);
    let text = '';
    for await (const part of readStatement(shop.database.sql, sale.seller.id, month)) text += part;
    const entries = text.split('\r\n').map((line) => line.split(',')[1]);
    expect(entries.slice(2, 5)).toEqual(['Sale', 'Shipping', "Shop's share"]);
    expect(await balances(sale)).toMatchObject({ available: 110, commission: 10 });
  });

  it('a shipped sale counts as one sale of its total in the overview', async () => {
    const range = () => {
      const fromMs = quarterOf(Date.now()) - quarterMs;
      return { fromMs, untilMs: fromMs + 3 * quarterMs };
    };
    const sold = async () => {
      const counted = await countEvents(shop.database.sql, range());
      return {
        sales: counted.reduce((sum, { sales }) => sum + sales, 0),
        cents: counted.reduce((sum, { salesCents }) => sum + Number(salesCents), 0),
      };
    };
    const before = await sold();
    await sell();
    const after = await sold();
    expect([after.sales - before.sales, after.cents - before.cents]).toEqual([1, 12_000]);
  });

  it('a shipped sale is paid by its total only: a charge of the price is refunded', async () => {
    const seller = await people.seller();
    const delivery = { pickup: true, shipping: { everywhere: 12.5 } };
    const productId = await people.make.product(seller.id, { delivery });
    const buyer = await people.buyer();
    const choice = { zone: 'everywhere', address };
    const bookingId = await people.book(buyer, productId, new Date(), choice);
    const charge = (amountCents: number) =>
      transaction(shop.database, (tx) =>
        recordCharge(
          tx,
          {
            bookingId,
            amountCents,
            provider: 'sandbox',
            transactionId: `${bookingId}${amountCents}`,
          },
          new Date(),
        ),
      );
    for (const other of [12_050, 1_250, 1, 13_301]) {
      expect(await charge(other)).toMatchObject({ state: 'refund-due' });
    }
    expect(await charge(13_300)).toMatchObject({ state: 'recorded' });
  });
});

describe('a full refund of a shipped sale', () => {
  async function expectAllBack(sale: Sale) {
    expect((await read(sale.buyer, sale)).refund).toMatchObject({
      amount: 120,
      shipping: 20,
      state: 'due',
    });
    expect((await read(sale.seller, sale)).earnings).toMatchObject({ amount: 0, commission: 0 });
    await refund(sale, 12_000);
    expect(await balances(sale)).toEqual({});
    expect(await read(sale.buyer, sale)).toMatchObject({
      state: 'returned',
      refund: { amount: 120, shipping: 20, state: 'refunded' },
    });
  }

  it('a shipped sale is fully refunded when the seller cancels', async () => {
    const sale = await sell();
    await call(sale.seller, `/bookings/${sale.bookingId}/cancel`, {
      method: 'POST',
      payload: { reason: 'It fell down' },
    });
    await expectAllBack(sale);
  });

  it('a shipped sale is fully refunded when it is given back', async () => {
    const sale = await sell();
    await people.requestReturn(sale.buyer, sale.bookingId);
    await people.decideReturn(sale.seller, sale.bookingId, 'accepted');
    await people.decideReturn(sale.seller, sale.bookingId, 'given-back');
    await expectAllBack(sale);
  });

  it('a shipped sale is fully refunded when the buyer of a trader withdraws before it is sent', async () => {
    const sale = await sell({ seller: await people.trader() });
    await people.withdraw(sale.buyer, sale.bookingId);
    await expectAllBack(sale);
  });

  it('a shipped sale is fully refunded when a dispute is decided for all of it', async () => {
    const sale = await sell();
    await people.requestReturn(sale.buyer, sale.bookingId);
    await people.decideReturn(sale.seller, sale.bookingId, 'contested');
    await people.decideDispute(admin, sale.bookingId, { refundCents: 12_000 });
    await expectAllBack(sale);
  });
});

describe('a decision of a dispute about a shipped sale', () => {
  async function disputed() {
    const sale = await sell();
    await people.requestReturn(sale.buyer, sale.bookingId);
    await people.decideReturn(sale.seller, sale.bookingId, 'contested');
    return sale;
  }
  const decide = ({ bookingId }: Sale, refund: number, shippingRefund?: number, goesBack = false) =>
    call<{ errors?: { field: string }[] }>(admin, `/bookings/${bookingId}/dispute`, {
      method: 'PUT',
      payload: { refund, shippingRefund, goesBack, reason: 'We read both sides' },
    });

  it.each([
    { refund: 20, shippingRefund: 20, commission: 10, earned: 90 },
    { refund: 50, shippingRefund: undefined, commission: 5, earned: 65 },
    { refund: 60, shippingRefund: 10, commission: 5, earned: 55 },
    { refund: 110, shippingRefund: undefined, commission: 0, earned: 10 },
  ])('a decision takes $shippingRefund of $refund from the shipping', async (decided) => {
    const sale = await disputed();
    const { refund: amount, shippingRefund } = decided;
    expect((await decide(sale, amount, shippingRefund)).status).toBe(200);
    const brought = { amount: decided.earned, commission: decided.commission };
    expect((await read(sale.seller, sale)).earnings).toMatchObject(brought);
    await refund(sale, amount * 100);
    expect((await read(sale.seller, sale)).earnings).toMatchObject(brought);
    const { commission = 0, available, pending = 0 } = await balances(sale);
    expect({ commission, available, pending }).toEqual({
      commission: decided.commission,
      available: decided.earned,
      pending: 0,
    });
    const path = `/bookings/${sale.bookingId}/dispute`;
    const [dispute, ofSeller] = [await call(sale.buyer, path), await call(sale.seller, path)];
    expect(dispute.body).toMatchObject({ price: 100, shipping: 20, total: 120, refund: amount });
    expect(dispute.body).not.toHaveProperty('commissionPercent');
    expect(ofSeller.body).toMatchObject({ commissionPercent: 10 });
    const shipping = shippingRefund ?? Math.max(0, amount - 100);
    expect((await read(sale.buyer, sale)).refund).toMatchObject({ amount, shipping });
  });

  it('a decision is carried out once the instrument is given back', async () => {
    const sale = await disputed();
    await decide(sale, 30, 20, true);
    await people.decideReturn(sale.seller, sale.bookingId, 'given-back');
    expect((await read(sale.buyer, sale)).refund).toMatchObject({ amount: 30, shipping: 20 });
    expect((await read(sale.seller, sale)).earnings).toMatchObject({ amount: 81, commission: 9 });
    await refund(sale, 3_000);
    expect(await balances(sale)).toMatchObject({ available: 81, commission: 9 });
  });

  it.each([
    [120.01, undefined, 'refund'],
    [50, 20.01, 'shippingRefund'],
    [115, 10, 'shippingRefund'],
    [10, 11, 'shippingRefund'],
  ])(
    'a decision of %f with %s of the shipping is refused, with the field',
    async (amount, part, field) => {
      const { status, body } = await decide(await disputed(), amount, part);
      expect([status, body.errors?.map((error) => error.field)]).toEqual([400, [field]]);
    },
  );
});

describe('a refund of a shipped sale outside of the shop', () => {
  it('a refund outside of the shop takes the price first, and never more than was paid for each', async () => {
    const sale = await sell();
    const { paymentId, bookingId } = sale;
    const elsewhere = (refundedCents: number) =>
      transaction(shop.database, (tx) =>
        recordRefundElsewhere(tx, { paymentId, bookingId, refundedCents }, new Date()),
      );
    await elsewhere(9_000);
    expect((await read(sale.seller, sale)).earnings).toMatchObject({ amount: 29, commission: 1 });
    expect(await balances(sale)).toMatchObject({ pending: 29, commission: 1 });
    expect((await read(sale.buyer, sale)).refund).toMatchObject({ amount: 90, shipping: 0 });
    await elsewhere(11_500);
    expect(await balances(sale)).toEqual({ 'provider:sandbox': -5, pending: 5 });
    expect((await read(sale.buyer, sale)).refund).toMatchObject({ amount: 115, shipping: 15 });
    await elsewhere(12_000);
    expect(await balances(sale)).toEqual({});
  });

  it('the database refuses a shipping refund beyond what was paid for shipping', async () => {
    const { paymentId } = await sell();
    const { sql } = shop.database;
    await expect(
      sql`update payments set refund_shipping_cents = 2001 where id = ${paymentId}`,
    ).rejects.toThrow('payments_refund_shipping');
    await expect(
      sql`update payments set shipping_cents = amount_cents where id = ${paymentId}`,
    ).rejects.toThrow('payments_shipping');
  });
});

it('a sale in yen is sent for whole yen, and divided without a remainder', async () => {
  setShopCurrency(findCurrency('JPY') ?? usDollar);
  const sale = await sell({ price: 1_005, shipping: 333 });
  expect(await read(sale.buyer, sale)).toMatchObject({ price: 1_005, shipping: 333, total: 1_338 });
  expect(await balances(sale)).toEqual({
    'provider:sandbox': -1_338,
    pending: 1_237,
    commission: 101,
  });
  const seller = await people.seller();
  const delivery = { pickup: true, shipping: { everywhere: 1.5 } };
  const form = {
    name: 'Koto',
    price: 1_005,
    condition: 'Good',
    number: '555-0101',
    location: 'Kyoto',
  };
  const listed = await call<{ errors: { field: string }[] }>(seller, '/products', {
    method: 'POST',
    payload: { ...form, description: 'Thirteen strings', year: 2010, image: 'x', delivery },
  });
  expect(listed.body.errors.map(({ field }) => field)).toContain('delivery.shipping.everywhere');
});

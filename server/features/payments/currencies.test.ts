import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { findCurrency } from '#contract/money/currencies.ts';
import { setShopCurrency, usDollar } from '#contract/money/shop-currency.ts';
import { mailKinds } from '#contract/operations/mail-kinds.ts';
import type { Earnings } from '#contract/payouts/earnings.ts';
import type { AccountBalance, LedgerEntry } from '#contract/payouts/ledger.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { systemClock } from '../../core/clock.ts';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import { createStripeBalance } from '../../providers/balances/stripe-balance.ts';
import { createStripePayouts } from '../../providers/payouts/stripe/stripe-payouts.ts';
import { chargedByStripe } from '../../providers/stripe/stripe-amounts.ts';
import { createStripeClient } from '../../providers/stripe/stripe-client.ts';
import { apiClient } from '../../testing/api-client.ts';
import { paidAmount } from '../../testing/fake-stripe/amounts.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { listingForm, selling } from '../../testing/selling.ts';
import { createStripeFixture, type StripeFixture } from '../../testing/stripe-fixture.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { refundDue } from './refund-payment.ts';

/*
 * A sale from the listing to the payout in currencies with two, no and three digits after the point, and in one that Stripe
 * writes with two digits that must be 0. Amounts on the wire are what people would write; those at Stripe are what Stripe
 * would charge, which the fake checks by rules of its own.
 */

interface Sale {
  code: string;
  price: number;
  /** The amounts as mails write them. */
  written: { price: string; refund: string };
  /** With too many digits, or none that Stripe charges, and what the field says. */
  refused: [price: number, message: string][];
  /** What Stripe's API gets. */
  atStripe: { price: number; refund: number };
  /** 7.5 % of the price, rounded half up. */
  commission: number;
  /** About a third of the price. */
  refund: number;
  /** The refund: the seller's part, and the commission's in proportion. */
  refundOf: { seller: number; commission: number };
  /** What the seller is paid, as in the file for the bank. */
  paidOut: [amount: number, inCsv: string];
}

const sales: Sale[] = [
  {
    code: 'EUR',
    price: 1_250.5,
    written: { price: '€1,250.50', refund: '€416.83' },
    refused: [
      [1_250.505, 'Use at most two digits after the point'],
      [0.49, 'Cards are charged €0.50 or more'],
    ],
    atStripe: { price: 125_050, refund: 41_683 },
    commission: 93.79,
    refund: 416.83,
    refundOf: { seller: 385.57, commission: 31.26 },
    paidOut: [771.14, '771.14'],
  },
  {
    code: 'JPY',
    price: 1_000,
    written: { price: '¥1,000', refund: '¥333' },
    refused: [
      [1_000.5, 'Use whole Japanese yen, without a decimal point'],
      [49, 'Cards are charged ¥50 or more'],
      [100_000_001, 'The price may be at most 100,000,000'],
    ],
    atStripe: { price: 1_000, refund: 333 },
    commission: 75,
    refund: 333,
    refundOf: { seller: 308, commission: 25 },
    paidOut: [617, '617'],
  },
  {
    code: 'KWD',
    price: 12.34,
    written: { price: 'KWD\u00a012.340', refund: 'KWD\u00a04.110' },
    refused: [
      [12.3451, 'Use at most three digits after the point'],
      [12.345, 'Cards are charged in steps of KWD\u00a00.010, so end it with 0'],
    ],
    atStripe: { price: 12_340, refund: 4_110 },
    commission: 0.926,
    refund: 4.11,
    refundOf: { seller: 3.802, commission: 0.308 },
    paidOut: [7.612, '7.612'],
  },
  {
    code: 'ISK',
    price: 45_000,
    written: { price: 'ISK\u00a045,000', refund: 'ISK\u00a015,000' },
    refused: [[45_000.5, 'Use whole Icelandic krónur, without a decimal point']],
    atStripe: { price: 4_500_000, refund: 1_500_000 },
    commission: 3_375,
    refund: 15_000,
    refundOf: { seller: 13_875, commission: 1_125 },
    paidOut: [27_750, '27750'],
  },
];

interface Refusal {
  errors?: { field: string; message: string }[];
}

describe.each(sales)('a shop that sells in $code', (sale) => {
  const { code, price } = sale;
  let shop: TestShop;
  let fixture: StripeFixture;
  let [seller, buyer, admin]: KnownUser[] = [];
  let productId = '';
  let bookingId = '';
  let transactionId = '';
  const call = apiClient(() => shop);
  const { picture } = selling(() => shop);
  const as = (user: KnownUser | undefined) => user ?? missing();
  const send = <Body>(
    user: KnownUser | undefined,
    method: 'POST' | 'PUT',
    path: string,
    payload: object,
  ) => call<Body & Refusal>(as(user), path, { method, payload });

  beforeAll(async () => {
    setShopCurrency(chargedByStripe(findCurrency(code) ?? missing()));
    fixture = await createStripeFixture();
    shop = await createTestShop({ cards: fixture.cards, commission: { percent: 7.5 } });
    seller = await shop.make.user({ role: 'seller', name: 'Sol Reed' });
    buyer = await shop.make.user({ name: 'Bea Low' });
    admin = await shop.make.user({ role: 'admin' });
  });
  afterAll(async () => {
    await shop.close();
    await fixture.stripe.stop();
    setShopCurrency(usDollar);
  });

  it('a price has the digits of the currency, and others are refused with the field', async () => {
    const sent = { ...listingForm, image: await picture(), originalPrice: undefined };
    for (const [refused, message] of sale.refused) {
      const { status, body } = await send(seller, 'POST', '/products', { ...sent, price: refused });
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ field: 'price', message }]);
    }
    const { status, body } = await send<{ insertedId: string }>(seller, 'POST', '/products', {
      ...sent,
      price,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    productId = body.insertedId;
    const read = await call<SingleProduct>(as(buyer), `/products/${productId}`);
    expect(read.body.price).toBe(price);
  });

  it('a listing is found by its price in the currency', async () => {
    const found = async (query: string) => {
      const { body } = await call<{ items: { _id: string }[] }>(as(buyer), `/search?${query}`);
      return body.items.map(({ _id }) => _id);
    };
    expect(await found(`minPrice=${price}&maxPrice=${price}&sort=price`)).toEqual([productId]);
    expect(await found(`minPrice=${price + 1}`)).toEqual([]);
    expect(await found(`maxPrice=${price - 1}`)).toEqual([]);
  });

  it('charges exactly the price by Stripe', async () => {
    const booked = await send<{ insertedId: string }>(buyer, 'POST', '/bookings', {
      productId,
      price,
      phone: '555 0199',
      location: 'the pier',
    });
    bookingId = booked.body.insertedId;
    const opened = await send<{ transactionId: string }>(buyer, 'POST', '/create-payment-intent', {
      price,
      bookingId,
    });
    expect(opened.status, JSON.stringify(opened.body)).toBe(200);
    ({ transactionId } = opened.body);
    const intent = fixture.stripe.account.getIntent(transactionId);
    expect(intent).toMatchObject({ amount: sale.atStripe.price, currency: code.toLowerCase() });
    expect(paidAmount(intent)).toBe(price);
    fixture.stripe.account.confirmIntent(transactionId, { payment_method: 'pm_card_visa' });
    const paid = await send(buyer, 'POST', '/payments', { price, transactionId, bookingId });
    expect(paid.status, JSON.stringify(paid.body)).toBe(201);
    expect(
      (await call<Earnings>(as(seller), `/earnings?email=${as(seller).email}`)).body,
    ).toMatchObject({ currency: code, available: 0, commissionPercent: 7.5 });
  });

  it('a partial refund has the digits of the currency', async () => {
    const sent = await send(seller, 'POST', `/bookings/${bookingId}/sent`, { carrier: 'DHL' });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    await send(buyer, 'POST', `/bookings/${bookingId}/dispute`, { reason: 'It never came' });
    const decide = (refund: number) =>
      send(admin, 'PUT', `/bookings/${bookingId}/dispute`, {
        refund,
        goesBack: false,
        reason: 'We read both sides',
      });
    const third = await decide(price / 3 + 1e-5);
    expect(third.status).toBe(400);
    expect(third.body.errors?.map(({ field }) => field)).toContain('refund');
    expect((await decide(sale.refund)).status).toBe(200);
    await refundDue({ database: shop.database, cards: fixture.cards, clock: systemClock });
    const [refund] = fixture.stripe.account.refundsOf(transactionId);
    expect(refund).toMatchObject({ amount: sale.atStripe.refund, currency: code.toLowerCase() });
    const { body } = await call<Booking>(as(buyer), `/bookings/${bookingId}`);
    expect(body.refund).toMatchObject({ amount: sale.refund, state: 'refunded' });
  });

  it('money is divided in whole units of the currency, so that the ledger adds up', async () => {
    const { body } = await call<LedgerEntry[]>(as(admin), `/ledger?bookingId=${bookingId}`);
    const of = (kind: string) =>
      body.filter((entry) => entry.kind === kind).map(({ amount }) => amount);
    expect(of('charge')).toEqual([price]);
    expect(of('commission')).toEqual([sale.commission]);
    expect(of('release')).toEqual([sale.paidOut[0]]);
    expect(of('refund').sort((a, b) => b - a)).toEqual([
      sale.refundOf.seller,
      sale.refundOf.commission,
    ]);
    expect(new Set(body.map(({ currency }) => currency))).toEqual(new Set([code]));
    const balances = await call<AccountBalance[]>(as(admin), '/ledger/balances');
    const digits = findCurrency(code)?.digits ?? 0;
    const sum = balances.body.reduce((total, { balance }) => total + balance * 10 ** digits, 0);
    expect(Math.round(sum)).toBe(0);
  });

  it('a payout has the digits of the currency in each file', async () => {
    const [amount, inCsv] = sale.paidOut;
    const { email } = as(seller);
    const details = { email, holder: 'Sol Reed', number: 'DE89370400440532013000' };
    await send(seller, 'PUT', '/payout-account', details);
    expect((await send(admin, 'POST', '/payouts', { email })).status).toBe(201);
    const earned = await call<Earnings>(as(seller), `/earnings?email=${email}`);
    expect(earned.body).toMatchObject({ pending: 0, available: 0, paidOut: amount });
    const read = async (user: KnownUser | undefined, path: string) => {
      const headers = await shop.as(as(user));
      return (await shop.app.inject({ url: `/api${path}`, headers })).body;
    };
    expect(await read(admin, '/payouts/bank.csv')).toContain(`,${inCsv},${code},`);
    const month = new Date().toISOString().slice(0, 7);
    const statement = await read(seller, `/earnings/statement?email=${email}&month=${month}`);
    // What is paid out, and nothing is left.
    const nothing = (0).toFixed(findCurrency(code)?.digits);
    expect(statement).toContain(`,${nothing},-${inCsv},${nothing},${nothing},${code}\r\n`);
  });

  it('mails have the amounts in the currency of the shop', async () => {
    const { identity, mails } = shop;
    await sendMails(mailSending(shop, mails, { identity, clock: systemClock }), mailKinds);
    const texts = shop.mails.map(({ text }) => text).join('\n');
    expect(texts).toContain(sale.written.price);
    expect(texts).toContain(sale.written.refund);
    expect(texts).not.toContain('$');
  });

  it('transfers and balances use the units of Stripe', async () => {
    const { secretKey, url: apiUrl, connect } = fixture.stripe;
    const stripe = createStripeClient({ secretKey, apiUrl, timeoutMs: 2_000 });
    const payouts = createStripePayouts({ stripe, webhookSecrets: [], clock: systemClock });
    const account = await payouts.accounts?.open({ id: as(seller).id, email: as(seller).email });
    connect.finishAccount(account?.id ?? '');
    const { price: priceAtStripe } = sale.atStripe;
    const amountCents = code === 'ISK' ? price : priceAtStripe;
    const order = { key: crypto.randomUUID(), amountCents, accountId: account?.id };
    const { id = '' } = await payouts.send(order);
    expect(connect.transfers.get(id)).toMatchObject({
      amount: priceAtStripe,
      currency: code.toLowerCase(),
    });
    const taken = { payoutId: id, amountCents: 10, key: crypto.randomUUID() };
    expect(await payouts.accounts?.reverse(taken)).toBe(10);
    const range = { from: new Date(Date.now() - 3_600_000), before: new Date(Date.now() + 60_000) };
    const { movements } = await createStripeBalance(stripe).listMovements({
      ...range,
      after: undefined,
    });
    const units = 10 ** (findCurrency(code)?.digits ?? 0);
    expect(movements.map(({ kind, amountCents: moved }) => `${kind} ${moved}`).sort()).toEqual(
      [
        `charge ${Math.round(price * units)}`,
        `payout ${-amountCents}`,
        'payout 10',
        `refund ${-Math.round(sale.refund * units)}`,
      ].sort(),
    );
  });

  it('a charge in another currency is not taken for a payment', async () => {
    const intent = fixture.stripe.account.getIntent(transactionId);
    intent.currency = 'cad';
    expect(await fixture.cards.findIntent(transactionId)).toMatchObject({ bookingId: undefined });
    intent.currency = code.toLowerCase();
    expect(await fixture.cards.findIntent(transactionId)).toMatchObject({ bookingId });
  });
});

function missing(): never {
  throw new Error('The test has not made it');
}

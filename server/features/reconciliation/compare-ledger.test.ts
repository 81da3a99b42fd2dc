import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Sql } from '../../database/sql.ts';
import { transaction } from '../../database/transaction.ts';
import { createStripeBalance } from '../../providers/balances/stripe-balance.ts';
import { createStripePayouts } from '../../providers/payouts/stripe/stripe-payouts.ts';
import { createStripeClient } from '../../providers/stripe/stripe-client.ts';
import { addPayout } from '../../testing/payout-builders.ts';
import { createPeople } from '../../testing/people.ts';
import { createStripeFixture, type StripeFixture } from '../../testing/stripe-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { recordCharge } from '../payments/record-charge.ts';
import { syncChargeback } from '../payments/sync-chargeback.ts';
import type { KnownUser } from '../users/find-user.ts';
import { compareLedger, resumeComparison } from './compare-ledger.ts';
import type { ComparisonDeps } from './comparison.ts';
import { listDifferences } from './list-differences.ts';

/** A shop of its own for each test: the comparison is about everything in the database and at Stripe. */
interface World {
  database: TestDatabase;
  stripe: StripeFixture['stripe'];
  fixture: StripeFixture;
  deps: ComparisonDeps;
  people: ReturnType<typeof createPeople>;
  seller: KnownUser;
}

const worlds: World[] = [];
let world: World;
/** Two hours after what the tests do, since what moved in the last hour is left out. */
const clock = { now: () => new Date(Date.now() + 2 * 3_600_000) };

async function openWorld(): Promise<World> {
  const database = await createTestDatabase();
  const fixture = await createStripeFixture();
  const { stripe, cards } = fixture;
  const { secretKey, url: apiUrl } = stripe;
  const client = createStripeClient({ secretKey, apiUrl, timeoutMs: 2_000 });
  const payouts = createStripePayouts({ stripe: client, webhookSecrets: [], clock });
  const balance = createStripeBalance(client);
  const people = createPeople(database);
  const deps = { database, cards, payouts, balance, clock };
  const opened = { database, fixture, stripe, deps, people, seller: await people.seller() };
  worlds.push(opened);
  return opened;
}

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await Promise.all(worlds.flatMap(({ database, stripe }) => [database.close(), stripe.stop()]));
});

const compare = () => compareLedger(world.deps);

/** A sale of $120.50 that was charged by Stripe. */
async function sell(at = new Date()) {
  const { database, fixture, stripe, people, seller } = world;
  const productId = await people.make.product(seller.id, { at });
  const bookingId = await people.book(await people.buyer(), productId, at);
  const { id } = await fixture.cards.createIntent(
    fixture.request({ bookingId, amountCents: 12_050 }),
  );
  stripe.account.confirmIntent(id, { payment_method: 'pm_card_visa' });
  const charge = { bookingId, amountCents: 12_050, provider: 'stripe', transactionId: id };
  const payment = await transaction(database, (tx) => recordCharge(tx, charge, at));
  return { id, bookingId, paymentId: payment.id };
}

async function differences() {
  const all = await listDifferences(world.database.sql, {
    count: 2_000,
    before: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  });
  return all.map(({ kind, reference, inLedger, atProvider, explanation }) => ({
    kind,
    reference,
    inLedger,
    atProvider,
    explanation,
  }));
}
const differenceOf = async (reference: string) =>
  (await differences()).find((difference) => difference.reference === reference);

const listRequests = () =>
  world.stripe.requests.filter(({ path }) => path === '/v1/balance_transactions');

describe('the comparison of the ledger with the provider’s list', () => {
  it('the comparison of matching ledgers finds only the fee of the day', async () => {
    const { id } = await sell();
    expect(await compare()).toBe(0);
    expect(await differenceOf(id)).toBeUndefined();
    const day = new Date().toISOString().slice(0, 10);
    expect((await differences()).filter(({ kind }) => kind === 'fee')).toEqual([
      expect.objectContaining({
        reference: `fees-${day}`,
        inLedger: 0,
        atProvider: -3.79,
        explanation: 'fee',
      }),
    ]);
  });

  it('the comparison lists an unknown charge, a payout to the bank, and other movements, by kind', async () => {
    const { stripe, fixture } = world;
    const foreign = await fixture.charged();
    const bank = stripe.connect.payOutToBank(50_000);
    const other = stripe.books.add({ type: 'climate_order_purchase', amount: -100 });
    const before = (await differences()).find(({ kind }) => kind === 'fee')?.atProvider ?? 0;
    stripe.books.add({ type: 'stripe_fee', reporting_category: 'fee', amount: -200 });
    expect(await compare()).toBe(2);
    expect(await differenceOf(foreign.id)).toMatchObject({
      kind: 'charge',
      inLedger: 0,
      atProvider: 450,
      explanation: undefined,
    });
    expect(await differenceOf(bank)).toMatchObject({
      kind: 'bank',
      inLedger: 0,
      atProvider: -500,
      explanation: 'bank',
    });
    expect(await differenceOf(other.id)).toMatchObject({ kind: 'other', atProvider: -1 });
    const fee = (await differences()).find(({ kind }) => kind === 'fee');
    // The fee of the unknown charge is $13.35.
    expect(fee?.atProvider).toBeCloseTo(before - 13.35 - 2);
    const found = await differences();
    await compare();
    expect(await differences()).toEqual(found);
    stripe.account.refund({ payment_intent: foreign.id });
    await compare();
    expect(await differenceOf(foreign.id)).toBeUndefined();
  });

  it('the comparison enters a refund that was made elsewhere, although no webhook came', async () => {
    const { stripe, database } = world;
    const { id, bookingId } = await sell();
    stripe.account.refund({ payment_intent: id, amount: '5000' });
    await compare();
    expect(await differenceOf(id)).toBeUndefined();
    const [entry] = await database.sql`
      select sum(amount_cents)::int as cents from ledger_entries
      where booking_id = ${bookingId} and kind = 'refund'`;
    expect(entry?.cents).toBe(5_000);
  });

  it('the comparison explains a due refund that was made, until its answer is known', async () => {
    const { stripe, database } = world;
    const { id, paymentId } = await sell();
    await database.sql`
      update payments set state = 'refund-due', refund_reason = 'The return was accepted'
      where id = ${paymentId}`;
    stripe.account.refund({ payment_intent: id });
    expect(await compare()).toBe(1);
    expect(await differenceOf(id)).toMatchObject({ kind: 'refund', explanation: 'pending' });
  });

  it('the comparison explains an open chargeback, and a lost one only if the amounts agree', async () => {
    const { stripe, database, deps } = world;
    const [agreed, wrong] = [await sell(), await sell()];
    const disputes = [agreed, wrong].map(({ id }) => stripe.account.dispute(id, 'needs_response'));
    for (const { id } of disputes) await syncChargeback(deps, id);
    await compare();
    for (const { id } of [agreed, wrong]) {
      expect(await differenceOf(id)).toMatchObject({
        kind: 'chargeback',
        inLedger: 120.5,
        atProvider: -15,
        explanation: 'chargeback',
      });
    }
    for (const { id } of disputes) {
      stripe.account.closeDispute(id, 'lost');
      await syncChargeback(deps, id);
    }
    // What Stripe has taken is more than it said of the chargeback.
    stripe.books.add({
      type: 'adjustment',
      reporting_category: 'dispute',
      amount: -700,
      source: { id: 'dp_more', object: 'dispute', payment_intent: wrong.id },
    });
    const moved = [agreed.bookingId, wrong.bookingId];
    await rewriteLedger(
      database.sql,
      () => database.sql`
        update ledger_entries set created_at = now() where booking_id = any(${moved}::uuid[])`,
    );
    await compare();
    expect(await differenceOf(agreed.id)).toBeUndefined();
    expect(await differenceOf(wrong.id)).toMatchObject({
      kind: 'chargeback',
      inLedger: -15,
      atProvider: -22,
      explanation: undefined,
    });
  });

  it('the comparison finds payouts that only the provider has paid or reversed', async () => {
    const { deps, stripe, database, seller } = world;
    const { id: accountId = '' } = (await deps.payouts.accounts?.open(seller)) ?? {};
    stripe.connect.finishAccount(accountId);
    const given = { sellerId: seller.id, provider: 'stripe' as const, failedAt: new Date() };
    const key = await addPayout(database, { ...given, state: 'failed' });
    const payouts = createStripePayouts({
      stripe: createStripeClient({ secretKey: stripe.secretKey, apiUrl: stripe.url }),
      webhookSecrets: [],
      clock,
    });
    const { id: transfer = '' } = await payouts.send({ key, amountCents: 12_050, accountId });
    await compare();
    expect(await differenceOf(key)).toMatchObject({
      kind: 'payout',
      inLedger: 0,
      atProvider: -120.5,
    });
    stripe.connect.reverse(transfer, {});
    await compare();
    expect(await differenceOf(key)).toBeUndefined();
  });

  it('the comparison finds pending money of a sale that has ended, until it is released', async () => {
    const { database, people, seller } = world;
    const { bookingId } = await sell();
    await people.complete(seller, bookingId);
    const reference = `pending-${bookingId}`;
    const move = (debit: string, credit: string) => database.sql`
      insert into ledger_entries (id, debit, credit, amount_cents, currency, kind, cause, booking_id,
        created_at)
      values (gen_random_uuid(), ${`${debit}:${seller.id}`}, ${`${credit}:${seller.id}`}, 37, 'USD',
        'release', gen_random_uuid()::text, ${bookingId}, now())`;
    await compare();
    expect(await differenceOf(reference)).toBeUndefined();
    await move('available', 'pending');
    await compare();
    expect(await differenceOf(reference)).toMatchObject({ kind: 'other', inLedger: 0.37 });
    await move('pending', 'available');
    await compare();
    expect(await differenceOf(reference)).toBeUndefined();
  });

  it('the comparison leaves out movements of the last hour', async () => {
    world = await openWorld();
    const { id } = await sell();
    world.stripe.books.transactions.length = 0;
    const now = { now: () => new Date(Date.now() + 60_000) };
    await compareLedger({ ...world.deps, clock: now });
    expect(await differenceOf(id)).toBeUndefined();
  });

  it('the comparison asks about a charge from before the list was read by itself', async () => {
    const { stripe, database } = world;
    const { id, bookingId } = await sell(new Date(Date.now() - 20 * 86_400_000));
    const charge = stripe.books.transactions.findIndex(
      ({ source }) => source && 'payment_intent' in source && source.payment_intent === id,
    );
    stripe.books.transactions.splice(charge, 1);
    await compare();
    expect(await differenceOf(id)).toBeUndefined();
    stripe.account.refund({ payment_intent: id, amount: '1000' });
    await compare();
    expect(await differenceOf(id)).toBeUndefined();
    const [entry] = await database.sql`
      select amount_cents as cents from ledger_entries
      where booking_id = ${bookingId} and kind = 'refund'`;
    expect(entry?.cents).toBe(1_000);
  });
});

describe('the comparison after an outage', () => {
  it('the comparison after an outage covers everything since the last one, however long ago', async () => {
    world = await openWorld();
    const { stripe, deps, database } = world;
    const { id, bookingId } = await sell();
    await compare();
    stripe.account.refund({ payment_intent: id, amount: '5000' });
    const later = { now: () => new Date(Date.now() + 10 * 86_400_000) };
    await compareLedger({ ...deps, clock: later });
    const entries = await database.sql<{ cents: number }[]>`
      select amount_cents as cents from ledger_entries
      where booking_id = ${bookingId} and kind = 'refund'`;
    expect([...entries]).toEqual([{ cents: 5_000 }]);
    expect(await differenceOf(id)).toBeUndefined();
  });

  it('a comparison that fails for one part continues with the others and closes no difference', async () => {
    world = await openWorld();
    const { stripe, deps, database } = world;
    const { id } = await sell();
    const foreign = await world.fixture.charged();
    await compare();
    stripe.account.refund({ payment_intent: id, amount: '5000' });
    const [before] = await database.sql`select compared_until as until from balance_readings`;
    const sql: typeof database.sql = (strings, ...values) => {
      if (strings.join('').includes('from payouts p')) throw new Error('The statement timed out');
      return database.sql(strings, ...values);
    };
    const tomorrow = { now: () => new Date(clock.now().getTime() + 86_400_000) };
    const failing = { ...deps, database: { ...database, sql }, clock: tomorrow };
    await expect(compareLedger(failing)).rejects.toThrow('Some money could not be compared');
    const [refund] = await database.sql`
      select amount_cents as cents from ledger_entries where kind = 'refund'`;
    expect(refund?.cents).toBe(5_000);
    expect((await differences()).filter(({ kind }) => kind === 'fee')).toHaveLength(1);
    expect(await differenceOf(foreign.id)).toBeDefined();
    const [after] = await database.sql`select compared_until as until from balance_readings`;
    expect(after).toEqual(before);
  });
});

describe('a list of a thousand movements', () => {
  const storedCount = async () => (await world.database.sql`select from balance_movements`).length;

  it('a long list is read page by page, and after an outage from where it stopped', async () => {
    world = await openWorld();
    const { stripe, database } = world;
    const created = Math.floor(Date.now() / 1_000);
    for (let number = 0; number < 500; number += 1) {
      const source = { object: 'charge', payment_intent: `pi_${number}` };
      stripe.books.add({ type: 'charge', amount: 1_000, created: created - number, source });
      stripe.books.add({ type: 'refund', amount: -1_000, created: created - number, source });
    }
    const { id } = await sell();
    const outage = { status: 500 };
    stripe.fail(...Array<undefined>(4).fill(undefined), outage, outage, outage);
    await expect(compare()).rejects.toThrow('Some money could not be compared');
    expect(await storedCount()).toBe(400);
    expect(await differences()).toEqual([]);
    const before = listRequests().length;
    expect(await resumeComparison(world.deps)).toBe(0);
    expect(await storedCount()).toBe(1_001);
    // The rest of the range; then a range that begins a day before the end of that one.
    expect(listRequests().at(before)?.params).toHaveProperty('starting_after');
    expect(await differenceOf(id)).toBeUndefined();
    const [reading] = await database.sql<{ next: string | null }[]>`
      select next_page as next from balance_readings where provider = 'stripe'`;
    expect(reading?.next).toBeNull();
    const after = listRequests().length;
    expect(await resumeComparison(world.deps)).toBe(0);
    expect(listRequests()).toHaveLength(after);
  });

  it('a long list is read once, with a day of overlap, by the runs of later days', async () => {
    const before = listRequests().length;
    const tomorrow = { now: () => new Date(clock.now().getTime() + 3 * 86_400_000) };
    await compareLedger({ ...world.deps, clock: tomorrow });
    const [first] = listRequests().slice(before);
    const from = Number(first?.params['created[gte]']) * 1_000;
    expect(Math.abs(from - (clock.now().getTime() - 25 * 3_600_000))).toBeLessThan(600_000);
    expect(await storedCount()).toBe(1_001);
  });

  it('a long list is read to its end although another server finishes an earlier part at that moment', async () => {
    world = await openWorld();
    const { database, stripe, deps } = world;
    stripe.books.add({ type: 'charge', amount: 1_000, created: Math.floor(Date.now() / 1_000) });
    const earlier = new Date(Date.now() - 3 * 86_400_000);
    await database.sql`
      insert into balance_readings (provider, covered_from, complete_until, range_from, range_before)
      values ('stripe', ${earlier}, ${earlier}, ${earlier}, ${new Date(Date.now() - 3_600_000)})`;
    const finishes = vi.fn(
      () => database.sql`
        update balance_readings set complete_until = range_before, range_from = null,
          range_before = null where range_from is not null`,
    );
    // Right after the first look at what is left to be read.
    const sql: typeof database.sql = (strings, ...values) => {
      const statement = database.sql(strings, ...values);
      if (finishes.mock.calls.length > 0 || !strings.join('').includes('update balance_readings'))
        return statement as never;
      return statement.then(async (rows) => {
        await finishes();
        return rows;
      }) as never;
    };
    await compareLedger({ ...deps, database: { ...database, sql } });
    expect(finishes).toHaveBeenCalledOnce();
    expect(await storedCount()).toBe(1);
  });
});

/** Runs statements that change or delete movements of the ledger, which PostgreSQL otherwise refuses. */
async function rewriteLedger(sql: Sql, rewrite: () => PromiseLike<unknown>): Promise<void> {
  await sql`grant update, delete on ledger_entries to current_user`;
  await rewrite();
  await sql`revoke update, delete on ledger_entries from current_user`;
}

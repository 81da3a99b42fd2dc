import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDifferences } from '../features/ledger/list-differences.ts';
import type { CardIntent } from '../providers/cards/port.ts';
import type { PayoutOutcome, PayoutProvider } from '../providers/payouts/port.ts';
import { addPayout } from '../testing/payout-builders.ts';
import { createPeople } from '../testing/people.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { compareLedger } from './compare-ledger.ts';

let database: TestDatabase;
let people: ReturnType<typeof createPeople>;
beforeAll(async () => {
  database = await createTestDatabase();
  people = createPeople(database);
});
afterAll(() => database.close());

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
/** What the providers' own books say. */
const intents = new Map<string, CardIntent>();
const outcomes = new Map<string, PayoutOutcome>();

function compare() {
  const unused = () => Promise.reject(new Error('The comparison does not call this'));
  const accounts = { open: unused, read: unused, createPage: unused, reverse: unused };
  const payouts: Pick<PayoutProvider, 'name' | 'accounts' | 'find'> = {
    name: 'sandbox',
    accounts: { ...accounts, readEvent: () => ({ about: 'nothing of ours' }) },
    find: async ({ key }) => outcomes.get(key) ?? null,
  };
  const cards = {
    name: 'sandbox' as const,
    findIntent: async (id: string) => intents.get(id) ?? null,
  };
  return compareLedger({ database, cards, payouts, clock: { now: () => new Date() } });
}

async function soldHoursAgo(hours: number, changes: Partial<CardIntent> = {}) {
  const sale = await people.sell(await people.seller(), hoursAgo(hours));
  const id = `tx_${sale.bookingId}`;
  const intent: CardIntent = {
    ...{ id, clientSecret: 'secret', amountCents: 12_050, state: 'succeeded', refundedCents: 0 },
    bookingId: sale.bookingId,
    ...changes,
  };
  intents.set(id, intent);
  return { ...sale, id, intent };
}

async function differenceOf(reference: string) {
  const all = await listDifferences(database.sql, {
    count: 100,
    before: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  });
  return all.find((difference) => difference.reference === reference);
}

describe('the comparison of the ledger with the books of the providers', () => {
  it('finds nothing where they agree', async () => {
    const { id } = await soldHoursAgo(2);
    await compare();
    expect(await differenceOf(id)).toBeUndefined();
  });

  it('finds a refund that was made elsewhere, until the ledger has it too', async () => {
    const { id, intent, bookingId } = await soldHoursAgo(2, { refundedCents: 5_000 });
    expect(await compare()).toBe(1);
    expect(await differenceOf(id)).toMatchObject({
      ...{ kind: 'refund', inLedger: 120.5, atProvider: 70.5, bookingId },
    });
    expect(await differenceOf(id)).not.toHaveProperty('explanation', expect.anything());
    await compare();
    intents.set(id, { ...intent, refundedCents: 0 });
    expect(await compare()).toBe(0);
    expect(await differenceOf(id)).toBeUndefined();
  });

  it('finds a charge that the provider does not know', async () => {
    const { id } = await soldHoursAgo(2);
    intents.delete(id);
    await compare();
    expect(await differenceOf(id)).toMatchObject({
      kind: 'charge',
      inLedger: 120.5,
      atProvider: 0,
    });
    await database.sql`delete from ledger_differences`;
    await database.sql`update payments set created_at = now() - interval '30 days'`;
  });

  it('leaves out what moved within the hour, and tells a refund that is due apart', async () => {
    const fresh = await soldHoursAgo(0, { refundedCents: 100 });
    const due = await soldHoursAgo(2, { refundedCents: 12_050 });
    await database.sql`
      update payments set state = 'refund-due', refund_reason = 'The return was accepted'
      where id = ${due.paymentId}`;
    expect(await compare()).toBe(0);
    expect(await differenceOf(fresh.id)).toBeUndefined();
    expect(await differenceOf(due.id)).toMatchObject({ explanation: 'pending' });
  });

  it('finds a payout that the provider has paid, and the ledger has not', async () => {
    const seller = await people.seller();
    const given = { sellerId: seller.id, provider: 'sandbox' as const, createdAt: hoursAgo(2) };
    const id = await addPayout(database, { ...given, state: 'failed', failedAt: hoursAgo(2) });
    outcomes.set(id, { state: 'paid', id: 'po_1' });
    await compare();
    expect(await differenceOf(id)).toMatchObject({
      kind: 'payout',
      inLedger: 0,
      atProvider: -120.5,
    });
  });
});

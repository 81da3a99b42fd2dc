import { newId } from '../../core/ids.ts';
import { transaction } from '../../database/transaction.ts';
import { recordCharge } from '../../features/payments/record-charge.ts';
import { storeProviderAccount } from '../../features/payouts/payout-account.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import { findAfterSaleFaults, watchAfterSale } from '../after-sale-faults.ts';
import { addBooking, addImage, addProduct, addUser } from '../builders.ts';
import { manualClock } from '../payment-steps.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { type AfterSaleAction, firstSteps, type RunSetup, type SaleSetup } from './actions.ts';
import { openCardBooks } from './card-books.ts';
import { finishRun, payEverybody } from './finish-run.ts';
import { findMoneyFaults } from './money-faults.ts';
import { openPayoutBooks } from './payout-books.ts';
import { performAction } from './perform-action.ts';
import type { AfterSaleRun } from './run.ts';

/** The sales of earlier runs have ended. So many of them do not slow the jobs down. */
const runsPerReset = 20;
const windowMinutes = 3 * 24 * 60 + 1;

/**
 * Runs what happens after a payment through the shop's own functions, in a database of its own that `watchAfterSale` watches.
 * The clock is virtual, and there is no HTTP. One run at a time.
 */
export async function openAfterSaleWorld() {
  const database = await createTestDatabase();
  await watchAfterSale(database.sql);
  const clock = manualClock();
  let people = await addPeople(database);
  let runsLeft = runsPerReset;
  const reached = new Map<string, number>();

  /** Counts what is in the database before it is emptied. */
  async function countReached(): Promise<void> {
    for (const { name, count } of await readReached(database)) {
      reached.set(name, (reached.get(name) ?? 0) + count);
    }
  }

  async function begin(setup: RunSetup): Promise<AfterSaleRun> {
    if (runsLeft <= 0) {
      await countReached();
      await truncateAll(database);
      people = await addPeople(database);
      runsLeft = runsPerReset;
    }
    const cardBooks = openCardBooks();
    const payoutBooks = openPayoutBooks(database, clock);
    const payouts = payoutBooks.providers[setup.payouts];
    const newSellers = Array.from({ length: setup.sellers }, () => addPerson(database, 'seller'));
    return {
      deps: { database, clock, payouts, cards: cardBooks.cards },
      ...people,
      cardBooks,
      payoutBooks,
      payoutBy: setup.payouts,
      sellers: await Promise.all(newSellers),
      sales: [],
      bank: new Map(),
    };
  }

  /** The sales that were completed before come first, because they take time. */
  async function sellAll(run: AfterSaleRun, sales: readonly SaleSetup[]): Promise<void> {
    const isPast = ({ beginning }: SaleSetup) =>
      beginning === 'completed' || beginning === 'paid-out';
    for (const sale of sales.filter(isPast)) await sell(run, sale);
    if (sales.some(isPast)) {
      clock.forward(windowMinutes);
      await performAction(run, { type: 'job', job: 'sales-completed' });
    }
    if (sales.some(({ beginning }) => beginning === 'paid-out')) await payEverybody(run);
    for (const sale of sales.filter((one) => !isPast(one))) await sell(run, sale);
  }

  /** Sells an instrument, and lets the first steps happen. */
  async function sell(run: AfterSaleRun, setup: SaleSetup): Promise<void> {
    const { beginning, priceCents, commissionBasisPoints } = setup;
    const { buyer, imageId } = people;
    const target = run.sales.length;
    const seller = run.sellers[target % run.sellers.length];
    if (!seller) throw new Error('A run has a seller');
    const at = clock.now();
    const productId = await addProduct(database, { sellerId: seller.id, imageId, priceCents });
    const bookingId = await addBooking(database, {
      id: newId(at),
      productId,
      buyerId: buyer.id,
      sellerId: seller.id,
      imageId,
      priceCents,
      commissionBasisPoints,
      createdAt: at,
      holdExpiresAt: new Date(at.getTime() + 48 * 3_600_000),
      ...(beginning === 'late'
        ? { state: 'released', releasedAt: at, releaseReason: 'cancelled' }
        : {}),
    });
    const charge = run.cardBooks.charge(bookingId, priceCents);
    run.cardBooks.tellCharged(charge);
    run.sales.push({ bookingId, buyer, seller, priceCents, commissionBasisPoints, charge });
    if (beginning === 'charged') return;
    const transactionId = charge.intentId;
    const paid = { bookingId, amountCents: priceCents, provider: 'sandbox', transactionId };
    await transaction(database, (tx) => recordCharge(tx, paid, at));
    for (const [step, by] of firstSteps[beginning]) {
      await performAction(run, { type: 'step', step, by, target, part: 0, goesBack: false });
    }
  }

  return {
    /**
     * Lets these things happen, then everything end.
     * @returns one line for each thing that must not be
     */
    async run(setup: RunSetup, schedule: readonly AfterSaleAction[][]): Promise<string[]> {
      const run = await begin(setup);
      const left = runsLeft - 1;
      // A run that fails leaves open sales, so the next one begins in an empty database.
      runsLeft = 0;
      if (setup.payouts === 'sandbox') await openAccounts(run);
      await sellAll(run, setup.sales);
      for (const step of schedule) {
        await Promise.all(step.map((action) => performAction(run, action)));
      }
      const early = await findAfterSaleFaults(database.sql);
      if (early.length > 0) return early;
      await finishRun(run);
      const faults = [
        ...(await findAfterSaleFaults(database.sql)),
        ...(await findMoneyFaults(run)),
      ];
      if (faults.length === 0) runsLeft = left;
      return faults;
    },
    /** How often all runs have reached each state, and written each kind of movement. Called once, at the end. */
    async reached(): Promise<ReadonlyMap<string, number>> {
      await countReached();
      return reached;
    },
    close: () => database.close(),
  };
}

function readReached({ sql }: TestDatabase) {
  return sql<{ name: string; count: number }[]>`
    select 'movement ' || kind as name, count(*)::int as count from ledger_entries group by 1
    union all select 'sale ' || state, count(*)::int from fulfilments group by 1
    union all select 'return ' || state, count(*)::int from returns group by 1
    union all select 'dispute ' || cause, count(*)::int from disputes group by 1
    union all select 'chargeback ' || state, count(*)::int from chargebacks group by 1
    union all select 'payout ' || provider || ' ' || state, count(*)::int from payouts group by 1
    union all select 'reversal ' || state, count(*)::int from payout_reversals group by 1
    union all select 'event ' || type, count(*)::int from payment_events group by 1`;
}

async function addPerson(database: TestDatabase, role: KnownUser['role']): Promise<KnownUser> {
  const id = await addUser(database, { role });
  return { id, name: 'Clara', email: `${id}@reprise.test`, role };
}

async function addPeople(database: TestDatabase) {
  const [admin, stranger, buyer, imageId] = await Promise.all([
    addPerson(database, 'admin'),
    addPerson(database, 'buyer'),
    addPerson(database, 'buyer'),
    addImage(database),
  ]);
  return { admin, stranger, buyer, imageId };
}

async function openAccounts({ deps, payoutBooks, sellers }: AfterSaleRun): Promise<void> {
  for (const seller of sellers) {
    const { id } = await payoutBooks.open(seller);
    await payoutBooks.setBehaviour(seller.id, 'pays');
    const owner = { sellerId: seller.id, provider: 'sandbox' } as const;
    await transaction(deps.database, (tx) =>
      storeProviderAccount(tx, owner, { id, state: 'ready' }, deps.clock.now()),
    );
  }
}

function truncateAll({ sql }: TestDatabase) {
  return sql`
    do $$ begin
      execute (select 'truncate ' || string_agg(format('%I', tablename), ', ')
        from pg_tables where schemaname = 'public');
    end $$`;
}

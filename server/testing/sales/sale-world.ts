import { permitLateReason, permitRefusedReason } from '#contract/after-sale/shop-reasons.ts';
import { everywhere } from '#contract/delivery/shop-zones.ts';
import { transaction } from '../../database/transaction.ts';
import { agreeCommission } from '../../features/payouts/agree-commission.ts';
import { storeProviderAccount } from '../../features/payouts/payout-account.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import { addImage, addProduct, addUser, insertRow } from '../builders.ts';
import { germanShop } from '../invoicing.ts';
import { manualClock } from '../payment-steps.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { openCardBooks } from './card-books.ts';
import { finishRun, payEverybody } from './finish-run.ts';
import { findInvoiceFaults } from './invoice-faults.ts';
import { findMoneyFaults } from './money-faults.ts';
import { findPaymentFaults } from './payment-faults.ts';
import { openPayoutBooks } from './payout-books.ts';
import { actOnSale, book, performAction } from './perform-action.ts';
import { firstSteps, type RunSetup, type SaleAction, type SaleSetup } from './random-histories.ts';
import { findAfterSaleFaults, watchAfterSale } from './sale-faults.ts';
import type { RunProduct, SaleRun } from './sale-run.ts';
import type { Side } from './sale-step.ts';
import type { SaleStepName } from './sale-steps.ts';

/** The clock begins today, whenever that is. */
const invoicing = { ...germanShop, firstMonth: '2000-01' };
/** The sales of earlier runs have ended. So many of them do not slow the jobs down. */
const runsPerReset = 20;
/** The days to return, with the working day of what was sent. */
const windowMinutes = 6 * 24 * 60 + 1;

/**
 * Sells by calls of the shop's own functions, in a database of its own that `watchAfterSale` watches. The clock is virtual,
 * and there is no HTTP. One run at a time.
 */
export async function openSaleWorld() {
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

  async function begin({ payouts: payoutBy, ...setup }: Omit<RunSetup, 'sales'>): Promise<SaleRun> {
    if (runsLeft <= 0) {
      await countReached();
      await truncateAll(database);
      people = await addPeople(database);
      runsLeft = runsPerReset;
    }
    runsLeft -= 1;
    const cardBooks = openCardBooks();
    const payoutBooks = openPayoutBooks(database, clock);
    const payouts = payoutBooks.providers[payoutBy];
    const { agreed } = setup;
    const sellers = await Promise.all(
      Array.from({ length: setup.sellers }, () => addPerson(database, 'seller')),
    );
    for (const { id } of agreed ? sellers : []) {
      const terms = { commission: agreed, reason: 'Agreed', sellerId: id };
      const now = { at: clock.now(), shop: { percent: 100 } };
      await transaction(database, (tx) => agreeCommission(tx, people.admin, terms, now));
    }
    return {
      deps: { database, clock, payouts, cards: cardBooks.cards, invoicing },
      ...people,
      cardBooks,
      payoutBooks,
      payoutBy,
      sellers,
      agreed,
      products: [],
      sales: [],
      offers: [],
      bank: new Map(),
    };
  }

  /** The sales that were completed before come first, because they take time. */
  async function sellAll(run: SaleRun, sales: readonly SaleSetup[]): Promise<void> {
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

  async function addProductTo(
    run: SaleRun,
    terms: Pick<RunProduct, 'priceCents' | 'shippingCents' | 'commission'>,
  ): Promise<RunProduct> {
    const { priceCents, shippingCents } = terms;
    const seller = run.sellers[run.products.length % run.sellers.length];
    if (!seller) throw new Error('A run has a seller');
    const ships = shippingCents > 0;
    const permit = needsPermit(terms) && { materials: ['pernambuco'], getsPermit: true };
    const owned = { sellerId: seller.id, imageId: people.imageId, priceCents, ships, ...permit };
    const productId = await addProduct(database, owned);
    if (ships) {
      const price = { productId, zoneId: everywhere.id, priceCents: shippingCents };
      await insertRow(database, 'shipping_prices', price);
    }
    const product = { productId, seller, agreed: run.agreed, ...terms };
    run.products.push(product);
    return product;
  }

  /** Lists an instrument and sells it as far as its beginning says. */
  async function sell(run: SaleRun, { beginning, ...terms }: SaleSetup): Promise<void> {
    const product = await addProductTo(run, terms);
    const [buyer] = run.buyers;
    if (beginning === 'unsold' || !buyer) return;
    const sale = await book(run, product, buyer);
    const take = (step: SaleStepName, by: Side) => actOnSale(run, sale, { step, by });
    await take('create-intent', 'buyer');
    if (beginning === 'held') return;
    if (beginning === 'late') await take('release', 'buyer');
    run.cardBooks.charge(sale.bookingId);
    if (beginning === 'charged') return;
    // A late charge is recorded and refused.
    const report = { type: 'step', step: 'record-payment', by: 'buyer' } as const;
    const target = run.sales.indexOf(sale);
    await performAction(run, { ...report, target, part: 0, goesBack: false });
    for (const [step, by] of firstSteps[beginning]) {
      if (step === 'send' && needsPermit(terms)) await take('give-permit', 'seller');
      const isShipped = step === 'hand-over' && terms.shippingCents > 0;
      // Some meet instead of having it sent; others say that it is there, which their seller has not marked as sent.
      if (isShipped && terms.priceCents % 2 === 0) await take('receive', 'buyer');
      else {
        if (isShipped) for (const side of ['buyer', 'seller'] as const) await take('meet', side);
        await take(step, by);
      }
    }
  }

  /** Lets everything end, and compares the books. @returns one line for each thing that must not be */
  async function endRun(run: SaleRun): Promise<string[]> {
    await finishRun(run);
    const early = [...(await findPaymentFaults(database.sql)), ...(await findMoneyFaults(run))];
    return early.length > 0 ? early : findInvoiceFaults(run);
  }

  return {
    /**
     * Lets these things happen, then everything end.
     * @returns one line for each thing that must not be
     */
    async run(setup: RunSetup, schedule: readonly SaleAction[][]): Promise<string[]> {
      const run = await begin(setup);
      const left = runsLeft;
      // A run that fails leaves open sales, so the next one begins in an empty database.
      runsLeft = 0;
      if (setup.payouts === 'sandbox') await openAccounts(run);
      await sellAll(run, setup.sales);
      for (const step of schedule) {
        await Promise.all(step.map((action) => performAction(run, action)));
        const early = await findPaymentFaults(database.sql);
        if (early.length > 0) return early;
      }
      const early = await findAfterSaleFaults(database.sql);
      if (early.length > 0) return early;
      const faults = [...(await endRun(run)), ...(await findAfterSaleFaults(database.sql))];
      if (faults.length === 0) runsLeft = left;
      return faults;
    },

    /**
     * Counts how often all runs have reached each state, and written each kind of movement. Called once, at the end.
     */
    async reached(): Promise<ReadonlyMap<string, number>> {
      await countReached();
      return reached;
    },
    close: () => database.close(),
  };
}

/** Some of what is sent needs a permit. */
const needsPermit = ({
  priceCents,
  shippingCents,
}: Pick<RunProduct, 'priceCents' | 'shippingCents'>) => shippingCents > 0 && priceCents === 1_001;

function readReached({ sql }: TestDatabase) {
  return sql<{ name: string; count: number }[]>`
    select 'movement ' || kind as name, count(*)::int as count from ledger_entries group by 1
    union all select 'document ' || kind, count(*)::int from invoices group by 1
    union all select 'sale ' || state, count(*)::int from fulfilments group by 1
    union all select 'return ' || state, count(*)::int from returns group by 1
    union all select 'permit ' || case when permit_given_at is not null then 'given'
        when cancel_reason = ${permitRefusedReason} then 'refused' else 'late' end, count(*)::int
      from fulfilments where permit_given_at is not null
        or cancel_reason in (${permitRefusedReason}, ${permitLateReason}) group by 1
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
  const imageId = await addImage(database);
  const admin = await addPerson(database, 'admin');
  const stranger = await addPerson(database, 'buyer');
  const buyers = [1, 2, 3].map(() => addPerson(database, 'buyer'));
  return { imageId, admin, stranger, buyers: await Promise.all(buyers) };
}

async function openAccounts({ deps, payoutBooks, sellers }: SaleRun): Promise<void> {
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
      -- PostgreSQL refuses to empty the ledger and the invoices otherwise.
      grant truncate on ledger_entries, invoices, invoice_entries to current_user;
      execute (select 'truncate ' || string_agg(format('%I', tablename), ', ')
        from pg_tables where schemaname = 'public');
      revoke truncate on ledger_entries, invoices, invoice_entries from current_user;
    end $$`;
}

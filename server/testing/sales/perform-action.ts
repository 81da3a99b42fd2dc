import { type Tx, transaction } from '../../database/transaction.ts';
import { receiveCardEvent } from '../../features/payments/receive-card-event.ts';
import { changePayout } from '../../features/payouts/change-payout.ts';
import { receivePayoutEvent } from '../../features/payouts/receive-payout-event.ts';
import { sendPayout } from '../../features/payouts/send-payout.ts';
import { startPayout } from '../../features/payouts/start-payout.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import { type JobDeps, scheduledJobs } from '../../jobs/scheduled-jobs.ts';
import type { PayoutEvent } from '../../providers/payouts/port.ts';
import { actOnOffer } from './act-on-offer.ts';
import { atOnce, isExpected, pick } from './at-once.ts';
import { type moneyJobs, partOf, type SaleAction } from './random-histories.ts';
import type { RunProduct, RunSale, SaleRun } from './sale-run.ts';
import { noDetails, type SaleStep, type Side, type StepDetails } from './sale-step.ts';
import { type SaleStepName, saleSteps } from './sale-steps.ts';

type ActionOf<Type extends SaleAction['type']> = Extract<SaleAction, { type: Type }>;

/** Does one thing. Problems and failures of the providers are expected; any other error is thrown. */
export async function performAction(run: SaleRun, action: SaleAction): Promise<void> {
  try {
    await act(run, action);
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}

async function act(run: SaleRun, action: SaleAction): Promise<unknown> {
  const { cardBooks, payoutBooks, deps } = run;
  switch (action.type) {
    case 'book':
      return book(run, pick(run.products, action.target), pick(run.buyers, action.buyer));
    case 'offer':
    case 'answer-offer':
    case 'reprice':
      return actOnOffer(run, action);
    case 'step':
      return takeStep(run, action);
    case 'job':
      return runJob(run, action.job);
    case 'wait':
      return deps.clock.forward(action.minutes);
    case 'card-failure':
      return cardBooks.faults.failNext(action.method, action.failure);
    case 'payout-failure':
      return payoutBooks.faults.failNext(action.method, action.failure);
    case 'webhook':
      return deliverEvent(run, action);
    case 'next-refund':
      return cardBooks.letNextRefund(action.result);
    case 'charge':
    case 'chargeback':
    case 'verdict':
    case 'refund-ends':
    case 'refund-in-dashboard':
      return actAtCardProvider(run, action);
    default:
      return actOnPayout(run, pick(run.sellers, action.target), action);
  }
}

type OfCards = 'charge' | 'chargeback' | 'verdict' | 'refund-ends' | 'refund-in-dashboard';

function actAtCardProvider(run: SaleRun, action: ActionOf<OfCards>): unknown {
  if (run.sales.length === 0) return undefined;
  const { cardBooks } = run;
  const { bookingId, priceCents, shippingCents } = pick(run.sales, action.target);
  const totalCents = priceCents + shippingCents;
  if (action.type === 'charge') return cardBooks.charge(bookingId);
  const [charge] = cardBooks.chargesOf(bookingId);
  if (!charge) return undefined;
  switch (action.type) {
    case 'chargeback':
      return cardBooks.openChargeback(charge, partOf(totalCents, action.part));
    case 'verdict':
      return cardBooks.closeChargeback(charge, action.state, action.isFeeGivenBack);
    case 'refund-ends':
      return cardBooks.endRefund(charge, action.state);
    case 'refund-in-dashboard':
      return cardBooks.refundInDashboard(charge, partOf(totalCents, action.part));
  }
}

type OfPayouts = 'start-payout' | 'end-payout' | 'account' | 'payout-sent-back';

async function actOnPayout(run: SaleRun, seller: KnownUser, action: ActionOf<OfPayouts>) {
  switch (action.type) {
    case 'start-payout':
      return atOnce(action.times, () => startPayoutTo(run, seller, action.isSent));
    case 'end-payout':
      return endPayout(run, seller, action);
    case 'account':
      return changeAccount(run, seller, action);
    case 'payout-sent-back': {
      const key = await run.payoutBooks.sendBack(seller.id);
      if (key !== undefined) await tellPayoutEvent(run, { about: 'payout', key }, action.times);
    }
  }
}

/** Books a product. @returns the sale, which is one of the run from then on */
export async function book(run: SaleRun, product: RunProduct, buyer: KnownUser): Promise<RunSale> {
  const bookingId = await saleSteps.book.act(run.deps, buyer, { ...noDetails, ...product });
  const sale = { ...product, buyer, bookingId: String(bookingId) };
  run.sales.push(sale);
  return sale;
}

/** @returns what the shop's function returns */
export function actOnSale(
  run: SaleRun,
  sale: RunSale,
  { step, by, ...details }: { step: SaleStepName; by: Side } & Partial<StepDetails>,
): Promise<unknown> {
  const people: Record<Side, KnownUser> = { ...run, ...sale };
  const transactionId = run.cardBooks.intentsOf(sale.bookingId).at(-1)?.intentId ?? '';
  const { act }: SaleStep = saleSteps[step];
  return act(run.deps, people[by], { ...noDetails, ...sale, transactionId, ...details });
}

async function takeStep(
  run: SaleRun,
  { step, by, target, part, goesBack }: ActionOf<'step'>,
): Promise<unknown> {
  if (run.sales.length === 0) return undefined;
  const sale = pick(run.sales, target);
  const refundCents = partOf(sale.priceCents + sale.shippingCents, part);
  // Sometimes the shipping goes back first.
  const refundShippingCents = part === 2 ? Math.min(refundCents, sale.shippingCents) : null;
  // The contract refuses a return without a refund.
  const decision = { refundCents, refundShippingCents, goesBack: goesBack && refundCents > 0 };
  return actOnSale(run, sale, { step, by, ...decision });
}

function inTransaction<T>({ deps }: SaleRun, work: (tx: Tx, at: Date) => T | Promise<T>) {
  return transaction(deps.database, (tx) => work(tx, deps.clock.now()));
}

async function runJob({ deps }: SaleRun, name: (typeof moneyJobs)[number]): Promise<number> {
  const job = scheduledJobs[name];
  if (!job) throw new Error(`There is no job ${name}`);
  // The jobs of `moneyJobs` use nothing else.
  return job.run(deps as unknown as JobDeps);
}

/** An event that the shop does not accept is sent again later. */
async function deliverEvent(
  { deps, cardBooks: { undelivered } }: SaleRun,
  { pick, times }: ActionOf<'webhook'>,
): Promise<void> {
  const event = undelivered[pick % undelivered.length];
  if (!event) return;
  const body = Buffer.from(JSON.stringify(event));
  await atOnce(times, () => receiveCardEvent(deps, body, {}));
  const index = undelivered.indexOf(event);
  if (index >= 0) undelivered.splice(index, 1);
}

async function startPayoutTo(run: SaleRun, seller: KnownUser, isSent: boolean) {
  const request = { sellerId: seller.id, provider: run.deps.payouts.name };
  const id = await inTransaction(run, (tx, at) => startPayout(tx, run.admin, request, at));
  if (isSent) await sendPayout(run.deps, id);
}

/** An admin records that a payout was paid at the bank of the shop, which it was then, or that it failed. */
async function endPayout(
  run: SaleRun,
  seller: KnownUser,
  { pick, state }: Pick<ActionOf<'end-payout'>, 'pick' | 'state'>,
): Promise<void> {
  const found = await run.deps.database.sql<{ id: string; cents: number }[]>`
    select id, amount_cents as cents from payouts where seller_id = ${seller.id} order by id`;
  const payout = found[pick % found.length];
  if (!payout) return;
  const change = { id: payout.id, state, reference: 'Transfer 7', reason: 'Account closed' };
  const changed = await inTransaction(run, (tx, at) =>
    changePayout(tx, run.admin, change, run.deps.payouts, at),
  );
  if (changed === 0 || state === 'failed') return;
  if (run.bank.has(payout.id)) throw new Error(`The payout ${payout.id} was paid twice`);
  run.bank.set(payout.id, { sellerId: seller.id, cents: payout.cents });
}

async function changeAccount(
  run: SaleRun,
  seller: KnownUser,
  { behaviour, isTold }: Pick<ActionOf<'account'>, 'behaviour' | 'isTold'>,
): Promise<void> {
  if (run.payoutBy === 'manual') return;
  await run.payoutBooks.setBehaviour(seller.id, behaviour);
  const { id: accountId } = await run.payoutBooks.open(seller);
  if (isTold) await tellPayoutEvent(run, { about: 'account', accountId }, 1);
}

/** Delivers a webhook of the payout provider, `times` times concurrently. */
export async function tellPayoutEvent(
  { deps }: SaleRun,
  event: PayoutEvent,
  times: number,
): Promise<void> {
  if (!deps.payouts.accounts) return;
  const body = Buffer.from(JSON.stringify(event));
  await atOnce(times, () => receivePayoutEvent(deps, body, {}));
}

import { Problem } from '../../core/problem.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { receiveCardEvent } from '../../features/payments/receive-card-event.ts';
import { changePayout } from '../../features/payouts/change-payout.ts';
import { receivePayoutEvent } from '../../features/payouts/receive-payout-event.ts';
import { sendPayout } from '../../features/payouts/send-payout.ts';
import { startPayout } from '../../features/payouts/start-payout.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import { type JobDeps, scheduledJobs } from '../../jobs/scheduled-jobs.ts';
import type { PayoutEvent } from '../../providers/payouts/port.ts';
import { type AfterSaleAction, type moneyJobs, partOf, type Side } from './actions.ts';
import type { AfterSaleRun, RunSale } from './run.ts';
import { saleSteps, type TakeStep } from './sale-steps.ts';

type ActionOf<Type extends AfterSaleAction['type']> = Extract<AfterSaleAction, { type: Type }>;

/** Does one thing. Problems and failures of the providers are expected; any other error is thrown. */
export async function performAction(run: AfterSaleRun, action: AfterSaleAction): Promise<void> {
  const target = 'target' in action ? action.target : 0;
  const sale = run.sales[target % run.sales.length];
  const seller = run.sellers[target % run.sellers.length];
  if (!sale || !seller) throw new Error('A run has sales and sellers');
  try {
    await act(run, action, { sale, seller });
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}

async function act(
  run: AfterSaleRun,
  action: AfterSaleAction,
  { sale, seller }: { sale: RunSale; seller: KnownUser },
): Promise<unknown> {
  const { cardBooks, payoutBooks, deps } = run;
  const { charge, priceCents } = sale;
  switch (action.type) {
    case 'step':
      return takeStep(run, sale, action);
    case 'job':
      return runJob(run, action.job);
    case 'wait':
      return deps.clock.forward(action.minutes);
    case 'card-failure':
      return cardBooks.faults.failNext(action.method, action.failure);
    case 'payout-failure':
      return payoutBooks.faults.failNext(action.method, action.failure);
    case 'chargeback':
      return cardBooks.openChargeback(charge, partOf(priceCents, action.part));
    case 'verdict':
      return cardBooks.closeChargeback(charge, action.state, action.isFeeGivenBack);
    case 'webhook':
      return deliverEvent(run, action);
    case 'next-refund':
      return cardBooks.letNextRefund(action.result);
    case 'refund-ends':
      return cardBooks.endRefund(charge, action.state);
    case 'refund-by-hand':
      return cardBooks.refundByHand(charge, partOf(priceCents, action.part));
    case 'start-payout':
      return atOnce(action.times, () => startPayoutTo(run, seller, action.isSent));
    case 'end-payout':
      return endPayout(run, seller, action);
    case 'account':
      return changeAccount(run, seller, action);
    case 'payout-sent-back': {
      const key = await payoutBooks.sendBack(seller.id);
      if (key !== undefined) await tellPayoutEvent(run, { about: 'payout', key }, action.times);
    }
  }
}

function inTransaction<T>({ deps }: AfterSaleRun, work: (tx: Tx, at: Date) => T | Promise<T>) {
  return transaction(deps.database, (tx) => work(tx, deps.clock.now()));
}

function takeStep(run: AfterSaleRun, sale: RunSale, action: ActionOf<'step'>): Promise<unknown> {
  const { bookingId, priceCents } = sale;
  const step = {
    bookingId,
    refundCents: partOf(priceCents, action.part),
    goesBack: action.goesBack,
  };
  const people: Record<Side, KnownUser> = { ...run, ...sale };
  const take: TakeStep = saleSteps[action.step];
  return inTransaction(run, (tx, at) => take(tx, people[action.by], step, at));
}

async function runJob({ deps }: AfterSaleRun, name: (typeof moneyJobs)[number]): Promise<number> {
  const job = scheduledJobs[name];
  if (!job) throw new Error(`There is no job ${name}`);
  // The jobs of `moneyJobs` use nothing else.
  return job.run(deps as unknown as JobDeps);
}

/** An event that the shop does not accept is sent again later. */
async function deliverEvent(
  { deps, cardBooks: { undelivered } }: AfterSaleRun,
  { pick, times }: ActionOf<'webhook'>,
): Promise<void> {
  const event = undelivered[pick % undelivered.length];
  if (!event) return;
  const body = Buffer.from(JSON.stringify(event));
  await atOnce(times, () => receiveCardEvent(deps, body, {}));
  const index = undelivered.indexOf(event);
  if (index >= 0) undelivered.splice(index, 1);
}

async function startPayoutTo(run: AfterSaleRun, seller: KnownUser, isSent: boolean) {
  const request = { sellerId: seller.id, provider: run.deps.payouts.name };
  const id = await inTransaction(run, (tx, at) => startPayout(tx, run.admin, request, at));
  if (isSent) await sendPayout(run.deps, id);
}

/** An admin records that a payout was paid at the bank of the shop, which it was then, or that it failed. */
async function endPayout(
  run: AfterSaleRun,
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
  run: AfterSaleRun,
  seller: KnownUser,
  { behaviour, isTold }: Pick<ActionOf<'account'>, 'behaviour' | 'isTold'>,
): Promise<void> {
  if (run.payoutBy === 'manual') return;
  await run.payoutBooks.setBehaviour(seller.id, behaviour);
  const { id: accountId } = await run.payoutBooks.open(seller);
  if (isTold) await tellPayoutEvent(run, { about: 'account', accountId }, 1);
}

/** Delivers a webhook of the payout provider so many times at once. */
export async function tellPayoutEvent(
  { deps }: AfterSaleRun,
  event: PayoutEvent,
  times: number,
): Promise<void> {
  if (!deps.payouts.accounts) return;
  const body = Buffer.from(JSON.stringify(event));
  await atOnce(times, () => receivePayoutEvent(deps, body, {}));
}

/** @throws an unexpected error, or else an expected one when all have failed */
async function atOnce(times: number, act: () => Promise<unknown>): Promise<void> {
  const results = await Promise.allSettled(Array.from({ length: times }, act));
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const unexpected = errors.find((error) => !isExpected(error));
  if (unexpected) throw unexpected;
  if (errors.length > 0 && errors.length === times) throw errors[0];
}

function isExpected(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isExpected);
  if (error instanceof Problem) return error.code !== 'internal';
  return error instanceof Error && error.cause !== undefined && isExpected(error.cause);
}

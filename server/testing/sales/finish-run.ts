import { availableTo, isRunOver } from './money-faults.ts';
import { performAction, tellPayoutEvent } from './perform-action.ts';
import { moneyJobs } from './random-histories.ts';
import type { RunSale, SaleRun } from './sale-run.ts';

/** More than any sale needs until all of its clocks have run out. */
const maxRounds = 12;

/** Lets everyone do what ends the sales and pays the sellers, and the clocks do the rest. */
export async function finishRun(run: SaleRun): Promise<void> {
  run.cardBooks.recover();
  run.payoutBooks.faults.end();
  for (let round = 0; round < maxRounds; round += 1) {
    run.deps.clock.forward(14 * 24 * 60 + 1);
    await finishCharges(run, round);
    await finishPayouts(run);
    await endSales(run);
    for (const job of moneyJobs) {
      // Reminders end nothing.
      if (!job.endsWith('reminded')) await performAction(run, { type: 'job', job });
    }
    await payEverybody(run);
    if (await isRunOver(run)) return;
  }
}

/** An admin decides what is disputed, and the buyer cancels what was never handed over. */
async function endSales(run: SaleRun): Promise<void> {
  const open = await run.deps.database.sql<{ bookingId: string; isDisputed: boolean }[]>`
    select booking_id as "bookingId", true as "isDisputed" from disputes where state = 'open'
    union all
    select booking_id, false from fulfilments where state = 'awaiting'`;
  for (const { bookingId, isDisputed } of open) {
    const target = run.sales.findIndex((sale) => sale.bookingId === bookingId);
    const step = { type: 'step', target, part: 0, goesBack: false } as const;
    if (isDisputed) {
      // Nothing goes back, unless the two have met: then the shipping does, which is refused here, and so all of it.
      const decide = { ...step, step: 'decide-dispute', by: 'admin' } as const;
      await performAction(run, decide);
      await performAction(run, { ...decide, part: 4 });
    } else await performAction(run, { ...step, step: 'cancel', by: 'buyer' });
  }
}

/** Pays what is due to all sellers, manually where the shop pays so. */
export async function payEverybody(run: SaleRun): Promise<void> {
  for (const [target, seller] of run.sellers.entries()) {
    const isDue = (await availableTo(run, seller.id)) > 0;
    if (isDue) await performAction(run, { type: 'start-payout', target, times: 1, isSent: true });
    const states = await run.deps.database.sql<{ state: string }[]>`
      select state from payouts where seller_id = ${seller.id} order by id`;
    for (const [pick, { state }] of states.entries()) {
      if (run.payoutBy === 'sandbox' || state !== 'taken') continue;
      await performAction(run, { type: 'end-payout', target, pick, state: 'paid' });
    }
  }
}

/** The banks decide, all webhooks arrive, and what a bank has rejected is refunded on the provider's own page. */
async function finishCharges(run: SaleRun, round: number): Promise<void> {
  const { cardBooks, sales } = run;
  for (const [index, { bookingId }] of sales.entries()) {
    for (const charge of cardBooks.chargesOf(bookingId)) {
      cardBooks.closeChargeback(charge, (index + round) % 2 === 0 ? 'lost' : 'won', false);
      cardBooks.endRefund(charge, 'made');
    }
  }
  for (const sale of sales) await refundInDashboard(run, sale);
  for (let left = cardBooks.undelivered.length; left > 0; left -= 1) {
    await performAction(run, { type: 'webhook', pick: 0, times: 1 });
  }
}

/** A refund that the provider keeps refusing is in the list of admins, who refund on the provider's own page. */
async function refundInDashboard(
  { deps, cardBooks }: SaleRun,
  { bookingId }: RunSale,
): Promise<void> {
  for (const charge of cardBooks.chargesOf(bookingId)) {
    const hasFailed = charge.refunds.some(({ state }) => state === 'failed');
    if (!hasFailed) continue;
    const [due] = await deps.database.sql<{ cents: number }[]>`
      select coalesce(refund_cents, amount_cents) as cents from payments
      where transaction_id = ${charge.intentId} and state = 'refund-due' and refund_attempts > 1`;
    if (due) cardBooks.refundInDashboard(charge, due.cents);
  }
}

/** Every account is in order, and the provider tells what was sent back. */
async function finishPayouts(run: SaleRun): Promise<void> {
  if (run.payoutBy === 'manual') return;
  for (const [target, seller] of run.sellers.entries()) {
    await performAction(run, { type: 'account', target, behaviour: 'pays', isTold: true });
    const sentBack = await run.deps.database.sql<{ key: string }[]>`
      select s.idempotency_key as key from sandbox_payouts s
      join payouts p on p.id::text = s.idempotency_key
      where p.seller_id = ${seller.id} and s.state = 'failed' and p.state <> 'failed'`;
    for (const { key } of sentBack) await tellPayoutEvent(run, { about: 'payout', key }, 1);
  }
}

import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import { Problem } from '../../core/problem.ts';
import { rawSql } from '../../database/sql.ts';
import { transaction } from '../../database/transaction.ts';
import { disputedMoney } from './disputed-money.ts';
import { type PayoutDeps, sendPayout } from './send-payout.ts';
import { startPayout } from './start-payout.ts';

const concurrency = 4;
const payoutsPerRun = 200;
/** After a provider was asked for a payout that failed, the next one waits so long, or until the account has changed. */
const pauseAfterFailureHours = 24;

/**
 * If a payout provider is in use, starts and sends a payout to every seller whose account is ready and who has money
 * available. Manual payouts are started by admins.
 * @returns how many were started
 * @throws AggregateError when some could not be made; the others were
 */
export async function startAutomaticPayouts(deps: PayoutDeps): Promise<number> {
  const { database, payouts, clock } = deps;
  if (!payouts.accounts) return 0;
  const at = clock.now();
  const failedAfter = new Date(at.getTime() - pauseAfterFailureHours * 3_600_000);
  const due = await database.sql<{ sellerId: string }[]>`
    select a.user_id as "sellerId" from payout_accounts a
    where a.provider = ${payouts.name} and a.state = 'ready'
      and (select coalesce(sum(amount_cents), 0) from ledger_entries
          where credit = 'available:' || a.user_id)
        > (select coalesce(sum(amount_cents), 0) from ledger_entries
          where debit = 'available:' || a.user_id)
          + (select coalesce(sum(cents), 0) from (${rawSql(disputedMoney)}) disputed
            where seller_id = a.user_id)
      and not exists (
        select from payouts p where p.seller_id = a.user_id and (p.state = 'started'
          or p.state = 'failed' and p.attempts > 0 and p.failed_at >= greatest(${failedAfter}::timestamptz, a.changed_at)))
    limit ${payoutsPerRun}`;
  const { done, failures } = await mapWithConcurrency(due, concurrency, async ({ sellerId }) => {
    const id = await startUnlessDone(deps, sellerId);
    return id !== undefined && sendPayout(deps, id);
  });
  if (failures.length > 0) throw new AggregateError(failures, 'Some payouts could not be made');
  return done;
}

/** @returns undefined when an admin or another server was faster */
async function startUnlessDone(
  { database, payouts, clock }: PayoutDeps,
  sellerId: string,
): Promise<string | undefined> {
  try {
    return await transaction(database, (tx) =>
      startPayout(tx, null, { sellerId, provider: payouts.name }, clock.now()),
    );
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return undefined;
    throw error;
  }
}

import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import { syncAccount, syncPayout } from './receive-payout-event.ts';
import type { PayoutDeps } from './send-payout.ts';

const concurrency = 4;
const payoutsPerRun = 200;

/**
 * Asks the payout provider how the payouts stand that it has taken, and the accounts that are not ready: once a minute in
 * their first hour, once an hour after. Webhooks that were lost are made up for.
 * @returns how many payouts changed
 * @throws AggregateError when some could not be asked about; the others were
 */
export async function checkPayouts(deps: PayoutDeps): Promise<number> {
  const { payouts } = deps;
  if (!payouts.accounts) return 0;
  const accounts = await mapWithConcurrency(
    await accountsToCheck(deps),
    concurrency,
    async ({ id }) => {
      await syncAccount(deps, id);
      return true;
    },
  );
  const taken = await mapWithConcurrency(await payoutsToCheck(deps), concurrency, ({ id }) =>
    syncPayout(deps, id),
  );
  const failures = [...accounts.failures, ...taken.failures];
  if (failures.length > 0) throw new AggregateError(failures, 'Some payouts could not be checked');
  return taken.done;
}

function accountsToCheck({ database, payouts, clock }: PayoutDeps) {
  const now = clock.now();
  return database.sql<{ id: string }[]>`
    select provider_account_id as id from payout_accounts
    where provider = ${payouts.name} and state <> 'ready' and provider_account_id is not null
      and (changed_at > ${now}::timestamptz - interval '1 hour'
        or extract(minute from ${now}::timestamptz) = 0)
    order by changed_at desc limit ${payoutsPerRun}`;
}

/** The time is written first, so that a payout whose check fails comes after all others the next time. */
function payoutsToCheck({ database, payouts, clock }: PayoutDeps) {
  const now = clock.now();
  return database.sql<{ id: string }[]>`
    update payouts set tried_at = ${now} where id in (
      select id from payouts
      where state = 'taken' and provider = ${payouts.name}
        and tried_at <= ${now}::timestamptz - case
          when taken_at > ${now}::timestamptz - interval '1 hour' then interval '55 seconds'
          else interval '1 hour' end
      order by tried_at limit ${payoutsPerRun}
    ) returning id`;
}

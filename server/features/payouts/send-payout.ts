import type { Clock } from '../../core/clock.ts';
import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import type { Database } from '../../database/connection.ts';
import { transaction } from '../../database/transaction.ts';
import type { PayoutOutcome, PayoutProvider, PayoutRequest } from '../../providers/payouts/port.ts';
import { recordOutcome } from './record-outcome.ts';

export interface PayoutDeps {
  database: Pick<Database, 'orm' | 'sql'>;
  payouts: PayoutProvider;
  clock: Clock;
}

const concurrency = 4;
const payoutsPerRun = 200;
/** Pauses between attempts of one payout start at a minute and double up to this. */
const maxPauseMinutes = 6 * 60;

interface PayoutToSend {
  id: string;
  amountCents: number;
  accountId: string | null;
  attempts: number;
}

/**
 * Asks the provider for a started payout and records how it stands. If that fails, the payout stays started, and
 * `sendStartedPayouts` tries it again. An answer that was lost is found by the payout's id, so that nothing is paid twice.
 * @returns false when it was not started, or is of another provider
 */
export async function sendPayout(deps: PayoutDeps, id: string): Promise<boolean> {
  const { database, payouts, clock } = deps;
  const payout = await startAttempt(deps, id);
  if (!payout) return false;
  const { amountCents, attempts } = payout;
  const request = { key: id, amountCents, accountId: payout.accountId ?? undefined };
  try {
    const outcome = await outcomeOf(payouts, request, attempts > 1);
    await transaction(database, (tx) => recordOutcome(tx, id, outcome, clock.now()));
    return true;
  } catch (cause) {
    throw new Error(`The payout ${id} could not be made (attempt ${attempts})`, { cause });
  }
}

async function outcomeOf(
  payouts: PayoutProvider,
  request: PayoutRequest,
  mayBeThere: boolean,
): Promise<PayoutOutcome> {
  const found = mayBeThere ? await payouts.find(request) : null;
  return found ?? payouts.send(request);
}

/** Counts the attempt before it is made, so that the pauses grow even if the server stops during it. */
async function startAttempt({ database, payouts, clock }: PayoutDeps, id: string) {
  const [payout] = await database.sql<PayoutToSend[]>`
    update payouts p set attempts = attempts + 1, tried_at = ${clock.now()}
    where id = ${id} and state = 'started' and provider = ${payouts.name}
    returning id, amount_cents as "amountCents", attempts, (
      select provider_account_id from payout_accounts a
      where a.user_id = p.seller_id and a.provider = p.provider
    ) as "accountId"`;
  return payout;
}

/**
 * Tries the started payouts whose last attempt is long enough ago. Any number of servers may do so at once.
 * @returns how many were taken, paid or failed
 * @throws AggregateError when some could not be made; the others were
 */
export async function sendStartedPayouts(deps: PayoutDeps): Promise<number> {
  const now = deps.clock.now();
  const due = await deps.database.sql<{ id: string }[]>`
    select id from payouts
    where state = 'started' and provider = ${deps.payouts.name}
      and (tried_at is null or tried_at <= ${now}::timestamptz - make_interval(mins =>
        least(${maxPauseMinutes}::int, (2 ^ least(greatest(attempts - 1, 0), 16))::int)))
    order by tried_at nulls first limit ${payoutsPerRun}`;
  const { done, failures } = await mapWithConcurrency(due, concurrency, ({ id }) =>
    sendPayout(deps, id),
  );
  if (failures.length > 0) throw new AggregateError(failures, 'Some payouts could not be made');
  return done;
}

import type { Clock } from '../../core/clock.ts';
import { storedFault } from '../../core/describe-fault.ts';
import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import type { Database } from '../../database/connection.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import type { PayoutOutcome, PayoutProvider } from '../../providers/payouts/port.ts';
import { cancelPayout, lockPayout, recordOutcome } from './record-outcome.ts';
import { readPayableCents } from './start-payout.ts';

export interface PayoutDeps {
  database: Pick<Database, 'sql' | 'transaction'>;
  payouts: PayoutProvider;
  clock: Clock;
}

const concurrency = 4;
const payoutsPerRun = 200;
/** Pauses between attempts of one payout start at a minute and double up to this. */
const maxPauseMinutes = 6 * 60;

/** Longer than a request to a provider takes, so that no attempt begins while another one is being made. */
const minPauseMs = 55_000;

interface Attempt {
  amountCents: number;
  accountId: string | undefined;
  attempts: number;
  /** Whether the money is still the seller's, and not disputed. */
  isCovered: boolean;
}

/**
 * Asks the provider for a started payout and records how it stands. If that fails, the payout stays started, and
 * `sendStartedPayouts` tries it again. An answer that was lost is found by the payout's id, so that nothing is paid twice.
 * A payout whose money went back to a buyer or is disputed by now is not sent but cancelled, unless the provider has it.
 * @returns false when it was not started, is being tried, or is of another provider
 */
export async function sendPayout(deps: PayoutDeps, id: string): Promise<boolean> {
  const { database, payouts, clock } = deps;
  const attempt = await transaction(database, (tx) => startAttempt(tx, deps, id));
  if (attempt === 'none') return false;
  if (attempt === 'cancelled') return true;
  const { amountCents, accountId, attempts, isCovered } = attempt;
  const request = { key: id, amountCents, accountId };
  try {
    const found = attempts > 1 ? await payouts.find(request) : null;
    const outcome = found ?? (isCovered ? await payouts.send(request) : undefined);
    await transaction(database, (tx) => recordAttempt(tx, id, outcome, clock.now()));
    return true;
  } catch (cause) {
    await database.sql`
      update payouts set last_error = ${storedFault(cause)} where id = ${id} and state = 'started'`;
    throw new Error(`The payout ${id} could not be made (attempt ${attempts})`, { cause });
  }
}

/**
 * Counts the attempt before it is made, so that the pauses grow even if the server stops during it. A payout that no
 * provider was asked for is cancelled when its money is no longer there.
 */
async function startAttempt(
  tx: Tx,
  { payouts, clock }: PayoutDeps,
  id: string,
): Promise<Attempt | 'cancelled' | 'none'> {
  const at = clock.now();
  // A chargeback locks its seller too, so that none comes between. Users are locked before payouts.
  await tx.sql`
    select from users where id = (select seller_id from payouts where id = ${id}) for no key update`;
  const payout = await lockPayout(tx, id);
  const { sellerId, amountCents } = payout;
  if (payout.state !== 'started' || payout.provider !== payouts.name) return 'none';
  const isCovered = (await readPayableCents(tx, sellerId)) >= amountCents;
  if (payout.attempts === 0 && !isCovered) {
    await cancelPayout(tx, id, at);
    return 'cancelled';
  }
  const [attempt] = await tx.sql<{ attempts: number; accountId: string | null }[]>`
    update payouts p set attempts = attempts + 1, tried_at = ${at}
    where id = ${id} and (tried_at is null or tried_at <= ${new Date(at.getTime() - minPauseMs)})
    returning attempts, (
      select provider_account_id from payout_accounts a
      where a.user_id = p.seller_id and a.provider = p.provider
    ) as "accountId"`;
  if (!attempt) return 'none';
  const { attempts, accountId } = attempt;
  return { amountCents, isCovered, attempts, accountId: accountId ?? undefined };
}

async function recordAttempt(
  tx: Tx,
  id: string,
  outcome: PayoutOutcome | undefined,
  at: Date,
): Promise<void> {
  if (outcome) await recordOutcome(tx, id, outcome, at);
  else await cancelPayout(tx, id, at);
}

/**
 * Tries the started payouts whose last attempt is long enough ago. Any number of servers may do so concurrently.
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

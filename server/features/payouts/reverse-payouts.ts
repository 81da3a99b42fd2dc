import { storedFault } from '../../core/describe-fault.ts';
import { newId } from '../../core/ids.ts';
import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { accounts, writeMovement } from '../ledger/write-ledger.ts';
import { lockPayout } from './record-outcome.ts';
import type { PayoutDeps } from './send-payout.ts';

const concurrency = 4;
const reversalsPerRun = 100;
/** Pauses between attempts of one reversal start at a minute and double up to this. */
const maxPauseMinutes = 6 * 60;

interface StartedReversal {
  id: string;
  payoutId: string;
  providerPayoutId: string;
  amountCents: number;
}

/**
 * Takes back from the payouts of sellers below zero, as after a chargeback, as far as their accounts at the provider hold
 * the money. What cannot be taken back is set against their next sales. A reversal is stored before it is tried, and its id
 * is its key at the provider.
 * @returns how many reversals the provider has made
 * @throws AggregateError when some could not be made; the others were
 */
export async function reversePayouts(deps: PayoutDeps): Promise<number> {
  if (!deps.payouts.accounts) return 0;
  await startReversals(deps);
  const { done, failures } = await mapWithConcurrency(
    await claimReversals(deps),
    concurrency,
    (reversal) => reversePayout(deps, reversal),
  );
  if (failures.length > 0) throw new AggregateError(failures, 'Some payouts were not taken back');
  return done;
}

/**
 * Takes for each seller below zero without a started reversal the newest payout that is not wholly reversed, once a
 * day.
 */
async function startReversals({ database, payouts, clock }: PayoutDeps): Promise<void> {
  const now = clock.now();
  const below = await database.sql<{ payoutId: string; amountCents: number }[]>`
    select distinct on (p.seller_id) p.id as "payoutId",
      least(p.amount_cents - r.reversed, d.debt)::bigint as "amountCents"
    from payout_accounts a
    cross join lateral (
      select (select coalesce(sum(amount_cents), 0) from ledger_entries
          where debit = 'available:' || a.user_id)
        - (select coalesce(sum(amount_cents), 0) from ledger_entries
          where credit = 'available:' || a.user_id) as debt
    ) d
    join payouts p on p.seller_id = a.user_id and p.provider = a.provider and p.state = 'paid'
      and p.provider_payout_id is not null
    cross join lateral (
      select coalesce(sum(amount_cents) filter (where state = 'done'), 0) as reversed,
        coalesce(bool_or(state = 'started'
          or created_at > ${now}::timestamptz - interval '1 day' and state = 'refused'), false) as waits
      from payout_reversals where payout_id = p.id
    ) r
    where a.provider = ${payouts.name} and d.debt > 0 and not r.waits
      and p.amount_cents > r.reversed
      and not exists (
        select from payout_reversals s join payouts q on q.id = s.payout_id
        where q.seller_id = a.user_id and s.state = 'started')
    order by p.seller_id, p.id desc limit ${reversalsPerRun}`;
  for (const { payoutId, amountCents } of below) {
    await database.sql`
      insert into payout_reversals (id, payout_id, amount_cents, state, created_at)
      values (${newId(now)}, ${payoutId}, ${amountCents}, 'started', ${now})
      on conflict do nothing`;
  }
}

/** Counts the attempts before they are made, so that the pauses grow even if the server stops during one. */
function claimReversals({ database, payouts, clock }: PayoutDeps): Promise<StartedReversal[]> {
  const now = clock.now();
  return database.sql<StartedReversal[]>`
    update payout_reversals r set attempts = r.attempts + 1, tried_at = ${now}
    from payouts p
    where p.id = r.payout_id and p.provider = ${payouts.name} and r.state = 'started'
      and (r.tried_at is null or r.tried_at <= ${now}::timestamptz - make_interval(mins =>
        least(${maxPauseMinutes}::int, (2 ^ least(greatest(r.attempts - 1, 0), 16))::int)))
    returning r.id, r.payout_id as "payoutId", p.provider_payout_id as "providerPayoutId",
      r.amount_cents as "amountCents"`;
}

async function reversePayout(deps: PayoutDeps, reversal: StartedReversal): Promise<boolean> {
  const { database, payouts, clock } = deps;
  const { id, providerPayoutId: payoutId, amountCents } = reversal;
  const cents = await reverseAtProvider();
  if (cents === undefined) return false;
  await transaction(database, (tx) => recordReversal(tx, reversal, cents, clock.now()));
  return cents > 0;

  async function reverseAtProvider(): Promise<number | undefined> {
    try {
      return await payouts.accounts?.reverse({ payoutId, amountCents, key: id });
    } catch (error) {
      await database.sql`
        update payout_reversals set last_error = ${storedFault(error)} where id = ${id}`;
      throw error;
    }
  }
}

/**
 * When a payout has come back in the meantime, all of it has (`recordOutcome`), including what was taken back.
 * @param takenCents what the provider has taken back
 */
async function recordReversal(
  tx: Tx,
  { id, payoutId }: StartedReversal,
  takenCents: number,
  at: Date,
): Promise<void> {
  const { sellerId, provider, state } = await lockPayout(tx, payoutId);
  const cents = state === 'failed' ? 0 : takenCents;
  const changed = await tx.sql`
    update payout_reversals set state = ${cents > 0 ? 'done' : 'refused'},
      amount_cents = ${cents > 0 ? cents : tx.sql`amount_cents`}
    where id = ${id} and state = 'started' returning id`;
  if (changed.length === 0) return;
  const debit = accounts.provider(provider);
  const credit = accounts.available(sellerId);
  const about = { cause: id, bookingId: null, amountCents: cents };
  writeMovement(tx, { ...about, debit, credit, kind: 'reversal' }, at);
}

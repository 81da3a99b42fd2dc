import type { JobName } from '#contract/operations/job-names.ts';
import type { RetryKind } from '#contract/operations/retries.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../database/connection.ts';
import type { Tx } from '../../database/transaction.ts';
import type { CardProvider } from '../../providers/cards/port.ts';
import type { Actor } from '../users/lock-user.ts';
import { makeJobDue } from './list-jobs.ts';
import { lockAdmin, writeAction } from './write-action.ts';

/** Longer than a request to a provider takes: within it an attempt may be under way. */
const minPauseMs = 55_000;
/** The longest pause between two attempts. What was tried before is due. */
const maxPauseMs = 6 * 3_600_000;

const jobs: Record<RetryKind, JobName> = {
  refund: 'payments-refunded',
  payout: 'payouts-sent',
  'payout-reversal': 'payouts-reversed',
  'card-event': 'payments-reconciled',
};

interface Wanted {
  id: string;
  kind: RetryKind;
  requestId: string;
}

/**
 * Makes a refund, a payout or a webhook that has failed due now, with the job that tries it. The attempts stay counted.
 * @returns 0 when it is already due
 * @throws Problem not-found when it is done; conflict when it was tried within the last minute, and may still be; not-signed-in,
 *   not-allowed
 */
export async function retryNow(tx: Tx, actor: Actor, wanted: Wanted, at: Date): Promise<0 | 1> {
  const admin = await lockAdmin(tx, actor);
  const failed = await findFailed[wanted.kind](tx, wanted.id);
  if (!failed) throw new Problem('not-found', msg`It is already done, or does not exist`);
  const { triedAt } = failed;
  const agoMs = triedAt ? at.getTime() - triedAt.getTime() : Number.POSITIVE_INFINITY;
  if (agoMs < minPauseMs) {
    throw new Problem('conflict', msg`It was tried less than a minute ago. Wait a minute`);
  }
  const isWaiting = agoMs < maxPauseMs;
  if (isWaiting) makeDue[wanted.kind](tx, wanted.id, new Date(at.getTime() - maxPauseMs - 1_000));
  const isJobMadeDue = await makeJobDue(tx, jobs[wanted.kind], wanted.requestId);
  if (!isWaiting && !isJobMadeDue) return 0;
  await writeAction(tx, admin, { action: 'retried', about: `${wanted.kind} ${wanted.id}` }, at);
  return 1;
}

type Find = (tx: Tx, id: string) => Promise<{ triedAt: Date | null } | undefined>;

/** Each locks the row, so that of two admins the second one finds what the first has done. */
const findFailed: Record<RetryKind, Find> = {
  refund: async ({ sql }, id) =>
    (
      await sql<{ triedAt: Date | null }[]>`
        select refund_tried_at as "triedAt" from payments
        where id = ${id} and state = 'refund-due' for update`
    )[0],
  payout: async ({ sql }, id) =>
    (
      await sql<{ triedAt: Date | null }[]>`
        select tried_at as "triedAt" from payouts where id = ${id} and state = 'started' for update`
    )[0],
  'payout-reversal': async ({ sql }, id) =>
    (
      await sql<{ triedAt: Date | null }[]>`
        select tried_at as "triedAt" from payout_reversals
        where id = ${id} and state = 'started' for update`
    )[0],
  // They are tried every minute, and by one server at a time.
  'card-event': async ({ sql }, id) =>
    (
      await sql<{ triedAt: null }[]>`
        select null as "triedAt" from payment_events where id = ${id} and settled_at is null`
    )[0],
};

const makeDue: Record<RetryKind, (tx: Tx, id: string, triedAt: Date) => void> = {
  refund: (tx, id, triedAt) =>
    tx.write`update payments set refund_tried_at = ${triedAt} where id = ${id}`,
  payout: (tx, id, triedAt) => tx.write`update payouts set tried_at = ${triedAt} where id = ${id}`,
  'payout-reversal': (tx, id, triedAt) =>
    tx.write`update payout_reversals set tried_at = ${triedAt} where id = ${id}`,
  'card-event': () => undefined,
};

/**
 * Asks the card provider once more about an open payment that it did not know, and notes when it knows it now: such a payment
 * can still be charged, so `cancelUnknownIntent` then refuses to end it.
 * @throws Problem unavailable when the provider does not answer
 */
export async function askForUnknownIntent(
  { database: { sql }, cards }: { database: Pick<Database, 'sql'>; cards: IntentFinder },
  id: string,
): Promise<void> {
  const [unknown] = await sql<{ reference: string }[]>`
    select provider_intent_id as reference from payment_intents
    where id = ${id} and provider = ${cards.name} and state = 'open' and unknown_at is not null`;
  if (!unknown || (await cards.findIntent(unknown.reference)) === null) return;
  await sql`update payment_intents set unknown_at = null where id = ${id}`;
}

type IntentFinder = Pick<CardProvider, 'name' | 'findIntent'>;

/**
 * Ends an open payment that the card provider of this shop does not know, so that the buyer can begin another one.
 * @param provider the card provider of this shop
 * @returns 0 when it is ended already
 * @throws Problem not-found when the provider may know it; not-signed-in, not-allowed
 */
export async function cancelUnknownIntent(
  tx: Tx,
  actor: Actor,
  { id, provider }: { id: string; provider: string },
  at: Date,
): Promise<0 | 1> {
  const admin = await lockAdmin(tx, actor);
  const [intent] = await tx.sql<{ state: string; reference: string; isUnknown: boolean }[]>`
    select state, provider_intent_id as reference,
      unknown_at is not null or provider <> ${provider} as "isUnknown"
    from payment_intents where id = ${id} for update`;
  if (!intent?.isUnknown) {
    throw new Problem('not-found', msg`No open payment is unknown to the card provider`);
  }
  if (intent.state !== 'open') return 0;
  tx.write`update payment_intents set state = 'cancelled' where id = ${id}`;
  await writeAction(tx, admin, { action: 'intent-cancelled', about: intent.reference }, at);
  return 1;
}

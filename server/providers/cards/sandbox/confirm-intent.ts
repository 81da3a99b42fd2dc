import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type {
  SandboxAnswer,
  SandboxIntent,
  SandboxRefusal,
  sandboxChallengeAnswer,
  sandboxConfirmation,
} from '#contract/payments/sandbox-cards.ts';
import type { TestCardOutcome } from '#contract/payments/test-cards.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../../core/problem.ts';
import { type Tx, transaction } from '../../../database/transaction.ts';
import { cardErrors, declineErrors } from './card-errors.ts';
import { checkCard } from './check-card.ts';
import {
  type IntentRow,
  isFinal,
  lockIntent,
  type SandboxDeps,
  updateIntent,
} from './sandbox-records.ts';

type Confirmation = z.output<typeof sandboxConfirmation>;
type ChallengeAnswer = z.output<typeof sandboxChallengeAnswer>;

/** Returns the intent to a caller who has its secret. @throws Problem not-found */
export function readIntent(
  deps: SandboxDeps,
  id: string,
  { clientSecret }: { clientSecret: string },
): Promise<SandboxAnswer> {
  return withLockedIntent(deps, { id, clientSecret }, async ({ row }) => ({ row }));
}

/**
 * Charges the card, declines it, or starts the bank's challenge. The row lock serialises confirmations of one intent, so
 * that concurrent ones charge it once.
 * @throws Problem not-found for an unknown intent or a wrong secret
 */
export function confirmIntent(
  deps: SandboxDeps,
  id: string,
  { clientSecret, card: input }: Confirmation,
): Promise<SandboxAnswer> {
  return withLockedIntent(deps, { id, clientSecret }, async (locked) => {
    if (isFinal(locked.row)) return unchanged(locked.row);
    // Invalid card details do not change the intent, because they would never reach a bank.
    const checked = checkCard(input, locked.at);
    if ('error' in checked) return { row: locked.row, error: checked.error };
    const { outcome, asks } = checked.card;
    return asks ? startChallenge(locked, outcome) : chargeOrDecline(locked, outcome);
  });
}

/** Applies the buyer's reply to the bank's challenge. @throws Problem not-found for an unknown intent or a wrong secret */
export function answerChallenge(
  deps: SandboxDeps,
  id: string,
  { clientSecret, challenge, outcome }: ChallengeAnswer,
): Promise<SandboxAnswer> {
  return withLockedIntent(deps, { id, clientSecret }, async (locked) => {
    const { row } = locked;
    if (isFinal(row)) return unchanged(row);
    const isOpen = row.challenge !== null && isEqual(row.challenge, challenge);
    if (!isOpen || row.challengeOutcome === null) return { row, error: cardErrors.challengeOver };
    if (outcome === 'fail') return decline(locked, cardErrors.notAuthenticated);
    return chargeOrDecline(locked, row.challengeOutcome);
  });
}

interface LockedIntent {
  tx: Tx;
  writeEvent: SandboxDeps['writeEvent'];
  at: Date;
  row: IntentRow;
}

interface Result {
  row: IntentRow;
  error?: SandboxRefusal;
  /** Sends the webhook; called after the commit. */
  send?: () => void;
}

/** Runs the work on an intent whose secret the caller has, and sends its webhook after the commit. @throws Problem not-found */
export async function withLockedIntent(
  { database, clock, writeEvent }: SandboxDeps,
  { id, clientSecret }: { id: string; clientSecret: string },
  work: (locked: LockedIntent) => Promise<Result>,
): Promise<SandboxAnswer> {
  const { row, error, send } = await transaction(database, async (tx) => {
    const row = await lockIntent(tx, id);
    if (!row || !isEqual(row.clientSecret, clientSecret)) {
      throw new Problem('not-found', msg`There is no such payment.`);
    }
    return work({ tx, writeEvent, at: clock.now(), row });
  });
  send?.();
  return { intent: toSandboxIntent(row), ...(error ? { error } : {}) };
}

function unchanged(row: IntentRow): Result {
  return row.state === 'canceled' ? { row, error: cardErrors.cancelled } : { row };
}

const noChallenge = { challenge: null, challengeOutcome: null };

function startChallenge(locked: LockedIntent, challengeOutcome: TestCardOutcome): Promise<Result> {
  const challenge = randomBytes(18).toString('base64url');
  return updateIntent(locked, locked.row, {
    changes: { state: 'requires_action', challenge, challengeOutcome },
    event: 'payment_intent.requires_action',
  });
}

function chargeOrDecline(locked: LockedIntent, outcome: TestCardOutcome): Promise<Result> {
  if (outcome !== 'charged') return decline(locked, declineErrors[outcome]);
  return updateIntent(locked, locked.row, {
    changes: { state: 'succeeded', lastRefusal: null, ...noChallenge },
    event: 'payment_intent.succeeded',
  });
}

async function decline(locked: LockedIntent, error: SandboxRefusal): Promise<Result> {
  const lastRefusal = error.declineCode ?? error.code;
  const result = await updateIntent(locked, locked.row, {
    changes: { state: 'requires_payment_method', lastRefusal, ...noChallenge },
    event: 'payment_intent.payment_failed',
  });
  return { ...result, error };
}

function toSandboxIntent({ id, state, amountCents, challenge }: IntentRow): SandboxIntent {
  return {
    id,
    state,
    amountCents,
    ...(challenge === null ? {} : { nextAction: { type: 'challenge', challenge } }),
  };
}

/** Constant time, so that the duration does not reveal how much of a guess is right. */
function isEqual(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}

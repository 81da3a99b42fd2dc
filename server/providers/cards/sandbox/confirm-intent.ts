import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import type {
  SandboxAnswer,
  SandboxIntent,
  SandboxRefusal,
  sandboxChallengeAnswer,
  sandboxConfirmation,
} from '#contract/sandbox-cards.ts';
import type { TestCardOutcome } from '#contract/test-cards.ts';
import { Problem } from '../../../core/problem.ts';
import { type Tx, transaction } from '../../../database/transaction.ts';
import { bankRefusals, refusals } from './card-errors.ts';
import { checkCard } from './check-card.ts';
import {
  changeIntent,
  type IntentRow,
  isOver,
  type LedgerDeps,
  lockIntent,
} from './sandbox-records.ts';

type Confirmation = z.output<typeof sandboxConfirmation>;
type ChallengeAnswer = z.output<typeof sandboxChallengeAnswer>;

/** How the intent stands, for whoever has its secret. @throws Problem not-found */
export function readIntent(
  deps: LedgerDeps,
  id: string,
  { clientSecret }: { clientSecret: string },
): Promise<SandboxAnswer> {
  return decide(deps, { id, clientSecret }, async ({ row }) => ({ row }));
}

/**
 * Charges the card, refuses it, or has the bank ask. The row's lock lets one confirmation at a time through: of two at
 * once the second finds the intent as the first left it.
 * @throws Problem not-found for an unknown intent or another's secret
 */
export function confirmIntent(
  deps: LedgerDeps,
  id: string,
  { clientSecret, card: typed }: Confirmation,
): Promise<SandboxAnswer> {
  return decide(deps, { id, clientSecret }, async (now) => {
    if (isOver(now.row)) return asItIs(now.row);
    // What cannot be a card never reaches the bank: it changes nothing about the intent.
    const checked = checkCard(typed, now.at);
    if ('error' in checked) return { row: now.row, error: checked.error };
    const { outcome, asks } = checked.card;
    return asks ? ask(now, outcome) : settle(now, outcome);
  });
}

/** What the buyer told the bank. @throws Problem not-found for an unknown intent or another's secret */
export function answerChallenge(
  deps: LedgerDeps,
  id: string,
  { clientSecret, challenge, outcome }: ChallengeAnswer,
): Promise<SandboxAnswer> {
  return decide(deps, { id, clientSecret }, async (now) => {
    const { row } = now;
    if (isOver(row)) return asItIs(row);
    const isOpen = row.challenge !== null && isSame(row.challenge, challenge);
    if (!isOpen || row.challengeOutcome === null) return { row, error: refusals.challengeOver };
    if (outcome === 'fail') return refuse(now, refusals.notAuthenticated);
    return settle(now, row.challengeOutcome);
  });
}

/** A locked intent within its transaction. */
interface Now {
  tx: Tx;
  writeEvent: LedgerDeps['writeEvent'];
  at: Date;
  row: IntentRow;
}

interface Decision {
  row: IntentRow;
  error?: SandboxRefusal;
  send?: () => void;
}

async function decide(
  { database, clock, writeEvent }: LedgerDeps,
  { id, clientSecret }: { id: string; clientSecret: string },
  decideOn: (now: Now) => Promise<Decision>,
): Promise<SandboxAnswer> {
  const { row, error, send } = await transaction(database, async (tx) => {
    const row = await lockIntent(tx, id);
    if (!row || !isSame(row.clientSecret, clientSecret)) {
      throw new Problem('not-found', 'There is no such payment.');
    }
    return decideOn({ tx, writeEvent, at: clock.now(), row });
  });
  send?.();
  return { intent: asSandboxIntent(row), ...(error ? { error } : {}) };
}

function asItIs(row: IntentRow): Decision {
  return row.state === 'canceled' ? { row, error: refusals.cancelled } : { row };
}

const noChallenge = { challenge: null, challengeOutcome: null };

function ask(now: Now, challengeOutcome: TestCardOutcome): Promise<Decision> {
  const challenge = randomBytes(18).toString('base64url');
  return changeIntent(now, now.row, {
    changes: { state: 'requires_action', challenge, challengeOutcome },
    event: 'payment_intent.requires_action',
  });
}

function settle(now: Now, outcome: TestCardOutcome): Promise<Decision> {
  if (outcome !== 'charged') return refuse(now, bankRefusals[outcome]);
  return changeIntent(now, now.row, {
    changes: { state: 'succeeded', lastRefusal: null, ...noChallenge },
    event: 'payment_intent.succeeded',
  });
}

async function refuse(now: Now, error: SandboxRefusal): Promise<Decision> {
  const lastRefusal = error.declineCode ?? error.code;
  const decision = await changeIntent(now, now.row, {
    changes: { state: 'requires_payment_method', lastRefusal, ...noChallenge },
    event: 'payment_intent.payment_failed',
  });
  return { ...decision, error };
}

function asSandboxIntent({ id, state, amountCents, challenge }: IntentRow): SandboxIntent {
  return {
    ...{ id, state, amountCents },
    ...(challenge === null ? {} : { nextAction: { type: 'challenge', challenge } }),
  };
}

/** Compared in constant time: how much of a guess is right must not show. */
function isSame(kept: string, given: string): boolean {
  const [left, right] = [Buffer.from(kept), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}

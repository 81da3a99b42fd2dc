import { msg } from '#contract/text.ts';
import { Problem, type ProblemText } from '../../../core/problem.ts';
import { type Tx, transaction } from '../../../database/transaction.ts';
import type { RefundRequest } from '../port.ts';
import { lockIntent, newSandboxId, type SandboxDeps, updateIntent } from './sandbox-records.ts';

/** @throws Problem conflict when nothing was charged, or the amount exceeds what is left of the charge */
export async function refund(
  { database, clock, writeEvent }: SandboxDeps,
  { intentId, amountCents, idempotencyKey }: RefundRequest,
): Promise<{ id: string }> {
  const { id, send } = await transaction(database, async (tx) => {
    // The lock serialises refunds of one intent, with the same key or different ones.
    const intent = await lockIntent(tx, intentId);
    if (intent?.state !== 'succeeded') throw conflict(msg`There is no such charge to refund.`);
    const existing = await findRefund(tx, idempotencyKey);
    if (existing) {
      const isSame = existing.intentId === intentId && existing.amountCents === amountCents;
      if (!isSame) throw conflict(msg`This refund was started with another amount.`);
      return { id: existing.id, send: undefined };
    }
    const refundedCents = intent.refundedCents + amountCents;
    if (amountCents <= 0 || refundedCents > intent.amountCents) {
      throw conflict(msg`The refund is more than what is left of the charge.`);
    }
    const at = clock.now();
    const id = newSandboxId('re');
    tx.write`
      insert into sandbox_refunds (id, intent_id, amount_cents, idempotency_key, created_at)
      values (${id}, ${intentId}, ${amountCents}, ${idempotencyKey}, ${at})`;
    const { send } = await updateIntent({ tx, writeEvent, at }, intent, {
      changes: { refundedCents },
      event: 'charge.refunded',
    });
    return { id, send };
  });
  send?.();
  return { id };
}

async function findRefund(tx: Tx, idempotencyKey: string) {
  const [row] = await tx.sql<{ id: string; intentId: string; amountCents: number }[]>`
    select id, intent_id as "intentId", amount_cents as "amountCents" from sandbox_refunds
    where idempotency_key = ${idempotencyKey}`;
  return row;
}

function conflict(detail: ProblemText): Problem {
  return new Problem('conflict', detail);
}

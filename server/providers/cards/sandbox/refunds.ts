import { eq } from 'drizzle-orm';
import { Problem } from '../../../core/problem.ts';
import { sandboxRefunds } from '../../../database/schema/sandbox-cards.ts';
import { type Tx, transaction } from '../../../database/transaction.ts';
import type { RefundRequest } from '../port.ts';
import { changeIntent, type LedgerDeps, lockIntent, newSandboxId } from './sandbox-records.ts';

/** @throws Problem conflict when nothing was charged, or more is asked for than is left of it */
export async function refund(
  { database, clock, writeEvent }: LedgerDeps,
  { intentId, amountCents, idempotencyKey }: RefundRequest,
): Promise<{ id: string }> {
  const { id, send } = await transaction(database, async (tx) => {
    // The lock on the intent keeps two refunds of it, with one key or two, from passing each other.
    const intent = await lockIntent(tx, intentId);
    if (intent?.state !== 'succeeded') throw refused('There is no such charge to give back.');
    const before = await findRefund(tx, idempotencyKey);
    if (before) {
      const isSame = before.intentId === intentId && before.amountCents === amountCents;
      if (!isSame) throw refused('This refund was begun with another amount.');
      return { id: before.id, send: undefined };
    }
    const refundedCents = intent.refundedCents + amountCents;
    if (amountCents <= 0 || refundedCents > intent.amountCents) {
      throw refused('More is to be given back than is left of the charge.');
    }
    const at = clock.now();
    const id = newSandboxId('re');
    await tx
      .insert(sandboxRefunds)
      .values({ id, intentId, amountCents, idempotencyKey, createdAt: at });
    const { send } = await changeIntent({ tx, writeEvent, at }, intent, {
      changes: { refundedCents },
      event: 'charge.refunded',
    });
    return { id, send };
  });
  send?.();
  return { id };
}

async function findRefund(tx: Tx, idempotencyKey: string) {
  const [row] = await tx
    .select()
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.idempotencyKey, idempotencyKey));
  return row;
}

function refused(detail: string): Problem {
  return new Problem('conflict', detail);
}

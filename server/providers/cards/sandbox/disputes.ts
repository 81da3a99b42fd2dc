import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { SandboxAnswer, sandboxDisputeChange } from '#contract/sandbox-cards.ts';
import { Problem } from '../../../core/problem.ts';
import type { Database } from '../../../database/connection.ts';
import { sandboxDisputes } from '../../../database/schema/sandbox-cards.ts';
import type { CardDispute } from '../port.ts';
import { withLockedIntent } from './confirm-intent.ts';
import { newSandboxId, type SandboxDeps } from './sandbox-records.ts';

/** What the sandbox charges for a chargeback, as Stripe does. */
const feeCents = 1_500;

export async function findDispute(
  { orm }: Pick<Database, 'orm'>,
  id: string,
): Promise<CardDispute | null> {
  const [row] = await orm
    .select({
      id: sandboxDisputes.id,
      intentId: sandboxDisputes.intentId,
      amountCents: sandboxDisputes.amountCents,
      feeCents: sandboxDisputes.feeCents,
      state: sandboxDisputes.state,
    })
    .from(sandboxDisputes)
    .where(eq(sandboxDisputes.id, id));
  return row ?? null;
}

/**
 * Makes a chargeback of what is left of a charge, or closes it, and sends a webhook.
 * @throws Problem not-found for an unknown intent or a wrong secret; conflict when there is nothing to take back, or no open
 *   chargeback to close
 */
export function changeDispute(
  deps: SandboxDeps,
  id: string,
  { clientSecret, state }: z.output<typeof sandboxDisputeChange>,
): Promise<SandboxAnswer> {
  return withLockedIntent(deps, { id, clientSecret }, async ({ tx, writeEvent, at, row }) => {
    const [found] = await tx.select().from(sandboxDisputes).where(eq(sandboxDisputes.intentId, id));
    if (found?.state === state) return { row };
    if (state === 'open') {
      const amountCents = row.amountCents - row.refundedCents;
      if (found || row.state !== 'succeeded' || amountCents <= 0) throw nothingToDispute();
      const dispute = { id: newSandboxId('dp'), intentId: id, amountCents, feeCents, state };
      await tx.insert(sandboxDisputes).values({ ...dispute, createdAt: at });
      const type = 'charge.dispute.created';
      return { row, send: await writeEvent(tx, type, row, at, dispute.id) };
    }
    if (found?.state !== 'open') throw nothingToDispute();
    await tx.update(sandboxDisputes).set({ state }).where(eq(sandboxDisputes.id, found.id));
    return { row, send: await writeEvent(tx, 'charge.dispute.closed', row, at, found.id) };
  });
}

function nothingToDispute(): Problem {
  return new Problem('conflict', 'There is no charge, or no open chargeback, to change.');
}

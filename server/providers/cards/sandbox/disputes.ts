import type { z } from 'zod';
import type { SandboxAnswer, sandboxDisputeChange } from '#contract/payments/sandbox-cards.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../../core/problem.ts';
import type { Database } from '../../../database/connection.ts';
import type { CardDispute } from '../port.ts';
import { withLockedIntent } from './confirm-intent.ts';
import { newSandboxId, type SandboxDeps } from './sandbox-records.ts';

/** What the sandbox charges for a chargeback, as Stripe does. */
const feeCents = 1_500;

export async function findDispute(
  { sql }: Pick<Database, 'sql'>,
  id: string,
): Promise<CardDispute | null> {
  const [row] = await sql<CardDispute[]>`
    select id, intent_id as "intentId", amount_cents as "amountCents", fee_cents as "feeCents", state
    from sandbox_disputes where id = ${id}`;
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
    const [found] = await tx.sql<Pick<CardDispute, 'id' | 'state'>[]>`
      select id, state from sandbox_disputes where intent_id = ${id}`;
    if (found?.state === state) return { row };
    if (state === 'open') {
      const amountCents = row.amountCents - row.refundedCents;
      if (found || row.state !== 'succeeded' || amountCents <= 0) throw nothingToDispute();
      const disputeId = newSandboxId('dp');
      tx.write`
        insert into sandbox_disputes (id, intent_id, amount_cents, fee_cents, state, created_at)
        values (${disputeId}, ${id}, ${amountCents}, ${feeCents}, ${state}, ${at})`;
      const type = 'charge.dispute.created';
      return { row, send: await writeEvent(tx, type, row, at, disputeId) };
    }
    if (found?.state !== 'open') throw nothingToDispute();
    tx.write`update sandbox_disputes set state = ${state} where id = ${found.id}`;
    return { row, send: await writeEvent(tx, 'charge.dispute.closed', row, at, found.id) };
  });
}

function nothingToDispute(): Problem {
  return new Problem('conflict', msg`There is no charge, or no open chargeback, to change.`);
}

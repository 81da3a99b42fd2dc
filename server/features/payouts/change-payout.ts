import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import type { PayoutProvider } from '../../providers/payouts/port.ts';
import { type Actor, lacksArea, requirePresent, roleWithin } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import type { Payee } from './find-payee.ts';
import { lockPayout, recordOutcome } from './record-outcome.ts';

interface Change {
  id: string;
  state: 'paid' | 'failed';
  reference?: string | undefined;
  reason?: string | undefined;
}

/**
 * An admin says that a manual payout has been paid, or that it failed, with which the money is the seller's again.
 * @param current the provider that the shop pays by now; it says itself how its payouts stand
 * @returns how many payouts changed: 1, or 0 when it was said before
 * @throws Problem not-signed-in, not-allowed when the actor is no admin any more; not-found; conflict when the payout
 *   provider decides, or the payout has ended otherwise
 */
export async function changePayout(
  tx: Tx,
  admin: Actor,
  change: Change,
  current: Pick<PayoutProvider, 'name' | 'accounts'>,
  at: Date,
): Promise<0 | 1> {
  await requireAdmin(tx, admin, change.id);
  const payout = await lockPayout(tx, change.id);
  if (payout.state === change.state) return 0;
  if (current.accounts && payout.provider === current.name) {
    throw new Problem('conflict', msg`Only the payout provider changes the state of this payout`);
  }
  if (payout.state === 'failed') {
    throw new Problem('conflict', msg`This payout has already failed`);
  }
  if (payout.state === 'paid')
    throw new Problem('conflict', msg`This payout has already been paid`);
  const { state, reference = '', reason = '' } = change;
  const outcome =
    state === 'paid' ? { state, reference, id: undefined } : { state, reason, id: undefined };
  await recordOutcome(tx, payout.id, outcome, at);
  const [subject] = await tx.sql<Payee[]>`
    select id, name, email from users where id = ${payout.sellerId}`;
  if (!subject) throw new Error(`The seller of payout ${payout.id} does not exist`);
  const entry = { action: `payout-${state}`, actorId: admin.id, subject } as const;
  await writeAuditEntry(tx, { ...entry, reason: state === 'paid' ? reference : reason }, at);
  return 1;
}

/** Users are locked before payouts. */
async function requireAdmin(tx: Tx, admin: Actor, payoutId: string): Promise<void> {
  const locked = await tx.sql<Actor[]>`
    select id, ${roleWithin('money')} as role from users where removed_at is null
      and (id = ${admin.id} or id = (select seller_id from payouts where id = ${payoutId}))
    order by id for share`;
  if (requirePresent(locked, admin.id).role !== 'admin') {
    throw lacksArea('money');
  }
}

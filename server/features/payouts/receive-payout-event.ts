import type { IncomingHttpHeaders } from 'node:http';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { transaction } from '../../database/transaction.ts';
import { storeAccountState } from './payout-account.ts';
import { recordOutcome } from './record-outcome.ts';
import type { PayoutDeps } from './send-payout.ts';

/**
 * Handles a webhook of the payout provider: checks its signature, then asks the provider how the account or the payout
 * stands now, so that an event that comes twice, late or out of order does no harm.
 * @param body the bytes as they were sent, which the signature covers
 * @throws Problem bad-input when the signature is missing or wrong; any other problem when the event could not be
 *   processed, so that the provider sends it again
 */
export async function receivePayoutEvent(
  deps: PayoutDeps,
  body: Buffer,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const { accounts } = deps.payouts;
  if (!accounts) throw new Problem('bad-input', msg`This shop has no payout provider`);
  const event = accounts.readEvent(body, headers);
  if (event.about === 'account') await syncAccount(deps, event.accountId);
  if (event.about === 'payout') await syncPayout(deps, event.key);
}

/** Asks how an account stands and stores it. An account that is not stored is left alone. */
export async function syncAccount(
  { payouts, database, clock }: PayoutDeps,
  accountId: string,
): Promise<void> {
  const [known] = await database.sql`
    select from payout_accounts
    where provider = ${payouts.name} and provider_account_id = ${accountId}`;
  if (!known || !payouts.accounts) return;
  const account = await payouts.accounts.read(accountId);
  await transaction(database, (tx) => storeAccountState(tx, payouts.name, account, clock.now()));
}

/** Does the same for the account of a seller, unless it is ready. */
export async function syncAccountOf(deps: PayoutDeps, sellerId: string): Promise<void> {
  const [account] = await deps.database.sql<{ id: string | null }[]>`
    select provider_account_id as id from payout_accounts
    where user_id = ${sellerId} and provider = ${deps.payouts.name} and state <> 'ready'`;
  if (account?.id) await syncAccount(deps, account.id);
}

/**
 * Asks how a payout stands and records it. A payout that is not stored, or that the provider does not know, is left alone.
 * @returns whether its state changed
 */
export async function syncPayout(
  { payouts, database, clock }: PayoutDeps,
  id: string,
): Promise<boolean> {
  const [payout] = await database.sql<{ amountCents: number; accountId: string | null }[]>`
    select p.amount_cents as "amountCents", a.provider_account_id as "accountId"
    from payouts p left join payout_accounts a on a.user_id = p.seller_id and a.provider = p.provider
    where p.id::text = ${id} and p.provider = ${payouts.name}`;
  if (!payout) return false;
  const { amountCents, accountId } = payout;
  const outcome = await payouts.find({ key: id, amountCents, accountId: accountId ?? undefined });
  if (!outcome) return false;
  return transaction(database, (tx) => recordOutcome(tx, id, outcome, clock.now()));
}

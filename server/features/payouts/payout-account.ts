import type { PayoutAccount } from '#contract/payouts/payouts.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import type { PayoutProvider, ProviderAccount } from '../../providers/payouts/port.ts';
import { lockUser } from '../users/lock-user.ts';
import type { Payee } from './find-payee.ts';
import { queuePayoutMail } from './mails.ts';
import type { BankDetails, DetailsSeal } from './payout-details.ts';
import { maskedAccount, type PayoutReader, type PayoutRow } from './payout-row.ts';

/** The account to which a seller is paid by this provider, masked. */
export async function readPayoutAccount(
  { sql, detailsSeal }: PayoutReader,
  { id }: Pick<Payee, 'id'>,
  provider: PayoutProvider['name'],
): Promise<PayoutAccount> {
  const [row] = await sql<
    (Pick<PayoutRow, 'sellerId' | 'accountState' | 'sealedDetails'> & { changedAt: Date })[]
  >`
    select user_id as "sellerId", state as "accountState", sealed_details as "sealedDetails",
      changed_at as "changedAt"
    from payout_accounts where user_id = ${id} and provider = ${provider}`;
  if (!row) return { provider, state: 'missing' };
  const account = maskedAccount(row, detailsSeal);
  if (account.state === 'missing') return { provider, ...account };
  return { provider, ...account, changedAt: row.changedAt.toISOString() };
}

/**
 * Stores the bank account to which a seller is paid manually, encrypted, and queues a mail to the seller, who learns by
 * it if another person did so.
 * @throws Problem not-signed-in when the seller was removed
 */
export async function changeBankDetails(
  tx: Tx,
  sellerId: string,
  details: BankDetails,
  { detailsSeal, at }: { detailsSeal: DetailsSeal; at: Date },
): Promise<void> {
  await lockUser(tx, sellerId);
  const sealed = detailsSeal.seal(sellerId, details);
  tx.write`
    insert into payout_accounts (user_id, provider, state, sealed_details, changed_at)
    values (${sellerId}, 'manual', 'ready', ${sealed}, ${at})
    on conflict (user_id) do update set provider = 'manual', provider_account_id = null,
      state = 'ready', sealed_details = excluded.sealed_details, changed_at = excluded.changed_at`;
  queuePayoutMail(tx, 'payout-account-changed', { userId: sellerId }, at);
}

/**
 * Stores the account that a provider has opened for a seller. When it is not the one from before, a mail to the seller is
 * queued.
 * @throws Problem not-signed-in when the seller was removed
 */
export async function storeProviderAccount(
  tx: Tx,
  { sellerId, provider }: { sellerId: string; provider: PayoutProvider['name'] },
  { id, state }: ProviderAccount,
  at: Date,
): Promise<void> {
  await lockUser(tx, sellerId);
  const [stored] = await tx.sql`
    select from payout_accounts
    where user_id = ${sellerId} and provider = ${provider} and provider_account_id = ${id}`;
  if (stored) return;
  tx.write`
    insert into payout_accounts (user_id, provider, provider_account_id, state, changed_at)
    values (${sellerId}, ${provider}, ${id}, ${state}, ${at})
    on conflict (user_id) do update set provider = excluded.provider,
      provider_account_id = excluded.provider_account_id, state = excluded.state,
      sealed_details = null, changed_at = excluded.changed_at`;
  queuePayoutMail(tx, 'payout-account-changed', { userId: sellerId }, at);
}

/** Stores how an account stands at its provider. */
export function storeAccountState(
  tx: Tx,
  provider: PayoutProvider['name'],
  { id, state }: ProviderAccount,
  at: Date,
): void {
  tx.write`
    update payout_accounts set state = ${state}, changed_at = ${at}
    where provider = ${provider} and provider_account_id = ${id} and state <> ${state}`;
}

/** The refusal of bank details where a payout provider has accounts of its own, and the other way round. */
export function otherWayOfPaying(payouts: PayoutProvider): Problem {
  return new Problem(
    'conflict',
    payouts.accounts
      ? msg`This shop pays through a payout provider. Enter your bank account on its page.`
      : msg`This shop pays by its bank. Enter your bank account here.`,
  );
}

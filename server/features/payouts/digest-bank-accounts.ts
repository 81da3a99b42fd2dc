import type { Database } from '../../database/connection.ts';
import type { DetailsSeal } from './payout-details.ts';

const batchSize = 500;

/**
 * Makes the digests of new and changed bank accounts, by which accounts of several people with the same number are found
 * (`server/features/moderation/read-verification.ts`). Details that were encrypted with another secret get none.
 * @returns how many accounts
 */
export async function digestBankAccounts({
  database: { sql },
  detailsSeal,
}: {
  database: Database;
  detailsSeal: DetailsSeal;
}): Promise<number> {
  const pending = await sql<{ userId: string; sealed: string }[]>`
    select user_id as "userId", sealed_details as sealed from payout_accounts
    where sealed_details is not null and digest_of is distinct from changed_at
    order by user_id limit ${batchSize}`;
  for (const { userId, sealed } of pending) {
    const details = detailsSeal.unseal(userId, sealed);
    const digest = details ? detailsSeal.digestOf(details.number) : null;
    await sql`
      update payout_accounts set number_digest = ${digest}, digest_of = changed_at
      where user_id = ${userId} and sealed_details = ${sealed}`;
  }
  return pending.length;
}

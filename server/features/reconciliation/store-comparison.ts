import type { LedgerDifference } from '#contract/payouts/ledger.ts';
import { newId } from '../../core/ids.ts';
import type { Sql } from '../../database/sql.ts';

/** What the ledger and a provider say of one thing. */
export interface Compared extends Pick<LedgerDifference, 'provider' | 'kind' | 'reference'> {
  bookingId: string | null;
  /** What the ledger says that the provider holds of it. */
  ledgerCents: number;
  providerCents: number;
  explanation: LedgerDifference['explanation'];
  movedAt: Date;
}

/**
 * Stores a difference, or ends the one from before when it is gone or of another kind now.
 * @returns whether it needs attention
 */
export async function storeComparison(
  sql: Sql,
  { provider, kind, reference, bookingId, ledgerCents, providerCents, ...found }: Compared,
  at: Date,
): Promise<boolean> {
  const isSame = ledgerCents === providerCents;
  await sql`
    update ledger_differences set ended_at = ${at}
    where ended_at is null and provider = ${provider} and reference = ${reference}
      and (${isSame} or kind <> ${kind})`;
  if (isSame) return false;
  await sql`
    insert into ledger_differences (id, provider, kind, reference, booking_id, ledger_cents,
      provider_cents, explanation, moved_at, found_at, checked_at)
    values (${newId(at)}, ${provider}, ${kind}, ${reference}, ${bookingId}, ${ledgerCents},
      ${providerCents}, ${found.explanation ?? null}, ${found.movedAt}, ${at}, ${at})
    on conflict (provider, kind, reference) where ended_at is null do update
      set ledger_cents = excluded.ledger_cents, provider_cents = excluded.provider_cents,
        explanation = excluded.explanation, checked_at = excluded.checked_at`;
  return found.explanation === undefined;
}

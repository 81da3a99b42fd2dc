import { toMajorUnits } from '#contract/money/currency.ts';
import type { LedgerDifference } from '#contract/payouts/ledger.ts';
import type { Sql } from '../../database/sql.ts';

interface DifferenceRow {
  id: string;
  provider: string;
  kind: LedgerDifference['kind'];
  reference: string;
  bookingId: string | null;
  ledgerCents: number;
  providerCents: number;
  explanation: NonNullable<LedgerDifference['explanation']> | null;
  foundAt: Date;
  checkedAt: Date;
}

/** The differences between the ledger and the providers' books that the last comparison found, newest first. */
export async function listDifferences(
  sql: Sql,
  { count, before }: { count: number; before: string },
): Promise<LedgerDifference[]> {
  const rows = await sql<DifferenceRow[]>`
    select id, provider, kind, reference, booking_id as "bookingId", ledger_cents as "ledgerCents",
      provider_cents as "providerCents", explanation, found_at as "foundAt", checked_at as "checkedAt"
    from ledger_differences where ended_at is null and id < ${before}
    order by id desc limit ${count}`;
  return rows.map((row) => ({
    _id: row.id,
    provider: row.provider,
    kind: row.kind,
    reference: row.reference,
    bookingId: row.bookingId ?? undefined,
    inLedger: toMajorUnits(row.ledgerCents),
    atProvider: toMajorUnits(row.providerCents),
    explanation: row.explanation ?? undefined,
    foundAt: row.foundAt.toISOString(),
    checkedAt: row.checkedAt.toISOString(),
  }));
}

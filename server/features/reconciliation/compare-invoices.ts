import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/connection.ts';
import { storeComparison } from './store-comparison.ts';

/** By which differences between invoices and the ledger are told from those of providers. */
const provider = 'invoices';

interface Row {
  sellerId: string;
  ledgerCents: number;
  /** What is on invoices and credit notes, and what is on none yet. */
  providerCents: number;
}

/**
 * Compares the invoices for the commission with the ledger: for each seller, those that were issued and the entries that are on
 * none yet are all of the commission. A difference is stored, and ends when it is gone.
 * @returns the number of sellers with a difference
 */
export async function compareInvoices({
  database: { sql },
  clock,
}: {
  database: Pick<Database, 'sql'>;
  clock: Clock;
}): Promise<number> {
  const at = clock.now();
  const [issued] = await sql`select from invoices limit 1`;
  if (!issued) return 0;
  // One statement, so that nothing that is issued in the meantime is counted twice or not at all.
  const rows = await sql<Row[]>`
    with booked as (
      select b.seller_id, sum(m.cents) as cents,
        coalesce(sum(m.cents) filter (where listed.entry_id is null), 0) as open_cents
      from (
        select id, booking_id, amount_cents as cents from ledger_entries where credit = 'commission'
        union all
        select id, booking_id, -amount_cents from ledger_entries where debit = 'commission'
      ) m
      join bookings b on b.id = m.booking_id
      left join invoice_entries listed on listed.entry_id = m.id
      group by b.seller_id
    ), invoiced as (
      select seller_id, sum(gross_cents) as cents from invoices group by seller_id
    )
    select seller_id as "sellerId", coalesce(booked.cents, 0)::bigint as "ledgerCents",
      (coalesce(booked.open_cents, 0) + coalesce(invoiced.cents, 0))::bigint as "providerCents"
    from booked full join invoiced using (seller_id)
    where coalesce(booked.cents, 0)
      <> coalesce(booked.open_cents, 0) + coalesce(invoiced.cents, 0)`;
  for (const { sellerId, ...cents } of rows) {
    const compared = { ...cents, provider, reference: `commission-${sellerId}`, bookingId: null };
    await storeComparison(
      sql,
      { ...compared, kind: 'other', explanation: undefined, movedAt: at },
      at,
    );
  }
  await sql`
    update ledger_differences set ended_at = ${at}
    where ended_at is null and provider = ${provider} and checked_at < ${at}`;
  return rows.length;
}

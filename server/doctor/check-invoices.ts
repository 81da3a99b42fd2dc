import type pg from 'pg';
import { type Finding, fault } from './finding.ts';

/** Whether the invoices for the commission have numbers without gaps, and agree with the ledger. */
export async function checkInvoices(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('invoice_years') as found`,
  );
  if (!rows[0]?.found) return [];
  const { rows: gaps } = await client.query<{ year: number }>(
    `select y.year from invoice_years y
     where y.last_serial <> (select count(*) from invoices i where i.year = y.year)
       or y.last_serial <> (select coalesce(max(i.serial), 0) from invoices i where i.year = y.year)
     order by 1`,
  );
  const { rows: differing } = await client.query<{ count: number }>(
    `select count(*)::int as count from ledger_differences
     where ended_at is null and provider = 'invoices'`,
  );
  const count = differing[0]?.count ?? 0;
  return [
    ...gaps.map(({ year }) =>
      fault(
        `The numbers of the invoices of ${year} have a gap.`,
        'The shop never deletes an invoice: see who wrote into the database, and restore it from a backup.',
      ),
    ),
    ...(count > 0
      ? [
          fault(
            `The invoices differ from the ledger. Sellers whose invoices do: ${count}.`,
            'Money, Differences lists them (docs/money.md).',
          ),
        ]
      : []),
  ];
}

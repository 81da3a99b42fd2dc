import { vatIn } from '../../features/invoices/decide-vat.ts';
import { issueInvoices } from '../../features/invoices/issue-invoices.ts';
import { compareInvoices } from '../../features/reconciliation/compare-invoices.ts';
import type { SaleRun } from './sale-run.ts';

const monthMinutes = 31 * 24 * 60;

interface DocumentRow {
  number: string;
  vatBasisPoints: number;
  /** With the credit notes. */
  grossCents: number;
  vatCents: number;
}

/**
 * Issues what is missing of the months of a run, on two servers, and compares the documents with the ledger.
 * @returns one line for each difference
 */
export async function findInvoiceFaults({ deps, sellers }: SaleRun): Promise<string[]> {
  const { database, clock } = deps;
  const { sql } = database;
  clock.forward(monthMinutes);
  await Promise.all([issueInvoices(deps), issueInvoices(deps)]);
  const ids = sellers.map(({ id }) => id);
  const faults: string[] = [];
  const differing = await compareInvoices({ database, clock });
  if (differing > 0) faults.push(`the invoices of ${differing} sellers differ from the ledger`);
  const missing = await sql<{ id: string; kind: string }[]>`
    select e.id, e.kind from ledger_entries e join bookings b on b.id = e.booking_id
    where 'commission' in (e.debit, e.credit) and b.seller_id = any(${ids}::uuid[])
      and not exists (select from invoice_entries listed where listed.entry_id = e.id)`;
  faults.push(...missing.map(({ id, kind }) => `no invoice has ${kind} ${id}`));
  const documents = await sql<DocumentRow[]>`
    select i.number, i.vat_basis_points as "vatBasisPoints",
      sum(d.gross_cents)::bigint as "grossCents", sum(d.vat_cents)::bigint as "vatCents"
    from invoices i join invoices d on d.id = i.id or d.invoice_id = i.id
    where i.kind = 'invoice' and i.seller_id = any(${ids}::uuid[])
    group by i.id`;
  for (const { number, vatBasisPoints, grossCents, vatCents } of documents) {
    if (grossCents < 0) faults.push(`more than all of ${number} is credited`);
    if (vatCents !== vatIn(grossCents, vatBasisPoints)) {
      faults.push(`${number} and its credit notes have a VAT of ${vatCents} in ${grossCents}`);
    }
  }
  const unlike = await sql<{ number: string }[]>`
    select i.number from invoices i
    where i.seller_id = any(${ids}::uuid[]) and i.gross_cents <> (
      select sum(case when e.credit = 'commission' then e.amount_cents else -e.amount_cents end)
      from invoice_entries listed join ledger_entries e on e.id = listed.entry_id
      where listed.invoice_id = i.id)`;
  faults.push(...unlike.map(({ number }) => `${number} is not the sum of its lines`));
  const gaps = await sql<{ year: number }[]>`
    select year from invoices group by year having count(*) <> max(serial)`;
  return [...faults, ...gaps.map(({ year }) => `the numbers of ${year} have a gap`)];
}

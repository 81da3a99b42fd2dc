import type { InvoiceSettings } from '#contract/invoices/invoice-terms.ts';
import { lowestIdAt } from '../../core/ids.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { type InvoiceMonth, invoiceMonth } from './invoice-months.ts';

/** Ids of the ledger begin with the time of the entry. So much another server's clock may differ. */
const maxSkewMs = 86_400_000;

export interface DueInvoice {
  sellerId: string;
  month: string;
}

export interface DueCreditNote {
  invoiceId: string;
  month: string;
}

/** The entries of the ledger that are on no invoice yet. */
export function isNotInvoiced(sql: Sql): Fragment {
  return sql`not exists (select from invoice_entries listed where listed.entry_id = e.id)`;
}

const monthOfEntry = (sql: Sql): Fragment =>
  sql`to_char(e.created_at at time zone 'UTC', 'YYYY-MM')`;

/** Whether the month of an entry has its invoice, so that the entry was written too late for it. */
export function isLate(sql: Sql): Fragment {
  return sql`exists (
    select from invoices i
    where i.seller_id = b.seller_id and i.kind = 'invoice' and i.month = ${monthOfEntry(sql)})`;
}

/**
 * For which sellers and ended months there is commission without an invoice. What was written after the invoice of its month is
 * on that of the last month that has ended, or waits for the next one.
 */
export function findDueInvoices(
  sql: Sql,
  { firstMonth }: Pick<InvoiceSettings, 'firstMonth'>,
  last: InvoiceMonth,
): Promise<DueInvoice[]> {
  const { from } = invoiceMonth(firstMonth);
  return sql<DueInvoice[]>`
    select distinct due."sellerId", due.month from (
      select b.seller_id as "sellerId",
        case when ${isLate(sql)} then ${last.name}::text else ${monthOfEntry(sql)} end as month
      from ledger_entries e join bookings b on b.id = e.booking_id
      where e.credit = 'commission' and e.id >= ${lowestIdAt(from.getTime() - maxSkewMs)}
        and e.created_at >= ${from} and e.created_at < ${last.until} and ${isNotInvoiced(sql)}
    ) due
    where not exists (
      select from invoices i
      where i.seller_id = due."sellerId" and i.kind = 'invoice' and i.month = due.month)
    order by due.month, due."sellerId"`;
}

/**
 * Which invoices are about commission that went back in a month that has ended, also while the shop issued none or before a first
 * month that was set later: what has been invoiced is credited.
 */
export async function findDueCreditNotes(sql: Sql, last: InvoiceMonth): Promise<DueCreditNote[]> {
  const [first] = await sql<{ month: string | null }[]>`select min(month) as month from invoices`;
  if (!first?.month) return [];
  const lowest = lowestIdAt(invoiceMonth(first.month).from.getTime() - maxSkewMs);
  return sql<DueCreditNote[]>`
    select distinct invoiced.invoice_id as "invoiceId", ${monthOfEntry(sql)} as month
    from ledger_entries e
    cross join lateral (
      select listed.invoice_id
      from ledger_entries c join invoice_entries listed on listed.entry_id = c.id
      where c.booking_id = e.booking_id and c.credit = 'commission'
      order by c.id limit 1
    ) invoiced
    where e.debit = 'commission' and e.id >= ${lowest} and e.created_at < ${last.until}
      and ${isNotInvoiced(sql)}
    order by 2, 1`;
}

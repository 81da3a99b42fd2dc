import type { InvoiceLine, WholeInvoice } from '#contract/invoices/invoices.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Sql } from '../../database/sql.ts';
import type { Actor } from '../users/lock-user.ts';
import { type InvoiceRow, invoiceFrom, selectInvoices } from './list-invoices.ts';

/**
 * An invoice or a credit note with its lines, for its seller and admins.
 * @throws Problem not-found, for everybody else too
 */
export async function readInvoice(sql: Sql, id: string, reader: Actor): Promise<WholeInvoice> {
  const [row] = await sql<InvoiceRow[]>`
    ${selectInvoices(sql)}
    where i.id = ${id} and (i.seller_id = ${reader.id} or ${reader.role === 'admin'})`;
  if (!row) throw new Problem('not-found', msg`There is no such invoice`);
  const { from, to, note } = row.content;
  return {
    ...invoiceFrom(row),
    from: { ...from, address: [...from.address] },
    to: { ...to, address: [...to.address] },
    note,
    lines: await readLines(sql, id),
    creditNotes: await sql<WholeInvoice['creditNotes']>`
      select id as "_id", number from invoices where invoice_id = ${id} order by id`,
  };
}

interface LineRow extends Pick<InvoiceLine, 'bookingId' | 'name' | 'kind'> {
  cents: number;
  createdAt: Date;
}

/** They follow from the ledger and the bookings, in which none of this ever changes. */
async function readLines(sql: Sql, invoiceId: string): Promise<InvoiceLine[]> {
  const rows = await sql<LineRow[]>`
    select b.id as "bookingId", b.product_name as name, e.kind, e.created_at as "createdAt",
      case when e.credit = 'commission' then e.amount_cents else -e.amount_cents end as cents
    from invoice_entries listed join ledger_entries e on e.id = listed.entry_id
    join bookings b on b.id = e.booking_id
    where listed.invoice_id = ${invoiceId} order by e.created_at, e.id`;
  return rows.map(({ bookingId, name, kind, cents, createdAt }) => ({
    bookingId,
    name,
    kind,
    amount: toMajorUnits(cents),
    time: createdAt.toISOString(),
  }));
}

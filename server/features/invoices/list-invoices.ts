import type { Invoice } from '#contract/invoices/invoices.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import type { invoices } from '../../database/schema/invoices.ts';
import type { Sql } from '../../database/sql.ts';

export type InvoiceRow = Omit<typeof invoices.$inferSelect, 'year' | 'serial'> & {
  sellerName: string;
  sellerEmail: string;
  correctedNumber: string | null;
};

/** A statement about `invoices i`, without its conditions. */
export function selectInvoices(sql: Sql) {
  return sql`
    select i.id, i.number, i.kind, i.seller_id as "sellerId", i.month, i.invoice_id as "invoiceId",
      i.gross_cents as "grossCents", i.vat_cents as "vatCents",
      i.vat_basis_points as "vatBasisPoints", i.vat_treatment as "vatTreatment", i.currency,
      i.content, i.issued_at as "issuedAt", u.name as "sellerName", u.email as "sellerEmail",
      corrected.number as "correctedNumber"
    from invoices i join users u on u.id = i.seller_id
    left join invoices corrected on corrected.id = i.invoice_id`;
}

export function invoiceFrom(row: InvoiceRow): Invoice {
  const { invoiceId, correctedNumber } = row;
  return {
    _id: row.id,
    number: row.number,
    kind: row.kind,
    month: row.month,
    time: row.issuedAt.toISOString(),
    seller: { _id: row.sellerId, name: row.sellerName, email: row.sellerEmail },
    net: toMajorUnits(row.grossCents - row.vatCents),
    vat: toMajorUnits(row.vatCents),
    total: toMajorUnits(row.grossCents),
    vatPercent: row.vatBasisPoints / 100,
    vatTreatment: row.vatTreatment,
    currency: row.currency,
    corrects:
      invoiceId !== null && correctedNumber !== null
        ? { _id: invoiceId, number: correctedNumber }
        : undefined,
  };
}

interface Filter {
  /** Of this seller alone. */
  sellerId?: string | undefined;
  month?: string | undefined;
  count: number;
  /** Only those with a smaller id. */
  before: string;
}

/** Invoices and credit notes, newest first. */
export async function listInvoices(
  sql: Sql,
  { sellerId, month, count, before }: Filter,
): Promise<Invoice[]> {
  const rows = await sql<InvoiceRow[]>`
    ${selectInvoices(sql)}
    where i.id < ${before} ${sellerId === undefined ? sql`` : sql`and i.seller_id = ${sellerId}`}
      ${month === undefined ? sql`` : sql`and i.month = ${month}`}
    order by i.id desc limit ${count}`;
  return rows.map(invoiceFrom);
}

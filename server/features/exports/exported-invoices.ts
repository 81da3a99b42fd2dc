import type { ExportedKind, ExportedRow } from './exported-kind.ts';

/** Invoices for the commission and credit notes, whose amounts are below zero, of one month (UTC) or all. */
export function invoicesOf(month?: string): ExportedKind {
  return {
    columns: {
      invoice_id: 'text',
      number: 'text',
      kind: 'text',
      month: 'text',
      issued_at: 'time',
      seller_id: 'text',
      seller_email: 'text',
      customer: 'text',
      customer_address: 'text',
      customer_country: 'text',
      customer_vat_number: 'text',
      net: 'money',
      vat_treatment: 'text',
      vat_percent: 'number',
      vat: 'money',
      total: 'money',
      currency: 'text',
      corrects: 'text',
    },
    readPage: ({ sql }, { after, count }) => sql<ExportedRow[]>`
      select i.id as cursor, i.id as invoice_id, i.number, i.kind, i.month, i.issued_at, i.seller_id,
        u.email as seller_email, i.content #>> '{to,name}' as customer, (
          select string_agg(line, ', ') from jsonb_array_elements_text(i.content #> '{to,address}') line
        ) as customer_address,
        i.content #>> '{to,country}' as customer_country,
        i.content #>> '{to,vatNumber}' as customer_vat_number, i.gross_cents - i.vat_cents as net,
        i.vat_treatment, i.vat_basis_points / 100.0 as vat_percent, i.vat_cents as vat,
        i.gross_cents as total, i.currency, corrected.number as corrects
      from invoices i join users u on u.id = i.seller_id
      left join invoices corrected on corrected.id = i.invoice_id
      where i.id > ${after} and (${month ?? null}::text is null or i.month = ${month ?? null})
      order by i.id limit ${count}`,
  };
}

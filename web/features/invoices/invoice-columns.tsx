import { Link } from 'react-router';
import type { Invoice } from '#contract/invoices/invoices.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { formatDay, formatMonth, formatPaid } from '../../ui/format.ts';
import type { Column } from '../../ui/Table.tsx';

/** An amount of an invoice, which is below zero on a credit note. */
export function formatInvoiced(amount: number): string {
  return amount < 0 ? `−${formatPaid(-amount)}` : formatPaid(amount);
}

/** Its number, which leads to it, its month, and its amounts. */
export function invoiceColumns(): Column<Invoice>[] {
  return [
    {
      header: t`Number`,
      isRowHeader: true,
      isWhole: true,
      cell: ({ _id, number }) => (
        <Link className="text-link" to={paths.invoice(_id)}>
          <bdi>{number}</bdi>
        </Link>
      ),
    },
    {
      header: t`Type`,
      cell: ({ kind }) => (kind === 'invoice' ? t`Invoice` : t`Credit note`),
    },
    { header: t`Month`, cell: ({ month }) => formatMonth(`${month}-01`) },
    { header: t`Date`, isWhole: true, cell: ({ time }) => formatDay(time) },
    { header: t`VAT`, isWhole: true, align: 'end', cell: ({ vat }) => formatInvoiced(vat) },
    {
      header: t`Total`,
      isWhole: true,
      align: 'end',
      cell: ({ total }) => formatInvoiced(total),
    },
  ];
}

import type { Invoice } from '#contract/invoices/invoices.ts';
import { t } from '#contract/text.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { BillingPart } from './BillingPart.tsx';
import { invoiceColumns } from './invoice-columns.tsx';
import { ownInvoicesQuery } from './queries.ts';

/** A seller's invoices for the commission, and to whom they are issued. */
export function OwnInvoices({ email }: { email: string }) {
  const list = usePagedList(ownInvoicesQuery(email));
  return (
    <div className="space-y-6">
      <p className="max-w-prose text-muted">
        {t`At the start of each month you get an invoice for our commission on the sales of the month before. It has already been deducted from your sales, so there is nothing to pay.`}
      </p>
      <BillingPart email={email} />
      <PagedList<Invoice>
        empty={<p className="text-muted">{t`There are no invoices yet.`}</p>}
        list={list}
        loading={{ label: t`Loading your invoices`, rowHeight: 'h-40 sm:h-14' }}
        table={({ items, ref }) => (
          <Table
            caption={t`Your invoices`}
            columns={invoiceColumns()}
            ref={ref}
            rowKey={({ _id }) => _id}
            rows={items}
          />
        )}
        things="entries"
      />
    </div>
  );
}

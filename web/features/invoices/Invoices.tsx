import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { Invoice } from '#contract/invoices/invoices.ts';
import { t } from '#contract/text.ts';
import { useNow } from '../../hydration/site.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { formatMonth } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { monthsSince } from '../../ui/months-since.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { Select } from '../../ui/Select.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { type Column, Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { invoiceColumns } from './invoice-columns.tsx';
import { invoicesQuery, readInvoicesFileMutation } from './queries.ts';

/** The invoices of all sellers, of one month or all, for admins. */
export function Invoices() {
  const [chosen, setChosen] = useState('');
  const month = chosen === '' ? undefined : chosen;
  const list = usePagedList(invoicesQuery(month));
  // The invoices of this month do not exist yet.
  const months = monthsSince('', useNow()).slice(1);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end gap-4">
        <div className="w-56">
          <Select
            choices={[
              { value: '', label: t`All months` },
              ...months.map((value) => ({ value, label: formatMonth(`${value}-01`) })),
            ]}
            label={t`Month`}
            onChange={({ target }) => setChosen(target.value)}
            value={chosen}
          />
        </div>
        <InvoicesFile month={month} />
      </div>
      <PagedList<Invoice>
        empty={
          <EmptyState title={t`There are no invoices`}>
            {month === undefined
              ? t`The first ones are issued when a month with sales has ended.`
              : t`Choose another month.`}
          </EmptyState>
        }
        key={chosen}
        list={list}
        loading={{ label: t`Loading the invoices`, rowHeight: 'h-48 sm:h-16' }}
        table={({ items, ref }) => (
          <Table
            caption={t`Invoices`}
            columns={columns()}
            ref={ref}
            rowKey={({ _id }) => _id}
            rows={items}
          />
        )}
        things="entries"
      />
    </>
  );
}

function columns(): Column<Invoice>[] {
  const [number, ...others] = invoiceColumns();
  const seller: Column<Invoice> = {
    header: t`Seller`,
    cell: ({ seller: { name, email } }) => (
      <>
        <bdi className="block wrap-anywhere">{name}</bdi>
        <bdi className="block text-sm wrap-anywhere text-muted">{email}</bdi>
      </>
    ),
  };
  return number ? [number, seller, ...others] : [];
}

function InvoicesFile({ month }: { month: string | undefined }) {
  const { mutate, isPending, error } = useMutation(readInvoicesFileMutation());
  const name = month === undefined ? 'invoices.csv' : `invoices-${month}.csv`;
  const download = () =>
    mutate(month, {
      onSuccess: (csv) => saveFile(name, 'text/csv', csv),
      onError: ({ message }) => toast.error(message),
    });
  return (
    <div>
      <Button busyLabel={t`Preparing the file`} isBusy={isPending} onClick={download}>
        <Icon name="download" />
        <span>{t`Download as CSV`}</span>
      </Button>
      <FieldError message={error?.message} />
    </div>
  );
}

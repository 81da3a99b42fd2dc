import { Link } from 'react-router';
import type { LedgerDifference } from '#contract/ledger.ts';
import { paths } from '#contract/page-paths.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { formatBalance } from './format-balance.ts';
import { differencesQuery } from './queries.ts';

/** Where the ledger and the books of a provider differ, and why. */
export function Differences() {
  const list = usePagedList(differencesQuery());
  return (
    <PagedList<LedgerDifference>
      empty={
        <EmptyState title="No differences">The ledger and the providers’ records agree.</EmptyState>
      }
      list={list}
      loading={{ label: 'Loading the differences', rowHeight: 'h-40 sm:h-16' }}
      table={({ items, ref }) => (
        <Table
          caption="Differences"
          columns={columns}
          ref={ref}
          rowKey={({ _id }) => _id}
          rows={items}
        />
      )}
      things="differences"
    />
  );
}

const explanations: Record<NonNullable<LedgerDifference['explanation']>, string> = {
  pending: 'It has just happened',
  chargeback: 'A chargeback that has not been decided',
  fee: 'The provider’s fee',
  bank: 'Moved between provider and bank',
};

const columns: Column<LedgerDifference>[] = [
  {
    header: 'Reference',
    isRowHeader: true,
    cell: ({ reference, provider, bookingId }) => (
      <>
        {bookingId ? (
          <Link className="text-link" to={paths.payment(bookingId)}>
            {reference}
          </Link>
        ) : (
          <span>{reference}</span>
        )}
        <span className="block text-sm font-normal text-muted">{provider}</span>
      </>
    ),
  },
  {
    header: 'In the ledger',
    isWhole: true,
    align: 'end',
    cell: ({ inLedger }) => formatBalance(inLedger),
  },
  {
    header: 'At the provider',
    isWhole: true,
    align: 'end',
    cell: ({ atProvider }) => formatBalance(atProvider),
  },
  { header: 'Found', isWhole: 'wide', cell: ({ foundAt }) => <Moment at={foundAt} /> },
  {
    header: 'Why',
    cell: ({ explanation }) =>
      explanation ? explanations[explanation] : <Badge tone="red">Needs attention</Badge>,
  },
];

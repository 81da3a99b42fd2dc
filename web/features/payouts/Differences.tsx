import { Link } from 'react-router';
import { textsOf } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import type { LedgerDifference } from '#contract/payouts/ledger.ts';
import { msg, t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { formatBalance } from './format-balance.ts';
import { differencesQuery } from './queries.ts';

/** The differences between the ledger and the books of a provider, and their reasons. */
export function Differences() {
  const list = usePagedList(differencesQuery());
  return (
    <PagedList<LedgerDifference>
      empty={
        <EmptyState
          title={t`No differences`}
        >{t`The ledger and the providers’ records agree.`}</EmptyState>
      }
      list={list}
      loading={{ label: t`Loading the differences`, rowHeight: 'h-40 sm:h-16' }}
      table={({ items, ref }) => (
        <Table
          caption={t`Differences`}
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

const explanations: Record<NonNullable<LedgerDifference['explanation']>, string> = textsOf({
  pending: msg`It has just happened`,
  chargeback: msg`A chargeback that has not been decided`,
  fee: msg`The provider’s fee`,
  bank: msg`Moved between provider and bank`,
});

const columns: Column<LedgerDifference>[] = [
  {
    get header() {
      return t`Reference`;
    },
    isRowHeader: true,
    cell: ({ reference, provider, bookingId }) => (
      <>
        {bookingId ? (
          <Link className="text-link" to={paths.payment(bookingId)}>
            <bdi dir="ltr">{reference}</bdi>
          </Link>
        ) : (
          <bdi dir="ltr">{reference}</bdi>
        )}
        <span className="block text-sm font-normal text-muted">
          {provider === 'invoices' ? t`Invoices` : provider}
        </span>
      </>
    ),
  },
  {
    get header() {
      return t`In the ledger`;
    },
    isWhole: true,
    align: 'end',
    cell: ({ inLedger }) => formatBalance(inLedger),
  },
  {
    get header() {
      return t`At the provider`;
    },
    isWhole: true,
    align: 'end',
    cell: ({ atProvider }) => formatBalance(atProvider),
  },
  {
    get header() {
      return t`Found`;
    },
    isWhole: 'wide',
    cell: ({ foundAt }) => <Moment at={foundAt} />,
  },
  {
    get header() {
      return t`Why`;
    },
    cell: ({ explanation }) =>
      explanation ? explanations[explanation] : <Badge tone="red">{t`Needs attention`}</Badge>,
  },
];

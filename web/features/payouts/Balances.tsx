import { useQuery } from '@tanstack/react-query';
import { textsOf } from '#contract/language.ts';
import type { AccountBalance } from '#contract/payouts/ledger.ts';
import { msg, t } from '#contract/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Table } from '../../ui/Table.tsx';
import { formatBalance } from './format-balance.ts';
import { balancesQuery } from './queries.ts';

/** The balance of every account of the ledger. */
export function Balances() {
  const { data, error, isFetching, refetch } = useQuery(balancesQuery());
  if (!data) {
    return error ? (
      <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
    ) : (
      <SkeletonRows label={t`Loading the balances`} rowHeight="h-12" />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState title={t`No movements yet`}>{t`The first payment opens the books.`}</EmptyState>
    );
  }
  return (
    <Table
      caption={t`Balances`}
      columns={[
        { header: t`Account`, isRowHeader: true, cell: (balance) => <Account {...balance} /> },
        {
          header: t`Debits`,
          isWhole: true,
          align: 'end',
          cell: ({ debits }) => formatBalance(debits),
        },
        {
          header: t`Credits`,
          isWhole: true,
          align: 'end',
          cell: ({ credits }) => formatBalance(credits),
        },
        {
          header: t`Balance`,
          isWhole: true,
          align: 'end',
          cell: ({ balance }) => <strong>{formatBalance(balance)}</strong>,
        },
      ]}
      rowKey={({ account }) => account}
      rows={data}
    />
  );
}

const kinds: Record<string, string> = textsOf({
  provider: msg`At the provider`,
  pending: msg`On its way`,
  available: msg`Ready to be paid out`,
  commission: msg`Commission of the shop`,
  unapplied: msg`To be refunded`,
  losses: msg`Losses`,
});

/** Accounts are named `kind` or `kind:whose`. */
function Account({ account, seller }: AccountBalance) {
  const [kind = '', whose] = account.split(':');
  return (
    <>
      <span>{kinds[kind] ?? kind}</span>
      <span className="block text-sm font-normal text-muted">
        <bdi>{seller?.name ?? whose ?? kind}</bdi>
      </span>
    </>
  );
}

import type { Payout } from '#contract/payouts/payouts.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { formatBalance } from './format-balance.ts';
import { PayoutState } from './PayoutState.tsx';
import { ownPayoutsQuery } from './queries.ts';

/** A seller's payouts with their state. */
export function OwnPayouts({ email }: { email: string }) {
  const list = usePagedList(ownPayoutsQuery(email));
  return (
    <PagedList<Payout>
      empty={<p className="text-muted">{t`Nothing has been paid out yet.`}</p>}
      list={list}
      loading={{ label: t`Loading your payouts`, rowHeight: 'h-24 sm:h-14' }}
      table={({ items, ref }) => (
        <Table
          caption={t`Your payouts`}
          columns={[
            {
              header: t`Started`,
              isRowHeader: true,
              isWhole: true,
              cell: ({ time }) => (time ? <Moment at={time} isDay /> : t`Not yet`),
            },
            {
              header: t`Amount`,
              isWhole: true,
              align: 'end',
              cell: ({ amount }) => formatBalance(amount),
            },
            {
              header: t({ message: 'To', context: 'payout account' }),
              cell: ({ account }) => account.number ?? t`The payout provider`,
            },
            {
              header: t`Reference`,
              cell: ({ reference }) => (reference ? <bdi>{reference}</bdi> : t`None yet`),
            },
            { header: t`Status`, cell: (payout) => <PayoutState payout={payout} /> },
          ]}
          ref={ref}
          rowKey={({ _id }) => _id}
          rows={items}
        />
      )}
      things="payouts"
    />
  );
}

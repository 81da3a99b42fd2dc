import { Link } from 'react-router';
import type { Booking } from '#contract/bookings/bookings.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { formatBalance } from './format-balance.ts';
import { ownSalesQuery } from './queries.ts';

/** A seller's sales, each with what it was paid, what was taken of it, and what is left. */
export function OwnSales({ email }: { email: string }) {
  const list = usePagedList(ownSalesQuery(email));
  return (
    <PagedList<Booking>
      empty={<p className="text-muted">{t`Nothing has been sold yet.`}</p>}
      list={list}
      loading={{ label: t`Loading your sales`, rowHeight: 'h-40 sm:h-16' }}
      table={({ items, ref }) => (
        <Table
          caption={t`Your sales`}
          columns={columnsOf(items)}
          ref={ref}
          rowKey={({ _id }) => _id}
          rows={items}
        />
      )}
      things="bookings"
    />
  );
}

/** An amount of a sale: below zero when it is taken from what the seller gets. */
type AmountOf = (sale: Booking) => number;

// `-0` would be written with its sign.
const refunded: AmountOf = ({ refund }) => 0 - (refund?.amount ?? 0);
const kept: AmountOf = ({ earnings }) => 0 - (earnings?.commission ?? 0);

/** The amounts add up to the last one. Columns in which no sale has an amount are left out. */
function columnsOf(sales: readonly Booking[]): Column<Booking>[] {
  const amounts: readonly (readonly [string, AmountOf])[] = [
    [t({ message: 'Shipping', context: 'delivery' }), ({ shipping }) => shipping],
    [t`Refunded`, refunded],
    [t`Shop’s share`, kept],
  ];
  return [
    {
      header: t`Instrument`,
      isRowHeader: true,
      cell: ({ _id, name, paidAt }) => (
        <>
          <Link className="text-link" dir="auto" to={paths.payment(_id)}>
            {name}
          </Link>
          {paidAt && (
            <span className="block text-sm font-normal text-muted">
              <Moment at={paidAt} isDay />
            </span>
          )}
        </>
      ),
    },
    amountColumn(t`Price`, ({ price }) => price),
    ...amounts
      .filter(([, amountOf]) => sales.some((sale) => amountOf(sale) !== 0))
      .map(([header, amountOf]) => amountColumn(header, amountOf)),
    {
      ...amountColumn(t`You get`, ({ earnings }) => earnings?.amount ?? 0),
      cell: ({ earnings }) => <strong>{formatBalance(earnings?.amount ?? 0)}</strong>,
    },
  ];
}

function amountColumn(header: string, amountOf: AmountOf): Column<Booking> {
  return { header, isWhole: true, align: 'end', cell: (sale) => formatBalance(amountOf(sale)) };
}

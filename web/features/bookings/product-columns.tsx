import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { paths } from '#contract/page-paths.ts';
import { formatMoney } from '../../ui/format.ts';
import type { Column } from '../../ui/Table.tsx';

/** Name and price as booked: the first columns of every table of bookings. */
export function productColumns(
  name: Column<Booking>['cell'] = (booking) => <ProductLink booking={booking} />,
): Column<Booking>[] {
  return [
    { header: 'Name', isRowHeader: true, cell: name },
    { header: 'Price', isWhole: true, align: 'end', cell: ({ price }) => formatMoney(price) },
  ];
}

export function ProductLink({ booking: { name, productId } }: { booking: Booking }) {
  return (
    <Link
      className="text-link inline-block @[50rem]:min-w-24"
      dir="auto"
      to={paths.product(productId)}
    >
      {name}
    </Link>
  );
}

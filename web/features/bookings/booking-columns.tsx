import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { paths } from '#contract/page-paths.ts';
import { EmailText } from '../../ui/EmailText.tsx';
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

/** Buyer or seller; when the account was removed, the admin has to act for them. */
export function Party({
  name,
  email,
  isRemoved = false,
}: {
  name: string;
  email?: string;
  isRemoved?: boolean | undefined;
}) {
  return (
    <span className="inline-block @[50rem]:min-w-26">
      <bdi>{name}</bdi>
      {(isRemoved || email !== undefined) && (
        <span className="block text-sm text-muted">
          {isRemoved || email === undefined ? 'Account deleted' : <EmailText email={email} />}
        </span>
      )}
    </span>
  );
}

import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { paths } from '#contract/page-paths.ts';
import type { ReturnState } from '#contract/states.ts';
import { dashboardMenu } from '../../frame/dashboard-menu.ts';
import { useNow } from '../../hydration/site.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatDay } from '../../ui/format.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { Party, productColumns } from './booking-columns.tsx';
import { returnsQuery } from './queries.ts';
import { presentStep } from './sale/present-step.ts';
import { SaleButton } from './sale/SaleButton.tsx';
import { SaleDialog } from './sale/SaleDialog.tsx';
import type { SaleAction } from './sale/sale-step.ts';

/** Every return of the shop, for admins to decide where seller and buyer do not agree. */
export function ReturnsPage() {
  return (
    <>
      <h1 tabIndex={-1}>{dashboardMenu.returns.name}</h1>
      <p className="mt-1 mb-6 text-muted">
        Sellers answer first. You can answer for them; what they contest is a dispute.
      </p>
      <ReturnList />
    </>
  );
}

function ReturnList() {
  const list = usePagedList(returnsQuery());
  return (
    <PagedList<Booking, { booking: Booking; action: SaleAction }>
      dialog={({ booking, action }, { close, closeAfterChange }) => (
        <SaleDialog
          action={action}
          booking={booking}
          onClose={close}
          onDone={() => closeAfterChange(booking._id)}
          viewer="admin"
        />
      )}
      empty={<EmptyState title="No returns">Nobody has asked to give anything back.</EmptyState>}
      list={list}
      loading={{ label: 'Loading the returns', rowHeight: 'h-72 sm:h-20' }}
      table={({ items, ref, ask }) => (
        <Table
          caption="Returns"
          columns={columnsOf((booking, action) => ask({ booking, action }))}
          ref={ref}
          rowKey={({ _id }) => _id}
          rows={items}
        />
      )}
      things="returns"
    />
  );
}

const states: Record<ReturnState, string> = {
  requested: 'Waits for the seller',
  accepted: 'To be given back',
  contested: 'Contested',
  'given-back': 'Given back, refund under way',
  lapsed: 'Not given back in time',
  refunded: 'Refunded',
};

function columnsOf(onAct: (booking: Booking, action: SaleAction) => void): Column<Booking>[] {
  return [
    ...productColumns(),
    {
      header: 'Buyer',
      cell: ({ buyerName, buyerRemoved }) => <Party isRemoved={buyerRemoved} name={buyerName} />,
    },
    {
      header: 'Seller',
      cell: ({ sellerName, sellerRemoved }) => (
        <Party isRemoved={sellerRemoved} name={sellerName} />
      ),
    },
    {
      header: 'Reason',
      cell: (booking) => (
        <bdi className="inline-block @[50rem]:min-w-36">{booking.return?.reason}</bdi>
      ),
    },
    {
      header: 'Asked',
      isWhole: true,
      cell: (booking) => booking.return && formatDay(booking.return.time),
    },
    {
      header: 'Status',
      cell: (booking) => <StateOfReturn booking={booking} onAct={onAct} />,
    },
  ];
}

function StateOfReturn({
  booking,
  onAct,
}: {
  booking: Booking;
  onAct: (booking: Booking, action: SaleAction) => void;
}) {
  const now = useNow();
  if (!booking.return) return null;
  const { state } = booking.return;
  const [action] = presentStep(booking, 'admin', now).actions;
  return (
    <span className="flex flex-col items-end gap-2 @[38rem]:items-start @[50rem]:min-w-32">
      <Badge tone={state === 'refunded' ? 'green' : 'quiet'}>{states[state]}</Badge>
      {action && (
        <SaleButton
          action={action}
          isFirst={false}
          name={booking.name}
          onPress={(pressed) => onAct(booking, pressed)}
          size="small"
        />
      )}
      <Link className="text-link text-sm" to={paths.payment(booking._id)}>
        See the sale<span className="sr-only"> of {booking.name}</span>
      </Link>
    </span>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import type { Booking } from '#contract/bookings.ts';
import type { ReturnState } from '#contract/states.ts';
import { dashboardMenu } from '../../frame/dashboard-menu.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatDay } from '../../ui/format.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { Party, productColumns } from './booking-columns.tsx';
import { DecideReturn, type Decision } from './DecideReturn.tsx';
import { returnsQuery } from './queries.ts';

/** Every return of the shop, for admins to decide where seller and buyer do not agree. */
export function ReturnsPage() {
  return (
    <>
      <h1 tabIndex={-1}>{dashboardMenu.returns.name}</h1>
      <p className="mt-1 mb-6 text-muted">
        Sellers decide first. You can accept for them, and say that an instrument was given back.
      </p>
      <ReturnList />
    </>
  );
}

function ReturnList() {
  const list = useInfiniteQuery(returnsQuery());
  return (
    <PagedList<Booking, { booking: Booking; decision: Decision }>
      dialog={(question, { close, closeAfterChange }) => (
        <DecideReturn {...question} onClose={close} onDecided={closeAfterChange} />
      )}
      empty={<EmptyState title="No returns">Nobody has asked to give anything back.</EmptyState>}
      list={list}
      loading={{ label: 'Loading the returns', rowHeight: 'h-72 sm:h-20' }}
      table={({ items, ref, ask }) => (
        <Table
          caption="Returns"
          columns={columnsOf((booking, decision) => ask({ booking, decision }))}
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
  requested: 'To be decided',
  accepted: 'Accepted, to be given back',
  contested: 'Contested',
  'given-back': 'Given back, refund under way',
  lapsed: 'Not given back in time',
  refunded: 'Refunded',
};

/** What an admin can still say about a return in this state. */
const decisions: Record<ReturnState, readonly (readonly [Decision, string])[]> = {
  requested: [['accepted', 'Accept']],
  accepted: [['given-back', 'Given back']],
  contested: [],
  'given-back': [],
  lapsed: [],
  refunded: [],
};

function columnsOf(onDecide: (booking: Booking, decision: Decision) => void): Column<Booking>[] {
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
      cell: (booking) => <StateOfReturn booking={booking} onDecide={onDecide} />,
    },
  ];
}

function StateOfReturn({
  booking,
  onDecide,
}: {
  booking: Booking;
  onDecide: (booking: Booking, decision: Decision) => void;
}) {
  if (!booking.return) return null;
  const { state } = booking.return;
  return (
    <span className="flex flex-col items-end gap-2 @[38rem]:items-start @[50rem]:min-w-32">
      <Badge tone={state === 'refunded' ? 'green' : 'quiet'}>{states[state]}</Badge>
      {decisions[state].length > 0 && (
        <span className="flex flex-wrap gap-2">
          {decisions[state].map(([decision, words]) => (
            <Button key={decision} onClick={() => onDecide(booking, decision)} size="small">
              {words}
              <span className="sr-only">: {booking.name}</span>
            </Button>
          ))}
        </span>
      )}
    </span>
  );
}

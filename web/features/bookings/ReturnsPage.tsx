import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import type { ReturnState } from '#contract/states.ts';
import { dashboardMenu } from '../../frame/dashboard-menu.ts';
import { paths } from '../../routing/paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFocusOnFirstNew } from '../../ui/focus-first-new.ts';
import { formatDay, formatMoney } from '../../ui/format.ts';
import { Loading } from '../../ui/Loading.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { DecideReturn, type Decision } from './DecideReturn.tsx';
import { useFocusAfterChange } from './focus-after-change.ts';
import { returnsQuery } from './queries.ts';

/** Every return of the shop, for admins to decide where seller and buyer do not agree. */
export function ReturnsPage() {
  return (
    <>
      <h1 tabIndex={-1}>{dashboardMenu.returns.name}</h1>
      <p className="mt-1 mb-6 text-muted">
        Sellers decide first. You can decide for them, and accept what they refused.
      </p>
      <ReturnList />
    </>
  );
}

function ReturnList() {
  const list = useInfiniteQuery(returnsQuery());
  const bookings = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const rows = useRef<HTMLTableSectionElement>(null);
  const focusOnFirstNew = useFocusOnFirstNew(rows, bookings.length, 'button');
  const focusAfterChangeOf = useFocusAfterChange(
    rows,
    bookings.map(({ _id }) => _id),
  );
  const [asked, setAsked] = useState<{ booking: Booking; decision: Decision } | null>(null);
  if (!list.data) {
    return list.error ? (
      <ErrorState
        isTrying={list.isFetching}
        message={list.error.message}
        onTryAgain={() => list.refetch()}
      />
    ) : (
      <Loading label="Loading the returns" />
    );
  }
  if (bookings.length === 0) {
    return <EmptyState title="No returns">Nobody has asked to give anything back.</EmptyState>;
  }
  return (
    <>
      <Table
        caption="Returns"
        columns={columnsOf((booking, decision) => setAsked({ booking, decision }))}
        ref={rows}
        rowKey={({ _id }) => _id}
        rows={bookings}
      />
      <ShowMore
        count={bookings.length}
        failure={list.isFetchNextPageError ? list.error : null}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onAsked={() => {
          focusOnFirstNew();
          void list.fetchNextPage({ cancelRefetch: false });
        }}
        things="returns"
      />
      {asked && (
        <DecideReturn {...asked} onClose={() => setAsked(null)} onDecided={focusAfterChangeOf} />
      )}
    </>
  );
}

const states: Record<ReturnState, string> = {
  requested: 'To be decided',
  accepted: 'Accepted, refund under way',
  refused: 'Refused',
  refunded: 'Refunded',
};

/** What an admin can still say about a return in this state. */
const decisions: Record<ReturnState, readonly (readonly [Decision, string])[]> = {
  requested: [
    ['accepted', 'Accept'],
    ['refused', 'Refuse'],
  ],
  refused: [['accepted', 'Accept after all']],
  accepted: [],
  refunded: [],
};

function columnsOf(onDecide: (booking: Booking, decision: Decision) => void): Column<Booking>[] {
  return [
    {
      header: 'Name',
      isRowHeader: true,
      cell: ({ name, productId }) => (
        <Link
          className="text-link inline-block @[50rem]:min-w-24"
          dir="auto"
          to={paths.product(productId)}
        >
          {name}
        </Link>
      ),
    },
    { header: 'Price', isWhole: true, align: 'end', cell: ({ price }) => formatMoney(price) },
    {
      header: 'Buyer',
      cell: ({ buyerName }) => <bdi className="inline-block @[50rem]:min-w-20">{buyerName}</bdi>,
    },
    {
      header: 'Seller',
      cell: ({ sellerName }) => <bdi className="inline-block @[50rem]:min-w-20">{sellerName}</bdi>,
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

import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { dashboardMenu } from '../../frame/dashboard-menu.ts';
import { useNow } from '../../hydration/site.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatDay } from '../../ui/format.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { useListSearch } from '../../ui/use-list-search.ts';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { Party, productColumns } from './booking-columns.tsx';
import { allBookingsQuery, removeBookingMutation } from './queries.ts';
import { RequestReturn } from './sale/RequestReturn.tsx';

interface Question {
  kind: 'remove' | 'return';
  booking: Booking;
}

/** The bookings of all users, for admins to search, open and remove, and to act for users who were removed. */
export function AllBookingsPage() {
  const { search, clear, field } = useListSearch();
  const list = usePagedList(allBookingsQuery(search));
  return (
    <>
      <h1 tabIndex={-1}>{dashboardMenu.allBookings.name}</h1>
      <div className="mt-4 mb-6 max-w-md">
        <SearchField
          {...field}
          label="Search by product, buyer or seller"
          maxLength={limits.nameLength}
        />
      </div>
      <PagedList<Booking, Question>
        dialog={({ kind, booking }, { close, closeAfterChange }) =>
          kind === 'return' ? (
            <RequestReturn
              booking={booking}
              onClose={close}
              onDone={() => closeAfterChange(booking._id)}
            />
          ) : (
            <ReasonDialog
              confirmLabel="Delete"
              hint={`${booking.buyerName} gets it by mail.`}
              id={booking._id}
              maxLength={limits.declineReasonLength}
              mutation={removeBookingMutation()}
              onClose={close}
              onDone={() => closeAfterChange(booking._id)}
              success={messages.toast.bookingDeleted}
              title={`Delete the booking of ${booking.name}?`}
            >
              The instrument is free for others at once.
            </ReasonDialog>
          )
        }
        empty={
          search === '' ? (
            <EmptyState title="No bookings yet">What buyers book will stand here.</EmptyState>
          ) : (
            <EmptyState
              action={<Button onClick={clear}>Clear the search</Button>}
              title={`No booking matches “${search}”`}
            >
              The search looks for the beginnings of words in the names of products, and in names
              and addresses of buyers and sellers.
            </EmptyState>
          )
        }
        list={list}
        loading={{ label: 'Loading the bookings', rowHeight: 'h-72 sm:h-20' }}
        table={({ items, ref, ask }) => (
          <Table
            caption="Bookings"
            columns={columnsOf(ask)}
            ref={ref}
            rowKey={({ _id }) => _id}
            rows={items}
          />
        )}
        things="bookings"
      />
    </>
  );
}

function columnsOf(ask: (question: Question) => void): Column<Booking>[] {
  return [
    ...productColumns(),
    {
      header: 'Buyer',
      cell: ({ buyerName, buyerEmail, buyerRemoved }) => (
        <Party email={buyerEmail} isRemoved={buyerRemoved} name={buyerName} />
      ),
    },
    {
      header: 'Seller',
      cell: ({ sellerName, sellerRemoved }) => (
        <Party isRemoved={sellerRemoved} name={sellerName} />
      ),
    },
    { header: 'Booked', isWhole: true, cell: ({ time }) => formatDay(time) },
    {
      header: 'Status',
      isWhole: true,
      cell: ({ state }) => (
        <Badge tone={state === 'paid' ? 'green' : 'quiet'}>{stateNames[state]}</Badge>
      ),
    },
    { header: 'Action', isWhole: true, cell: (booking) => <Action ask={ask} booking={booking} /> },
  ];
}

const stateNames: Record<Booking['state'], string> = {
  held: 'On hold',
  paid: messages.booking.paid,
  released: 'Ended',
  returned: 'Returned',
};

function Action({ booking, ask }: { booking: Booking; ask: (question: Question) => void }) {
  const now = useNow();
  const { _id, name, state, returnUntil } = booking;
  if (state === 'held') {
    return (
      <Button onClick={() => ask({ kind: 'remove', booking })} size="small" variant="quietDanger">
        Delete<span className="sr-only"> the booking of {name}</span>
      </Button>
    );
  }
  if (state === 'released') return null;
  const isReceived = booking.fulfilment?.state === 'received';
  const isReturnable = isReceived && !booking.return && returnUntil;
  return (
    <span className="flex flex-col items-end gap-1.5 @[38rem]:items-start">
      <Link className="text-link text-sm" to={paths.payment(_id)}>
        Sale<span className="sr-only"> of {name}</span>
      </Link>
      {booking.buyerRemoved && isReturnable && new Date(returnUntil) > now && (
        <Button onClick={() => ask({ kind: 'return', booking })} size="small">
          Return for the buyer<span className="sr-only">: {name}</span>
        </Button>
      )}
    </span>
  );
}

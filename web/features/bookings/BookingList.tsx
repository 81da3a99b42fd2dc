import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { paths } from '../../routing/paths.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFocusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { useFocusOnFirstNew } from '../../ui/focus-first-new.ts';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AskForReturn } from './AskForReturn.tsx';
import { BookingTable } from './BookingTable.tsx';
import { DecideReturn, type Decision } from './DecideReturn.tsx';
import { DeleteBooking } from './DeleteBooking.tsx';
import { useFocusAfterChange } from './focus-after-change.ts';
import { bookingsQuery, type Side } from './queries.ts';

/** What somebody may be asked about one of the bookings. */
type Question =
  | { kind: 'delete'; booking: Booking }
  | { kind: 'return'; booking: Booking }
  | { kind: 'decide'; booking: Booking; decision: Decision };

/** A side of somebody's bookings in a table, with its four faces. */
export function BookingList({ email, side }: { email: string; side: Side }) {
  const list = useInfiniteQuery(bookingsQuery(email, side));
  const bookings = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const rows = useRef<HTMLTableSectionElement>(null);
  const focusOnFirstNew = useFocusOnFirstNew(rows, bookings.length, 'a, button');
  const ids = bookings.map(({ _id }) => _id);
  const focusAfterRemovalOf = useFocusAfterRemoval(rows, ids);
  const focusAfterChangeOf = useFocusAfterChange(rows, ids);
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);

  if (!list.data) {
    return list.error ? (
      <ErrorState
        isTrying={list.isFetching}
        message={list.error.message}
        onTryAgain={() => list.refetch()}
      />
    ) : (
      <BookingsSkeleton />
    );
  }
  return (
    <>
      {bookings.length === 0 ? (
        <NoBookings side={side} />
      ) : (
        <BookingTable
          bookings={bookings}
          onAskForReturn={(booking) => setQuestion({ kind: 'return', booking })}
          onDecide={(booking, decision) => setQuestion({ kind: 'decide', booking, decision })}
          onDelete={(booking) => setQuestion({ kind: 'delete', booking })}
          ref={rows}
          side={side}
        />
      )}
      <ShowMore
        count={bookings.length}
        failure={list.isFetchNextPageError ? list.error : null}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onAsked={() => {
          focusOnFirstNew();
          void list.fetchNextPage({ cancelRefetch: false });
        }}
        things="bookings"
      />
      {question?.kind === 'delete' && (
        <DeleteBooking {...question} onClose={close} onDeleted={focusAfterRemovalOf} />
      )}
      {question?.kind === 'return' && (
        <AskForReturn {...question} onAsked={focusAfterChangeOf} onClose={close} />
      )}
      {question?.kind === 'decide' && (
        <DecideReturn {...question} onClose={close} onDecided={focusAfterChangeOf} />
      )}
    </>
  );
}

const nothing: Record<Side, { title: string; words: string; step: ReactNode }> = {
  buyer: {
    title: 'Nothing booked yet',
    words: 'What you book is held for you here until you have paid for it.',
    step: (
      <Link className={buttonStyle('primary')} to={paths.home()}>
        Look around the shop
      </Link>
    ),
  },
  seller: {
    title: 'Nobody has booked yet',
    words: 'When somebody books an instrument of yours, it stands here with their phone.',
    step: (
      <Link className={buttonStyle('primary')} to={paths.myProducts()}>
        Advertise an instrument
      </Link>
    ),
  },
};

function NoBookings({ side }: { side: Side }) {
  const { title, words, step } = nothing[side];
  return (
    <EmptyState action={step} title={title}>
      {words}
    </EmptyState>
  );
}

function BookingsSkeleton() {
  return (
    <div aria-busy="true" className="space-y-4 sm:space-y-2">
      <p className="sr-only" role="status">
        Loading the bookings
      </p>
      {['first', 'second', 'third', 'fourth'].map((place) => (
        <Skeleton className="h-80 w-full sm:h-20" key={place} />
      ))}
    </div>
  );
}

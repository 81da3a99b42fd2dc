import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import type { SaleAction, SaleSide } from '#contract/sale-step-types.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import type { SaleSlots } from './BookingActions.tsx';
import { BookingCards } from './BookingCards.tsx';
import { bookingsQuery, declineBookingMutation, releaseBookingMutation } from './queries.ts';

/** What a dialog may ask about a booking. */
type Question =
  | { kind: 'delete'; booking: Booking }
  | { kind: 'decline'; booking: Booking }
  | { kind: 'sale'; booking: Booking; action: SaleAction };

/** The bookings of one side as cards. */
export function BookingList({
  email,
  side,
  sale,
}: {
  email: string;
  side: SaleSide;
  sale: SaleSlots;
}) {
  const list = usePagedList(bookingsQuery(email, side));
  return (
    <PagedList<Booking, Question>
      dialog={(question, { close, closeAfterRemoval, closeAfterChange }) => {
        const { booking } = question;
        if (question.kind === 'decline') {
          return (
            <ReasonDialog
              confirmLabel={messages.hold.decline}
              hint={`${booking.buyerName} will see this.`}
              id={booking._id}
              label="Why are you declining?"
              maxLength={limits.declineReasonLength}
              mutation={declineBookingMutation()}
              onClose={close}
              onDone={() => closeAfterRemoval(booking._id)}
              success={messages.toast.operationDone}
              title={`Decline the booking of ${booking.name}?`}
            >
              Others can book the instrument right away. To take it off sale, delete it in My
              Products.
            </ReasonDialog>
          );
        }
        if (question.kind === 'sale') {
          return (
            <sale.Dialog
              action={question.action}
              booking={booking}
              onClose={close}
              onDone={() => closeAfterChange(booking._id)}
              viewer={side}
            />
          );
        }
        return (
          <MutationDialog
            mutation={releaseBookingMutation()}
            onClose={close}
            onDone={() => closeAfterRemoval(booking._id)}
            success={messages.toast.bookingDeleted}
            title={`Delete the booking of ${booking.name}?`}
            variables={booking}
          >
            Others can book it right away.
          </MutationDialog>
        );
      }}
      empty={<NoBookings side={side} />}
      list={list}
      loading={{ label: 'Loading the bookings', rowHeight: 'h-80 sm:h-52' }}
      table={({ items, ref, ask }) => (
        <BookingCards
          bookings={items}
          onAct={(booking, action) => ask({ kind: 'sale', booking, action })}
          onDecline={(booking) => ask({ kind: 'decline', booking })}
          onDelete={(booking) => ask({ kind: 'delete', booking })}
          ref={ref}
          sale={sale}
          side={side}
        />
      )}
      things="bookings"
    />
  );
}

const emptyStates: Record<SaleSide, { title: string; text: string; step: ReactNode }> = {
  buyer: {
    title: 'Nothing booked yet',
    text: 'What you book is held for you here until you have paid for it.',
    step: (
      <Link className={buttonStyle('primary')} to={paths.home()}>
        Browse the shop
      </Link>
    ),
  },
  seller: {
    title: 'No orders yet',
    text: 'When somebody books one of your instruments, it appears here with their phone number.',
    step: (
      <Link className={buttonStyle('primary')} to={paths.myProducts()}>
        Advertise an instrument
      </Link>
    ),
  },
};

function NoBookings({ side }: { side: SaleSide }) {
  const { title, text, step } = emptyStates[side];
  return (
    <EmptyState action={step} title={title}>
      {text}
    </EmptyState>
  );
}

import { Link } from 'react-router';
import type { SaleAction, SaleSide } from '#contract/after-sale/sale-step-types.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { limits } from '#contract/constants.ts';
import { isolateNames } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
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
        const { name, buyerName } = isolateNames(booking);
        if (question.kind === 'decline') {
          return (
            <ReasonDialog
              confirmLabel={messages.hold.decline}
              hint={t`${buyerName} will see this.`}
              id={booking._id}
              label={t`Why are you declining?`}
              maxLength={limits.declineReasonLength}
              mutation={declineBookingMutation()}
              onClose={close}
              onDone={() => closeAfterRemoval(booking._id)}
              success={t`The booking is declined`}
              title={t`Decline the booking of ${name}?`}
            >
              {t`Others can book the instrument right away. To take it off sale, delete it in My Products.`}
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
            title={t`Delete the booking of ${name}?`}
            variables={booking}
          >
            {t`Others can book it right away.`}
          </MutationDialog>
        );
      }}
      empty={<NoBookings side={side} />}
      list={list}
      loading={{ label: t`Loading the bookings`, rowHeight: 'h-80 sm:h-52' }}
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

function NoBookings({ side }: { side: SaleSide }) {
  if (side === 'buyer') {
    return (
      <EmptyState
        action={
          <Link className={buttonStyle('primary')} to={paths.home()}>
            {t`Browse the shop`}
          </Link>
        }
        title={t`Nothing booked yet`}
      >
        {t`What you book is held for you here until you have paid for it.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        <Link className={buttonStyle('primary')} to={paths.myProducts()}>
          {t`Advertise an instrument`}
        </Link>
      }
      title={t`No orders yet`}
    >
      {t`When somebody books one of your instruments, it appears here with their phone number.`}
    </EmptyState>
  );
}

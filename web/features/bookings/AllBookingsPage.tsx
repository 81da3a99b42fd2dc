import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { saleStep } from '#contract/after-sale/sale-steps.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { limits } from '#contract/constants.ts';
import { isolateNames } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useNow } from '../../hydration/site.ts';
import { ActionMenu, MenuAction } from '../../ui/ActionMenu.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { CardList, DenseCard } from '../../ui/CardList.tsx';
import { formatMoney } from '../../ui/format.ts';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { SearchedList } from '../../ui/SearchedList.tsx';
import { SaleState } from '../after-sale/SaleCard.tsx';
import { SaleDialog } from '../after-sale/SaleDialog.tsx';
import { SendingIncluded } from '../delivery/SendingIncluded.tsx';
import { BookedPicture, ProductLink, partiesOf } from './booking-parts.tsx';
import { allBookingsQuery, removeBookingMutation } from './queries.ts';

interface Question {
  kind: 'remove' | 'return';
  booking: Booking;
}

/** The bookings of all users, for admins to search, open and remove, and to act for users who were removed. */
export function AllBookingsPage() {
  return (
    <>
      <h1 tabIndex={-1}>{t`All Bookings`}</h1>
      <SearchedList<Booking, Question>
        dialog={({ kind, booking }, { close, closeAfterChange }) => {
          const { name, buyerName } = isolateNames(booking);
          return kind === 'return' ? (
            <SaleDialog
              action="request-return"
              booking={booking}
              onClose={close}
              onDone={() => closeAfterChange(booking._id)}
              viewer="admin"
            />
          ) : (
            <ReasonDialog
              confirmLabel={t`Delete`}
              hint={t`We will tell ${buyerName} by email.`}
              id={booking._id}
              maxLength={limits.declineReasonLength}
              mutation={removeBookingMutation()}
              onClose={close}
              onDone={() => closeAfterChange(booking._id)}
              success={messages.toast.bookingDeleted}
              title={t`Delete the booking of ${name}?`}
            >
              {t`Others can book the instrument right away.`}
            </ReasonDialog>
          );
        }}
        label={t`Search by product, buyer or seller`}
        loading={{ label: t`Loading the bookings`, rowHeight: 'h-56 sm:h-24' }}
        maxLength={limits.nameLength}
        noMatch={(search) => ({
          title: t`No booking matches “${search}”`,
          text: t`Try the first letters of a product’s name, or of a buyer’s or seller’s name or email address.`,
        })}
        none={{
          title: t`No bookings yet`,
          text: t`Everything that buyers book will be listed here.`,
        }}
        query={allBookingsQuery}
        table={({ items, ref, ask }) => (
          <CardList items={items} name={t`Bookings`} ref={ref}>
            {(booking, serial) => <BookingRow ask={ask} booking={booking} serial={serial} />}
          </CardList>
        )}
        things="bookings"
      />
    </>
  );
}

function BookingRow({
  booking,
  serial,
  ask,
}: {
  booking: Booking;
  serial: number;
  ask: (question: Question) => void;
}) {
  const { name, shipping, total, productId, time } = booking;
  return (
    <DenseCard
      actions={<Action ask={ask} booking={booking} />}
      facts={[...partiesOf(booking), { name: t`Booked`, value: <Moment at={time} isDay /> }]}
      picture={<BookedPicture booking={booking} />}
      price={formatMoney(total)}
      priceNote={<SendingIncluded shipping={shipping} />}
      serial={serial}
      status={<SaleState booking={booking} viewer="admin" />}
      title={<ProductLink name={name} productId={productId} />}
    />
  );
}

/** What an admin can do: delete a hold, look at a sale, act for a buyer who is gone. */
function Action({ booking, ask }: { booking: Booking; ask: (question: Question) => void }) {
  const now = useNow();
  const { _id, name, state } = booking;
  if (state === 'released') return null;
  if (state === 'held') {
    return (
      <div className="ms-auto w-fit">
        <ActionMenu about={name}>
          <MenuAction isDangerous onSelect={() => ask({ kind: 'remove', booking })}>
            {t`Delete the booking`}
          </MenuAction>
        </ActionMenu>
      </div>
    );
  }
  const mayReturn = saleStep(booking, 'admin', now).actions.includes('request-return');
  return (
    <div className="flex gap-2 [&>:first-child]:flex-1">
      <Link className={buttonStyle('quiet', 'small')} to={paths.payment(_id)}>
        <Trans>
          See the sale<span className="sr-only">{` of ${name}`}</span>
        </Trans>
      </Link>
      {mayReturn && (
        <ActionMenu about={name}>
          <MenuAction onSelect={() => ask({ kind: 'return', booking })}>
            {t`Return for the buyer`}
          </MenuAction>
        </ActionMenu>
      )}
    </div>
  );
}

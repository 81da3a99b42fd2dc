import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { saleViewerOf } from '#contract/after-sale/sale-steps.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { isolate } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { useNow } from '../../hydration/site.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { shopHas } from '../../ui/current-shop.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadingOrError } from '../../ui/LoadingOrError.tsx';
import { bookingQuery } from '../after-sale/queries.ts';
import { SaleView } from '../after-sale/SaleView.tsx';
import { Notes } from '../moderation/Notes.tsx';
import { SaleReviews } from '../reviews/SaleReviews.tsx';
import { ConfirmEmail } from '../session/ConfirmEmail.tsx';
import { type ChargeSeen, Checkout } from './Checkout.tsx';
import { ContactNeeded } from './ContactNeeded.tsx';
import { HoldEnded } from './HoldEnded.tsx';

/** Polling interval while a charge waits to be recorded. */
const pollIntervalMs = 3_000;
/** Polling interval while the card is filled in: the booking may end, or be paid in another tab. */
const watchMs = 10_000;

/** The time for which the page says that the payment was made, in milliseconds. */
const successMs = 15 * 60_000;

/** Payment of a booking; once it is paid, the sale. */
export function PaymentPage() {
  const { id = '' } = useParams();
  const [charge, setCharge] = useState<ChargeSeen>('none');
  const query = useQuery({
    ...bookingQuery(id),
    refetchInterval: ({ state }) =>
      state.data?.state === 'held' && (charge === 'unrecorded' ? pollIntervalMs : watchMs),
  });
  const { data, error, refetch } = query;
  const requireHeld = async () => {
    const { data: fresh } = await refetch({ throwOnError: true });
    if (fresh?.state !== 'held') throw new Error(t(nothingCharged));
  };
  if (data) {
    return <Booked booking={data} charge={charge} onCharge={setCharge} requireHeld={requireHeld} />;
  }
  const isNothing = error instanceof CallFailure && [400, 404].includes(error.status);
  if (!isNothing) {
    return <LoadingOrError heading={t`Payment`} label={t`Loading your booking`} query={query} />;
  }
  return (
    <>
      <h1 tabIndex={-1}>{t`Payment`}</h1>
      <EmptyState action={<ToBookings />} title={t`We cannot find this booking`}>
        {t`It may have been deleted, or it belongs to someone else.`}
      </EmptyState>
    </>
  );
}

const nothingCharged = msg`The booking has just changed. Nothing was charged.`;

function Booked({
  booking,
  charge,
  onCharge,
  requireHeld,
}: {
  booking: Booking;
  charge: ChargeSeen;
  onCharge: (charge: ChargeSeen) => void;
  requireHeld: () => Promise<void>;
}) {
  const user = useDashboardUser();
  const [query] = useSearchParams();
  const opensReview = query.get('open') === 'review';
  const viewer = saleViewerOf(booking, user);
  const isBuyer = viewer === 'buyer';
  const now = useNow();
  const { name, paidAt, state } = booking;
  const isPaid = paidAt !== undefined && (state === 'paid' || state === 'returned');
  const isJustPaid =
    isBuyer && state === 'paid' && now.getTime() - Date.parse(paidAt ?? '') < successMs;
  return (
    <>
      <h1 tabIndex={-1}>
        {isPaid && !isJustPaid ? (
          <span key="sale">
            <Trans>
              Sale of <bdi>{name}</bdi>
            </Trans>
          </span>
        ) : (
          <span key="payment">
            <span>{messages.payment.heading}</span> <bdi>{name}</bdi>
          </span>
        )}
      </h1>
      <div className="mt-6">{body()}</div>
    </>
  );

  function body() {
    if (isPaid) {
      return (
        <SaleView
          booking={booking}
          isJustPaid={isJustPaid}
          notes={viewer === 'admin' && <Notes about="sale" id={booking._id} />}
          notice={isBuyer && <ConfirmEmail user={user} />}
          reviews={
            shopHas('reviews') && (
              <SaleReviews
                bookingId={booking._id}
                email={user.email}
                opensForm={opensReview}
                otherName={isBuyer ? booking.sellerName : booking.buyerName}
                side={viewer === 'admin' ? undefined : viewer}
              />
            )
          }
          viewer={viewer}
        />
      );
    }
    const isRefunded = charge === 'refunded';
    if (booking.state === 'released' || isRefunded) {
      return <HoldEnded booking={booking} isRefunded={isRefunded} />;
    }
    if (!isBuyer) {
      const buyerName = isolate(booking.buyerName);
      return (
        <EmptyState action={<ToBookings />} title={t`Not paid yet`}>
          {t`Only ${buyerName}, who booked it, can pay for it.`}
        </EmptyState>
      );
    }
    if (booking.needsAddress || booking.needsPhone) return <ContactNeeded booking={booking} />;
    return (
      <Checkout booking={booking} key={booking._id} onCharge={onCharge} requireHeld={requireHeld} />
    );
  }
}

function ToBookings() {
  return (
    <Link className={buttonStyle('primary')} to={paths.bookings()}>
      {t`See your bookings`}
    </Link>
  );
}

import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { holdEndedTexts } from '#contract/after-sale/sale-step-table.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { rebookAfterHours } from '#contract/constants.ts';
import { labelSeparator } from '#contract/isolate.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatPaid } from '../../ui/format.ts';

/** A booking that no longer holds the product: why, and the next step. */
export function HoldEnded({
  booking,
  isRefunded = false,
}: {
  booking: Booking;
  /** The card was charged too late; the notice must not be missed. */
  isRefunded?: boolean;
}) {
  const reason = booking.releaseReason ?? 'expired';
  const endedAt = booking.releasedAt ?? booking.expiresAt;
  const isGone = reason === 'withdrawn' || reason === 'sold-elsewhere';
  const price = formatPaid(booking.total);
  return (
    <EmptyState
      action={
        isGone ? (
          <Link className={buttonStyle('primary')} to={paths.home()}>
            {t`See what else is in the shop`}
          </Link>
        ) : (
          <Link className={buttonStyle('primary')} to={paths.product(booking.productId)}>
            {t`See the instrument`}
          </Link>
        )
      }
      title={t`The hold has ended`}
    >
      {isRefunded && (
        <p className="mb-2 font-semibold text-ink" role="alert">
          {t`Your card was charged after the hold had ended. Your ${price} will be refunded automatically.`}
        </p>
      )}
      <p>{holdEndedTexts[reason]}</p>
      {booking.releaseNote && (
        <p className="mt-2">
          <bdi>{booking.sellerName}</bdi>
          <span>{labelSeparator()}</span>
          <q dir="auto">{booking.releaseNote}</q>
        </p>
      )}
      {!isGone && endedAt && (
        <p className="mt-2">
          <Trans>
            If nobody else books it, you can book it again from{' '}
            <Moment
              at={new Date(Date.parse(endedAt) + rebookAfterHours * 3_600_000).toISOString()}
            />
            .
          </Trans>
        </p>
      )}
    </EmptyState>
  );
}

import { holdEndedTexts } from '#contract/after-sale/sale-step-table.ts';
import type { SaleSide } from '#contract/after-sale/sale-step-types.ts';
import { saleStep } from '#contract/after-sale/sale-steps.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { endedBookingDays } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { plural, t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useNow } from '../../hydration/site.ts';
import { Badge } from '../../ui/Badge.tsx';
import { formatFullTime } from '../../ui/format.ts';
import { timeLeft } from '../../ui/time-left.ts';
import type { SaleSlots } from './BookingActions.tsx';

/** The state of a booking for one side of it, in words. */
export function BookingStatus({
  booking,
  side,
  sale,
}: {
  booking: Booking;
  side: SaleSide;
  sale: Pick<SaleSlots, 'Status'>;
}) {
  const { state, expiresAt } = booking;
  const { title } = saleStep(booking, side, useNow());
  if (state === 'released') return <HoldEnded booking={booking} />;
  if (state === 'held') {
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={side === 'buyer' ? 'brass' : 'quiet'}>{title}</Badge>
        {expiresAt && <HoldLeft expiresAt={expiresAt} />}
        {side === 'seller' && booking.buyerRemoved && <Removed who="buyer" />}
      </p>
    );
  }
  const isOtherRemoved = side === 'buyer' ? booking.sellerRemoved : booking.buyerRemoved;
  return (
    <div>
      <sale.Status booking={booking} side={side} />
      {isOtherRemoved && <Removed who={side === 'buyer' ? 'seller' : 'buyer'} />}
    </div>
  );
}

/** The remaining time of a hold, with the exact end as a tooltip. */
function HoldLeft({ expiresAt }: { expiresAt: string }) {
  const left = timeLeft(expiresAt, useNow());
  const end = formatFullTime(expiresAt);
  return (
    <time
      className={`text-sm ${left === null ? 'font-semibold text-red' : 'text-muted'}`}
      dateTime={expiresAt}
      title={t`Held until ${end}`}
    >
      {left === null ? t`The hold has ended` : t`${left} left`}
    </time>
  );
}

function Removed({ who }: { who: 'buyer' | 'seller' }) {
  return (
    <span className="block text-sm text-muted">
      {who === 'buyer'
        ? t`The buyer’s account was deleted. The shop acts on their behalf.`
        : t`The seller’s account was deleted. The shop acts on their behalf.`}
    </span>
  );
}

/** When and why a hold ended, which its buyer or seller may have missed. */
function HoldEnded({
  booking: { releaseReason = 'expired', releaseNote, releasedAt },
}: {
  booking: Booking;
}) {
  return (
    <div className="text-sm text-muted">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge>{messages.hold.ended}</Badge>
        {releasedAt && <Moment at={releasedAt} />}
      </p>
      <p className="mt-1">{holdEndedTexts[releaseReason]}</p>
      {releaseNote && (
        <q className="block wrap-anywhere" dir="auto">
          {releaseNote}
        </q>
      )}
      <p>
        {t`It disappears from this list after ${plural(endedBookingDays, { one: '# day', other: '# days' })}.`}
      </p>
    </div>
  );
}

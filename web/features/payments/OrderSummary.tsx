import type { Booking } from '#contract/bookings.ts';
import { formatMoney } from '../../ui/format.ts';
import { Picture } from '../../ui/Picture.tsx';

/** The item being paid for. */
export function OrderSummary({ booking }: { booking: Booking }) {
  return (
    <aside
      aria-label="What you pay for"
      className="flex h-fit items-center gap-3 rounded-lg border border-line bg-surface p-3 shadow-rest max-lg:order-first lg:block"
    >
      <div className="w-28 shrink-0 lg:w-full">
        <Picture
          address={booking.image}
          alt=""
          sizes="(min-width: 64rem) 17rem, 7rem"
          source={booking.picture}
        />
      </div>
      <div className="min-w-0 p-1 lg:p-2 lg:pt-4">
        <p className="font-semibold wrap-anywhere" dir="auto">
          {booking.name}
        </p>
        <p className="text-sm text-muted">from {booking.sellerName}</p>
        <p className="price mt-2 text-2xl">{formatMoney(booking.price)}</p>
      </div>
    </aside>
  );
}

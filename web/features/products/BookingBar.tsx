import type { SingleProduct } from '#contract/products.ts';
import { formatMoney } from '../../ui/format.ts';
import { type BookingStep, BookNow } from './BookNow.tsx';

/**
 * Price and booking button at the bottom of the window on phones. It rests in the footer's margin at the end of the
 * page, so it never covers content for good. Its data attribute makes focused elements scroll clear of it
 * (base.css).
 */
export function BookingBar({
  product: { name, price },
  booking,
}: {
  product: SingleProduct;
  booking: BookingStep;
}) {
  return (
    <div
      className="sticky bottom-0 z-20 -mx-4 -mb-16 flex items-center justify-between gap-4 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-[0_-6px_20px_rgb(30_18_10/0.12)] md:hidden"
      data-sticks-to-bottom=""
    >
      <span className="min-w-0">
        <span aria-hidden="true" className="block truncate text-left text-sm text-muted" dir="auto">
          {name}
        </span>
        <span className="price block text-2xl leading-tight">{formatMoney(price)}</span>
      </span>
      <BookNow className="shrink-0" productName={name} size="large" step={booking} />
    </div>
  );
}

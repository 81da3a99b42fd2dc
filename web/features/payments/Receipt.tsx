import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { saleStep } from '#contract/sale-steps.ts';
import { useNow } from '../../hydration/site.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { formatHere, formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';

/** The printable receipt of a recorded payment. */
export function Receipt({
  booking,
  isBuyer,
  code,
  notice,
  children,
}: {
  booking: Booking;
  isBuyer: boolean;
  /** The code for the handover, while there is one. */
  code?: ReactNode;
  /** What to know before the rest. */
  notice?: ReactNode;
  /** What follows the facts. */
  children?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // After paying, the focus moves here because the pressed button is gone; opened by a link, it stays at the page's
    // heading.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  const facts = [
    ['Instrument', booking.name],
    ['Amount', formatMoney(booking.price)],
    ['Paid', booking.paidAt && formatHere(booking.paidAt)],
    [messages.payment.transactionId, booking.transactionId],
    ['Buyer', `${booking.buyerName}, ${booking.buyerEmail}`],
    ['Seller', booking.sellerName],
    ['Seller’s phone', booking.number],
    ['Meeting place', booking.location],
  ] as const;
  const isReturned = booking.state === 'returned';
  const { title } = saleStep(booking, isBuyer ? 'buyer' : 'admin', useNow());
  return (
    <section aria-labelledby="receipt" className="max-w-2xl">
      <p className="mb-6 hidden border-b border-line pb-3 font-display text-2xl print:block">
        {currentShop().name}
      </p>
      <div className="flex items-center gap-3">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-green-tint text-green print:hidden">
          <Icon className="size-7" name={isReturned ? 'returns' : 'check'} />
        </span>
        <h2 className="outline-none" id="receipt" ref={heading} tabIndex={-1}>
          {isReturned ? title : isBuyer ? messages.payment.completed : messages.booking.paid}
        </h2>
      </div>
      {notice && <div className="mt-6">{notice}</div>}
      <dl className="mt-6 divide-y divide-line rounded-lg border border-line bg-surface px-5 py-2 shadow-rest print:shadow-none">
        {facts.map(
          ([term, value]) =>
            value && (
              <div className="py-3 sm:grid sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-4" key={term}>
                <dt className="text-muted">{term}</dt>
                <dd className="font-semibold wrap-anywhere" dir="auto">
                  {value}
                </dd>
              </div>
            ),
        )}
      </dl>
      {code && (
        <section aria-labelledby="handover-code" className="mt-6 space-y-4 break-inside-avoid">
          <h3 id="handover-code">Your code for the handover</h3>
          {code}
        </section>
      )}
      <p className="mt-6 flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => window.print()}>Print the receipt</Button>
        <Link className={buttonStyle()} to={paths.bookings()}>
          See your bookings
        </Link>
      </p>
      {children}
    </section>
  );
}

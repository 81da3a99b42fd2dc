import type { ReactNode, Ref } from 'react';
import { isShipped } from '#contract/after-sale/sale-step-table.ts';
import { type SaleGroup, type SaleSide, saleGroups } from '#contract/after-sale/sale-step-types.ts';
import { saleGroup } from '#contract/after-sale/sale-steps.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { listSeparator } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { msg, t } from '#contract/text.ts';
import { useIsAhead, useNow } from '../../hydration/site.ts';
import { CardList, DenseCard } from '../../ui/CardList.tsx';
import { formatMoney, phoneAddress } from '../../ui/format.ts';
import { Picture } from '../../ui/Picture.tsx';
import { SendingIncluded } from '../delivery/SendingIncluded.tsx';
import { type AskAboutBooking, BookingActions, type SaleSlots } from './BookingActions.tsx';
import { BookingStatus } from './BookingStatus.tsx';
import { ProductLink } from './booking-parts.tsx';

const names: Record<SaleSide, string> = textsOf({
  buyer: msg`Your bookings`,
  seller: msg`Orders from you`,
});

const groupNames: Record<SaleGroup, string> = textsOf({
  'needs-you': msg`Needs you`,
  'under-way': msg`Under way`,
  finished: msg`Finished`,
});

/**
 * Bookings in one line each, what needs the reader first, with what the specification's table of them has: serial, image,
 * name, price, phone, location, a way to delete, and the status. A seller reads who booked.
 */
export function BookingCards({
  bookings,
  side,
  sale,
  ref,
  ...ask
}: AskAboutBooking & {
  sale: SaleSlots;
  bookings: readonly Booking[];
  side: SaleSide;
  ref: Ref<HTMLUListElement>;
}) {
  const groups = groupsOf(bookings, side, useNow());
  return (
    <CardList
      headingOf={({ _id }) => groupNames[groups.get(_id) ?? 'finished']}
      items={bookings}
      name={names[side]}
      ref={ref}
    >
      {(item, serial) => (
        <WithHold booking={item}>
          {(booking) => (
            <DenseCard
              actions={<BookingActions booking={booking} sale={sale} side={side} {...ask} />}
              facts={[
                side === 'buyer'
                  ? sellerOf(booking)
                  : { name: t`Buyer`, value: <bdi>{booking.buyerName}</bdi> },
                ...contactOf(booking, side),
              ]}
              picture={
                <Picture
                  address={booking.image}
                  alt=""
                  className={booking.state === 'released' ? 'saturate-50' : ''}
                  sizes="5rem"
                  source={booking.picture}
                />
              }
              price={formatMoney(booking.total)}
              priceNote={<SendingIncluded shipping={booking.shipping} />}
              serial={serial}
              status={<BookingStatus booking={booking} sale={sale} side={side} />}
              title={<ProductLink name={booking.name} productId={booking.productId} />}
              titleAs="h3"
              hasWideActions
            />
          )}
        </WithHold>
      )}
    </CardList>
  );
}

/**
 * The part of the list in which each booking stands. What has moved on since the server was asked, such as a hold that has
 * just ended, stays with what follows it.
 */
function groupsOf(bookings: readonly Booking[], side: SaleSide, now: Date): Map<string, SaleGroup> {
  let first = saleGroups.length - 1;
  const groups = new Map<string, SaleGroup>();
  for (const booking of bookings.toReversed()) {
    first = Math.min(first, saleGroups.indexOf(saleGroup(booking, side, now)));
    groups.set(booking._id, saleGroups[first] ?? 'finished');
  }
  return groups;
}

/** A hold that has run out is shown as ended immediately, before the server has been asked again. */
function WithHold({
  booking,
  children,
}: {
  booking: Booking;
  children: (booking: Booking) => ReactNode;
}) {
  const { state, expiresAt } = booking;
  const isHeld = useIsAhead(expiresAt ?? null);
  const hasEnded = state === 'held' && !isHeld;
  return children(hasEnded ? { ...booking, state: 'released', releasedAt: expiresAt } : booking);
}

/** A seller has it no more when a hold has ended. */
function contactOf(booking: Booking, side: SaleSide) {
  const { phone, location } = booking;
  const number = {
    name: side === 'buyer' ? t`Your phone` : t`Phone`,
    value: <PhoneLink number={phone} />,
  };
  const place = {
    name: isShipped(booking) ? t`Shipping to` : t`Where to meet`,
    value: <bdi>{location}</bdi>,
  };
  return [...(phone === '' ? [] : [number]), ...(location === '' ? [] : [place])];
}

/** The number is there while the booking is live. */
function sellerOf({ number, sellerName, state }: Booking) {
  const isLive = state === 'held' || state === 'paid';
  return {
    name: t`Seller`,
    value: (
      <>
        <bdi>{sellerName}</bdi>
        {isLive && number !== undefined && (
          <span>
            <span>{listSeparator()}</span>
            <span className="sr-only">{`${messages.hold.sellersNumber} `}</span>
            <PhoneLink number={number} />
          </span>
        )}
      </>
    ),
  };
}

/** A telephone number that can be called. */
function PhoneLink({ number }: { number: string }) {
  return (
    <a className="text-link inline-block min-h-6 whitespace-nowrap" href={phoneAddress(number)}>
      <bdi dir="ltr">{number}</bdi>
    </a>
  );
}

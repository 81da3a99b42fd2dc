import type { ReactNode, Ref } from 'react';
import type { Booking } from '#contract/bookings.ts';
import { messages } from '#contract/messages.ts';
import type { SaleSide } from '#contract/sale-step-types.ts';
import { useIsAhead } from '../../hydration/site.ts';
import { CardList, ItemCard } from '../../ui/CardList.tsx';
import { formatMoney, phoneAddress } from '../../ui/format.ts';
import { Picture } from '../../ui/Picture.tsx';
import { type AskAboutBooking, BookingActions, type SaleSlots } from './BookingActions.tsx';
import { BookingStatus } from './BookingStatus.tsx';
import { ProductLink } from './booking-parts.tsx';
import { SaleSteps } from './SaleSteps.tsx';

const names: Record<SaleSide, string> = { buyer: 'Your bookings', seller: 'Bookings from you' };

/**
 * Bookings as cards, with what the specification's table of them has: serial, image, name, price, phone, location, a way to
 * delete, and the status. A seller reads who booked.
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
  return (
    <CardList items={bookings} name={names[side]} ref={ref}>
      {(item, serial) => (
        <WithHold booking={item}>
          {(booking) => (
            <ItemCard
              actions={<BookingActions booking={booking} sale={sale} side={side} {...ask} />}
              facts={[
                {
                  name: side === 'buyer' ? 'Your phone' : 'Phone',
                  value: <PhoneLink number={booking.phone} />,
                },
                { name: 'Where to meet', value: <bdi>{booking.location}</bdi> },
              ]}
              party={side === 'buyer' ? <Seller booking={booking} /> : <Buyer booking={booking} />}
              picture={
                <Picture
                  address={booking.image}
                  alt=""
                  className={booking.state === 'released' ? 'saturate-50' : ''}
                  sizes="12rem"
                  source={booking.picture}
                />
              }
              price={formatMoney(booking.price)}
              serial={serial}
              status={<BookingStatus booking={booking} sale={sale} side={side} />}
              steps={<SaleSteps booking={booking} />}
              title={<ProductLink name={booking.name} productId={booking.productId} />}
            />
          )}
        </WithHold>
      )}
    </CardList>
  );
}

/** A hold that has run out is shown as ended at once, before the server has been asked again. */
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

/** The number is there while the booking is live. */
function Seller({ booking: { number, sellerName, state } }: { booking: Booking }) {
  const isLive = state === 'held' || state === 'paid';
  return (
    <p className="wrap-anywhere">
      Sold by <bdi>{sellerName}</bdi>
      {isLive && number !== undefined && (
        <span>
          , <span className="sr-only">{`${messages.hold.sellersNumber} `}</span>
          <PhoneLink number={number} />
        </span>
      )}
    </p>
  );
}

function Buyer({ booking: { buyerName } }: { booking: Booking }) {
  return (
    <p className="wrap-anywhere">
      Booked by <bdi>{buyerName}</bdi>
    </p>
  );
}

/** A telephone number that can be called. */
function PhoneLink({ number }: { number: string }) {
  return (
    <a className="text-link inline-block min-h-6 whitespace-nowrap" href={phoneAddress(number)}>
      {number}
    </a>
  );
}

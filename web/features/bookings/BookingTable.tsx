import type { Ref } from 'react';
import type { Booking } from '#contract/bookings.ts';
import { endedBookingDays } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { BuyersStatus } from './BuyersStatus.tsx';
import { ProductLink, productColumns } from './booking-columns.tsx';
import type { Side } from './queries.ts';
import { SellersStatus } from './SellersStatus.tsx';
import type { SaleAction } from './sale/sale-step.ts';

interface RowActions {
  onDelete: (booking: Booking) => void;
  onDecline: (booking: Booking) => void;
  /** Opens the dialog of a step of a paid sale. */
  onAct: (booking: Booking, action: SaleAction) => void;
}

const captions: Record<Side, string> = { buyer: 'Your bookings', seller: 'Bookings from you' };

/** Bookings with the columns of the specification; a seller sees the buyer in place of what only the buyer can do. */
export function BookingTable({
  bookings,
  side,
  ref,
  ...actions
}: RowActions & {
  bookings: readonly Booking[];
  side: Side;
  ref: Ref<HTMLTableSectionElement>;
}) {
  return (
    <Table
      caption={captions[side]}
      columns={columns[side](actions)}
      ref={ref}
      rowKey={({ _id }) => _id}
      rows={bookings}
    />
  );
}

const instrument = (isForBuyer: boolean): Column<Booking>[] => [
  { header: 'Serial', isWhole: true, cell: (_booking, index) => index + 1 },
  {
    header: 'Image',
    cell: ({ image, picture }) => (
      <span className="block w-20 @[38rem]:w-14 @[50rem]:w-20">
        <Picture address={image} alt="" sizes="5rem" source={picture} />
      </span>
    ),
  },
  ...productColumns((booking) => (
    <>
      <ProductLink booking={booking} />
      {isForBuyer && <SellerToCall booking={booking} />}
    </>
  )),
];

/** Shown while the booking is live. */
function SellerToCall({ booking: { number, sellerName, state } }: { booking: Booking }) {
  if (number === undefined || (state !== 'held' && state !== 'paid')) return null;
  return (
    <span className="block text-sm font-normal text-muted">
      <span className="sr-only">{messages.hold.sellersNumber} </span>
      <bdi>{sellerName}</bdi>, <PhoneLink number={number} />
    </span>
  );
}

function PhoneLink({ number }: { number: string }) {
  return (
    <a
      className="text-link @[50rem]:whitespace-nowrap"
      href={`tel:${number.replaceAll(/[^+\d]/g, '')}`}
    >
      {number}
    </a>
  );
}

const meeting: Column<Booking>[] = [
  {
    header: 'Phone',
    cell: ({ phone }) => <PhoneLink number={phone} />,
  },
  {
    header: 'Location',
    cell: ({ location }) => (
      <bdi className="@[50rem]:inline-block @[50rem]:min-w-30">{location}</bdi>
    ),
  },
];

const columns: Record<Side, (actions: RowActions) => Column<Booking>[]> = {
  buyer: ({ onDelete, onAct }) => [
    ...instrument(true),
    ...meeting,
    {
      header: 'Delete',
      isWhole: true,
      cell: (booking) =>
        booking.state === 'held' ? (
          <Button onClick={() => onDelete(booking)} size="small" variant="quietDanger">
            Delete<span className="sr-only"> the booking of {booking.name}</span>
          </Button>
        ) : (
          <span className="block text-sm text-muted @[38rem]:w-16 @[38rem]:whitespace-normal @[50rem]:w-20">
            {booking.state === 'released'
              ? `Gone after ${endedBookingDays} days`
              : 'Paid, so it is kept'}
          </span>
        ),
    },
    {
      header: 'Status',
      cell: (booking) => <BuyersStatus booking={booking} onAct={onAct} />,
    },
  ],
  seller: ({ onAct, onDecline }) => [
    ...instrument(false),
    {
      header: 'Buyer',
      cell: ({ buyerName }) => <bdi className="inline-block @[50rem]:min-w-20">{buyerName}</bdi>,
    },
    ...meeting,
    {
      header: 'Status',
      cell: (booking) => <SellersStatus booking={booking} onAct={onAct} onDecline={onDecline} />,
    },
  ],
};

import { Trans } from '@lingui/react/macro';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import type { SaleAction, SaleSide, SaleViewer } from '#contract/after-sale/sale-step-types.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { ActionMenu, MenuAction, menuLink } from '../../ui/ActionMenu.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { shopHas } from '../../ui/current-shop.ts';
import { phoneAddress } from '../../ui/format.ts';

/** The parts of a paid booking, which the page passes in. */
export interface SaleSlots {
  Status: ComponentType<{ booking: Booking; side: SaleSide }>;
  Actions: ComponentType<{
    booking: Booking;
    side: SaleSide;
    onAct: (action: SaleAction) => void;
  }>;
  Dialog: ComponentType<{
    booking: Booking;
    viewer: SaleViewer;
    action: SaleAction;
    onClose: () => void;
    onDone: () => void;
  }>;
}

export interface AskAboutBooking {
  onDelete: (booking: Booking) => void;
  onDecline: (booking: Booking) => void;
  /** Opens the dialog of a step of a paid sale. */
  onAct: (booking: Booking, action: SaleAction) => void;
}

/** What one side can do about a booking: the step to take as a button, all else in a menu. Nothing once a hold has ended. */
export function BookingActions({
  booking,
  side,
  sale,
  ...ask
}: AskAboutBooking & { booking: Booking; side: SaleSide; sale: SaleSlots }) {
  const { state } = booking;
  if (state === 'released') return null;
  if (state !== 'held') {
    return (
      <sale.Actions booking={booking} onAct={(action) => ask.onAct(booking, action)} side={side} />
    );
  }
  return side === 'buyer' ? (
    <HeldByMe booking={booking} onDelete={ask.onDelete} />
  ) : (
    <HeldFromMe booking={booking} onDecline={ask.onDecline} />
  );
}

function HeldByMe({ booking, onDelete }: Pick<AskAboutBooking, 'onDelete'> & { booking: Booking }) {
  const { _id, name } = booking;
  return (
    <Row
      main={
        <Link className={buttonStyle('primary', 'small')} to={paths.payment(_id)}>
          <Trans>
            Pay<span className="sr-only">{` for ${name}`}</span>
          </Trans>
        </Link>
      }
      name={name}
    >
      <WriteAction booking={booking}>{t`Write to the seller`}</WriteAction>
      <MenuAction isDangerous onSelect={() => onDelete(booking)}>
        {t`Delete the booking`}
      </MenuAction>
    </Row>
  );
}

function HeldFromMe({
  booking,
  onDecline,
}: Pick<AskAboutBooking, 'onDecline'> & { booking: Booking }) {
  const { _id, name, buyerName, phone } = booking;
  return (
    <Row
      main={
        phone === '' ? (
          <Link className={buttonStyle('quiet', 'small')} to={paths.payment(_id)}>
            <span>{t`See the booking`}</span>
            <span className="sr-only">{`, ${name}`}</span>
          </Link>
        ) : (
          <a className={buttonStyle('primary', 'small')} href={phoneAddress(phone)}>
            <Trans>
              Call the buyer<span className="sr-only">{`, ${buyerName}`}</span>
            </Trans>
          </a>
        )
      }
      name={name}
    >
      <WriteAction booking={booking}>{t`Write to the buyer`}</WriteAction>
      <MenuAction isDangerous onSelect={() => onDecline(booking)}>
        {messages.hold.decline}
      </MenuAction>
    </Row>
  );
}

function WriteAction({ booking, children }: { booking: Booking; children: string }) {
  if (!shopHas('messages')) return null;
  return (
    <Link {...menuLink} to={paths.writeAbout(booking.productId, booking._id)}>
      {children}
    </Link>
  );
}

function Row({ main, name, children }: { main: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="flex gap-2 [&>:first-child]:flex-1">
      {main}
      <ActionMenu about={name}>{children}</ActionMenu>
    </div>
  );
}

import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import type { SaleAction, SaleSide } from '#contract/sale-step-types.ts';
import { saleStep } from '#contract/sale-steps.ts';
import { useNow } from '../../hydration/site.ts';
import { ActionMenu, MenuAction, menuLink } from '../../ui/ActionMenu.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { isWayOut, SaleButton, saleActionNames } from './SaleButton.tsx';
import { SaleDate } from './SaleDate.tsx';

/** Where a paid booking stands, on its card. */
export function SaleStatus({ booking, side }: { booking: Booking; side: SaleSide }) {
  const step = saleStep(booking, side, useNow());
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="green">{messages.booking.paid}</Badge>
        <span className="min-w-0 font-semibold wrap-anywhere">{step.title}</span>
      </p>
      {step.date && (
        <p className="mt-1 text-sm text-muted">
          <SaleDate {...step.date} isBrief />
        </p>
      )}
    </>
  );
}

/** What a side can do about a paid booking: the step to take as a button, all else in a menu. */
export function SaleActions({
  booking,
  side,
  onAct,
}: {
  booking: Booking;
  side: SaleSide;
  onAct: (action: SaleAction) => void;
}) {
  const { _id, name } = booking;
  const [first, ...others] = saleStep(booking, side, useNow()).actions;
  if (!first) {
    return (
      <Link className={`${buttonStyle('quiet', 'small')} max-sm:w-full`} to={paths.payment(_id)}>
        See the sale<span className="sr-only">{` of ${name}`}</span>
      </Link>
    );
  }
  return (
    <div className="flex gap-2 [&>:first-child]:flex-1">
      <SaleButton action={first} isFirst name={name} onPress={onAct} size="small" />
      <ActionMenu about={name}>
        <Link {...menuLink} to={paths.payment(_id)}>
          See the sale
        </Link>
        {others.map((action) => (
          <MenuAction isDangerous={isWayOut(action)} key={action} onSelect={() => onAct(action)}>
            {saleActionNames[action]}
          </MenuAction>
        ))}
      </ActionMenu>
    </div>
  );
}

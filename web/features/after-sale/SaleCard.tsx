import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { SaleAction, SaleSide, SaleViewer } from '#contract/after-sale/sale-step-types.ts';
import { saleStep } from '#contract/after-sale/sale-steps.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useNow } from '../../hydration/site.ts';
import { ActionMenu, MenuAction, menuLink } from '../../ui/ActionMenu.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { shopHas } from '../../ui/current-shop.ts';
import { isWayOut, SaleButton, saleActionNames } from './SaleButton.tsx';
import { SaleDate } from './SaleDate.tsx';

/** The step of a booking, in the words of its page, for cards and the lists of admins. */
export function SaleState({ booking, viewer }: { booking: Booking; viewer: SaleViewer }) {
  const { title, notes } = saleStep(booking, viewer, useNow());
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {booking.state === 'paid' ? (
        <>
          <Badge tone="green">{messages.booking.paid}</Badge>
          <span className="min-w-0 font-semibold wrap-anywhere">{title}</span>
        </>
      ) : (
        <Badge>{title}</Badge>
      )}
      {notes.map((note) => (
        <Badge key={note}>{note}</Badge>
      ))}
    </p>
  );
}

/** The step of a paid booking, on its card. */
export function SaleStatus({ booking, side }: { booking: Booking; side: SaleSide }) {
  const step = saleStep(booking, side, useNow());
  return (
    <>
      <SaleState booking={booking} viewer={side} />
      {step.date && (
        <p className="mt-1 text-sm text-muted">
          <SaleDate {...step.date} isBrief />
        </p>
      )}
    </>
  );
}

/** Two ways to the same end: what fits stands first, and the other one beside it. */
const waysToHandOver: ReadonlySet<SaleAction> = new Set(['hand-over', 'send']);
const endsOfReceipt: ReadonlySet<SaleAction> = new Set(['approve', 'request-return']);

/** What can be done while there is nothing to do: it stands in the menu. */
const asides: ReadonlySet<SaleAction> = new Set(['meet', 'keep-sending']);

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
  const actions = saleStep(booking, side, useNow()).actions.filter(
    (action) => action !== 'review' || shopHas('reviews'),
  );
  const main = actions[0];
  const first = main && !asides.has(main) ? main : undefined;
  const others = first ? actions.slice(1) : actions;
  const seeSale = (
    <Link className={`${buttonStyle('quiet', 'small')} max-sm:w-full`} to={paths.payment(_id)}>
      <Trans>
        See the sale<span className="sr-only">{` of ${name}`}</span>
      </Trans>
    </Link>
  );
  const isBeside = (action: SaleAction) =>
    first !== undefined &&
    [waysToHandOver, endsOfReceipt].some((ways) => ways.has(first) && ways.has(action));
  if (!main) return seeSale;
  return (
    <div className="flex flex-wrap gap-2 [&>:first-child]:flex-1">
      {first ? (
        <SaleButton action={first} isFirst name={name} onPress={onAct} size="small" />
      ) : (
        seeSale
      )}
      {others.filter(isBeside).map((action) => (
        <SaleButton
          action={action}
          isFirst={false}
          key={action}
          name={name}
          onPress={onAct}
          size="small"
        />
      ))}
      <ActionMenu about={name}>
        {first && (
          <Link {...menuLink} to={paths.payment(_id)}>
            {t`See the sale`}
          </Link>
        )}
        {shopHas('messages') && (
          <Link {...menuLink} to={paths.writeAbout(booking.productId, _id)}>
            {side === 'buyer' ? t`Write to the seller` : t`Write to the buyer`}
          </Link>
        )}
        {others
          .filter((action) => !isBeside(action))
          .map((action) => (
            <MenuAction isDangerous={isWayOut(action)} key={action} onSelect={() => onAct(action)}>
              {saleActionNames[action]}
            </MenuAction>
          ))}
      </ActionMenu>
    </div>
  );
}

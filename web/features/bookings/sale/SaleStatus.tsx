import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { useNow } from '../../../hydration/site.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { presentStep } from './present-step.ts';
import { SaleButton } from './SaleButton.tsx';
import { SaleDates } from './SaleDates.tsx';
import type { SaleAction, SaleViewer } from './sale-step.ts';

/** The present step of a paid sale in a table: its next date, its button, and the way to the whole timeline. */
export function SaleStatus({
  booking,
  viewer,
  onAct,
  children,
}: {
  booking: Booking;
  viewer: SaleViewer;
  onAct: (booking: Booking, action: SaleAction) => void;
  /** Remarks below the step. */
  children?: ReactNode;
}) {
  const step = presentStep(booking, viewer, useNow());
  const [action] = step.actions;
  return (
    <span className="flex flex-col items-end gap-1.5 @[38rem]:items-start @[50rem]:min-w-36">
      <Badge tone="green">{messages.booking.paid}</Badge>
      <span className="font-semibold">{step.title}</span>
      <SaleDates dates={step.dates} isBrief />
      {action && (
        <SaleButton
          action={action}
          isFirst
          name={booking.name}
          onPress={(pressed) => onAct(booking, pressed)}
          size="small"
        />
      )}
      <Link className="text-link text-sm" to={paths.payment(booking._id)}>
        See the sale<span className="sr-only"> of {booking.name}</span>
      </Link>
      {children}
    </span>
  );
}

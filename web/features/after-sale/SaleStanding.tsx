import { Trans } from '@lingui/react/macro';
import { type ReactNode, type Ref, useId } from 'react';
import type { SaleAction } from '#contract/after-sale/sale-step-types.ts';
import type { SaleStep } from '#contract/after-sale/sale-steps.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { SaleButton } from './SaleButton.tsx';
import { SaleDate } from './SaleDate.tsx';
import { SaleSteps } from './SaleSteps.tsx';

const edges: Record<SaleStep['tone'], string> = {
  brass: 'border-s-brass',
  quiet: 'border-s-line-strong',
  green: 'border-s-green',
  red: 'border-s-red',
};

/** The step of a sale, whose turn it is until when, and the buttons, the step to take in gold. */
export function SaleStanding({
  booking,
  step,
  headingRef,
  onAct,
  children,
}: {
  booking: Booking;
  step: SaleStep;
  headingRef: Ref<HTMLHeadingElement>;
  onAct: (action: SaleAction) => void;
  /** Another way on, beside the buttons. */
  children?: ReactNode;
}) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className={`rounded-lg border border-s-4 border-line bg-surface p-5 shadow-rest sm:p-6 ${edges[step.tone]}`}
    >
      <p className="text-sm text-muted">{step.turn}</p>
      <h2 className="wrap-anywhere outline-none" id={headingId} ref={headingRef} tabIndex={-1}>
        {step.title}
      </h2>
      {step.notes.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-2">
          {step.notes.map((note) => (
            <Badge key={note}>{note}</Badge>
          ))}
        </p>
      )}
      {step.text && <p className="mt-2 wrap-anywhere">{step.text}</p>}
      {booking.withdrawal?.time && (
        <p className="mt-2">
          <Trans>
            Withdrawal received on <Moment at={booking.withdrawal.time} />.
          </Trans>
        </p>
      )}
      {step.date && (
        <p className="mt-3 text-sm font-semibold">
          <SaleDate {...step.date} />
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden max-sm:*:w-full print:hidden">
        {step.actions.map((action, index) => (
          <SaleButton
            action={action}
            isFirst={index === 0}
            key={action}
            name={booking.name}
            onPress={onAct}
          />
        ))}
        {children}
      </div>
      <div className="@container mt-6 border-t border-line pt-5">
        <SaleSteps booking={booking} />
      </div>
    </section>
  );
}

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { SaleAction, SaleViewer } from '#contract/after-sale/sale-step-types.ts';
import { saleStep } from '#contract/after-sale/sale-steps.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useNow } from '../../hydration/site.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { Icon } from '../../ui/Icon.tsx';
import { HandoverCode } from './CodePanel.tsx';
import { SaleDialog } from './SaleDialog.tsx';
import { SaleFacts } from './SaleFacts.tsx';
import { SaleStanding } from './SaleStanding.tsx';
import { SaleTimeline } from './SaleTimeline.tsx';
import { SameInstrument } from './SameInstrument.tsx';
import { TraceSale } from './TraceSale.tsx';

/** A sale from its payment on: where it stands and what to do, what happened, its money, its people and its papers. */
export function SaleView({
  booking,
  viewer,
  isJustPaid,
  notice,
  reviews,
  notes,
}: {
  booking: Booking;
  viewer: SaleViewer;
  /** Says to the buyer that the payment was made. */
  isJustPaid: boolean;
  /** What to know before the rest. */
  notice?: ReactNode;
  /** What the two sides say about each other. */
  reviews?: ReactNode;
  /** What admins noted for each other. */
  notes?: ReactNode;
}) {
  const { actions, ...standing } = saleStep(booking, viewer, useNow());
  // The reviews below have their own button.
  const step = { ...standing, actions: actions.filter((one) => one !== 'review') };
  const [action, setAction] = useState<SaleAction | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isStepDone = useRef(false);
  useEffect(() => {
    // The pressed button goes with its step, and the focus with it.
    if (!isStepDone.current || document.activeElement !== document.body) return;
    isStepDone.current = false;
    heading.current?.focus();
  });
  const isComplete = booking.fulfilment?.state === 'completed';
  const code = viewer === 'buyer' ? booking.fulfilment?.code : undefined;
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10">
      <div className="min-w-0 space-y-8">
        {isJustPaid && <JustPaid booking={booking} />}
        {notice}
        <SaleStanding booking={booking} headingRef={heading} onAct={setAction} step={step}>
          {step.actions.length === 0 && viewer === 'seller' && isComplete && (
            <Link className={buttonStyle('primary')} to={paths.earnings()}>
              {t`See your earnings`}
            </Link>
          )}
        </SaleStanding>
        {viewer === 'buyer' && <SameInstrument booking={booking} />}
        {code && (
          <section aria-labelledby="handover-code" className="space-y-4 break-inside-avoid">
            <h2 id="handover-code">{t`Your code for the handover`}</h2>
            <HandoverCode code={code} sellerName={booking.sellerName} />
          </section>
        )}
        {reviews}
        <SaleTimeline booking={booking} onAct={setAction} viewer={viewer} />
        <TraceSale booking={booking} viewer={viewer} />
        {notes}
      </div>
      <SaleFacts booking={booking} viewer={viewer} />
      {action && (
        <SaleDialog
          action={action}
          booking={booking}
          onClose={() => setAction(null)}
          onDone={() => {
            setAction(null);
            isStepDone.current = true;
          }}
          viewer={viewer}
        />
      )}
    </div>
  );
}

/** The success text of a payment, with its transaction. */
function JustPaid({ booking: { _id, transactionId } }: { booking: Booking }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // After paying, the focus moves here because the pressed button is gone; opened by a link, it stays at the page's
    // heading.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <section aria-labelledby="just-paid" className="flex gap-4">
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-green-tint text-green print:hidden">
        <Icon className="size-7" name="check" />
      </span>
      <div className="min-w-0">
        <h2 className="outline-none" id="just-paid" ref={heading} tabIndex={-1}>
          {messages.payment.completed}
        </h2>
        <p className="mt-1 wrap-anywhere">
          <span className="text-muted">{`${messages.payment.transactionId} `}</span>
          <bdi dir="ltr">{transactionId}</bdi>
        </p>
        <p className="mt-1">
          <Link className="text-link" to={paths.paper(_id, 'receipt')}>
            {t`See the receipt`}
          </Link>
        </p>
      </div>
    </section>
  );
}

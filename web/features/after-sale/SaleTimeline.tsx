import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { paths } from '#contract/page-paths.ts';
import { type SaleEvent, saleEvents } from '#contract/sale-events.ts';
import type { SaleAction, SaleViewer } from '#contract/sale-step-types.ts';
import { type SaleStep, saleStep } from '#contract/sale-steps.ts';
import { useNow } from '../../hydration/site.ts';
import { formatHere } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SaleButton } from './SaleButton.tsx';
import { SaleDate } from './SaleDate.tsx';
import { SaleDialog } from './SaleDialog.tsx';

/** A sale from the booking to its end: what happened, what comes next, who must act until when, and the buttons for it. */
export function SaleTimeline({ booking, viewer }: { booking: Booking; viewer: SaleViewer }) {
  const present = saleStep(booking, viewer, useNow());
  const [action, setAction] = useState<SaleAction | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isStepDone = useRef(false);
  useEffect(() => {
    // The pressed button goes with its step, and the focus with it.
    if (!isStepDone.current || document.activeElement !== document.body) return;
    isStepDone.current = false;
    heading.current?.focus();
  });
  return (
    <section aria-labelledby="sale" className="mt-10 max-w-2xl print:hidden">
      <h2 className="outline-none" id="sale" ref={heading} tabIndex={-1}>
        Progress
      </h2>
      <ol className="mt-6">
        {saleEvents(booking, viewer).map((happened) => (
          <Happened event={happened} key={`${happened.at} ${happened.title}`}>
            {happened.action && (
              <SaleButton
                action={happened.action}
                isFirst={false}
                name={booking.name}
                onPress={setAction}
                size="small"
              />
            )}
          </Happened>
        ))}
        <Present step={present}>
          {present.actions.map((each, index) => (
            <SaleButton
              action={each}
              isFirst={index === 0}
              key={each}
              name={booking.name}
              onPress={setAction}
            />
          ))}
        </Present>
      </ol>
      {viewer === 'seller' && booking.fulfilment?.state === 'completed' && (
        <p className="mt-4 pl-9">
          <Link className="text-link" to={paths.earnings()}>
            See your earnings
          </Link>
        </p>
      )}
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
    </section>
  );
}

/** The line between two steps ends at the present one. */
const line =
  'relative pb-6 pl-9 before:absolute before:top-6 before:bottom-0 before:left-[0.6875rem] before:w-0.5 before:bg-line-strong';

function Happened({
  event: { title, at, quote },
  children,
}: {
  event: SaleEvent;
  /** The button to read more. */
  children: ReactNode;
}) {
  return (
    <li className={line}>
      <span className="absolute top-0.5 left-0 grid size-6 place-items-center rounded-full bg-green-tint text-green">
        <Icon className="size-4" name="check" />
      </span>
      <p className="font-semibold wrap-anywhere" dir="auto">
        {title}
      </p>
      <p className="text-sm text-muted">
        <time dateTime={at}>{formatHere(at)}</time>
      </p>
      {quote && <Quote text={quote} />}
      {children && <div className="mt-2">{children}</div>}
    </li>
  );
}

/** What somebody wrote; a tracking link can be followed. */
function Quote({ text }: { text: string }) {
  if (/^https:\/\/\S+$/.test(text)) {
    return (
      <a
        className="text-link wrap-anywhere"
        href={text}
        rel="noopener noreferrer nofollow"
        target="_blank"
      >
        {`Follow the parcel: ${new URL(text).hostname}`}
      </a>
    );
  }
  return (
    <blockquote className="mt-1 border-l-2 border-line-strong pl-3 wrap-anywhere" dir="auto">
      {text}
    </blockquote>
  );
}

const edges: Record<SaleStep['tone'], string> = {
  brass: 'border-l-brass',
  quiet: 'border-l-line-strong',
  green: 'border-l-green',
  red: 'border-l-red',
};

function Present({ step, children }: { step: SaleStep; children: ReactNode }) {
  return (
    <li aria-current="step" className="relative pl-9">
      <span className="absolute top-5 left-0.5 size-5 rounded-full border-4 border-brass bg-surface" />
      <div
        className={`rounded-lg border border-l-4 border-line bg-surface p-4 shadow-rest sm:p-5 ${edges[step.tone]}`}
      >
        <p className="text-sm text-muted">{step.turn}</p>
        <p className="font-display text-subheading font-semibold wrap-anywhere">{step.title}</p>
        {step.text && <p className="mt-1 wrap-anywhere">{step.text}</p>}
        {step.date && (
          <p className="mt-3 text-sm font-semibold">
            <SaleDate {...step.date} />
          </p>
        )}
        {step.actions.length > 0 && (
          <div className="mt-4 flex flex-wrap gap-3 max-sm:*:w-full">{children}</div>
        )}
      </div>
    </li>
  );
}

import { saleEvents } from '#contract/after-sale/sale-events.ts';
import type { SaleAction, SaleViewer } from '#contract/after-sale/sale-step-types.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SaleButton } from './SaleButton.tsx';

/** What happened in a sale since it was booked, oldest first, with what was written about it. */
export function SaleTimeline({
  booking,
  viewer,
  onAct,
}: {
  booking: Booking;
  viewer: SaleViewer;
  onAct: (action: SaleAction) => void;
}) {
  return (
    <section aria-labelledby="progress" className="print:hidden">
      <h2 id="progress">{t`Progress`}</h2>
      <ol className="mt-5">
        {saleEvents(booking, viewer).map(({ title, at, quote, action }) => (
          <li className={line} key={`${at} ${title}`}>
            <span className="absolute top-0.5 start-0 grid size-6 place-items-center rounded-full bg-green-tint text-green">
              <Icon className="size-4" name="check" />
            </span>
            <p className="font-semibold wrap-anywhere">{title}</p>
            <p className="text-sm text-muted">
              <Moment at={at} />
            </p>
            {quote && <Quote text={quote} />}
            {action && (
              <div className="mt-2">
                <SaleButton
                  action={action}
                  isFirst={false}
                  name={booking.name}
                  onPress={onAct}
                  size="small"
                />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A line leads from each event to the next one. */
const line =
  'relative pb-6 ps-9 not-last:before:absolute not-last:before:top-6 not-last:before:bottom-0 not-last:before:start-[0.6875rem] not-last:before:w-0.5 not-last:before:bg-line-strong';

/** What the person wrote; a tracking link can be followed. */
function Quote({ text }: { text: string }) {
  if (/^https:\/\/\S+$/.test(text)) {
    const { hostname } = new URL(text);
    return (
      <a
        className="text-link wrap-anywhere"
        href={text}
        rel="noopener noreferrer nofollow"
        target="_blank"
      >
        {t`Follow the parcel: ${hostname}`}
      </a>
    );
  }
  return (
    <blockquote className="mt-1 border-s-2 border-line-strong ps-3">
      <p className="w-fit whitespace-pre-line wrap-anywhere" dir="auto">
        {text}
      </p>
    </blockquote>
  );
}

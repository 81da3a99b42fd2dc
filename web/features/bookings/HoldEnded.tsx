import type { Booking } from '#contract/bookings.ts';
import { holdEndedTexts } from '#contract/hold-texts.ts';
import { messages } from '#contract/messages.ts';
import { Badge } from '../../ui/Badge.tsx';
import { formatHere } from '../../ui/format.ts';

/** When and why a hold ended, which its buyer or seller may have missed. */
export function HoldEnded({
  booking: { releaseReason = 'expired', releaseNote, releasedAt },
}: {
  booking: Booking;
}) {
  return (
    <span className="flex flex-col items-end gap-1.5 text-sm text-muted @[38rem]:items-start @[50rem]:min-w-24">
      <Badge>{messages.hold.ended}</Badge>
      {releasedAt && <time dateTime={releasedAt}>{formatHere(releasedAt)}</time>}
      <span>{holdEndedTexts[releaseReason]}</span>
      {releaseNote && <q dir="auto">{releaseNote}</q>}
    </span>
  );
}

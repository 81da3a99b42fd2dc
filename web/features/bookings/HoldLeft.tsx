import { useNow } from '../../hydration/site.ts';
import { formatHere } from '../../ui/format.ts';
import { timeLeft } from '../../ui/time-left.ts';

/** The remaining time of a hold, with the exact end as a tooltip. */
export function HoldLeft({ expiresAt }: { expiresAt: string }) {
  const left = timeLeft(expiresAt, useNow());
  return (
    <time
      className={`text-sm ${left === null ? 'font-semibold text-red' : 'text-muted'}`}
      dateTime={expiresAt}
      title={`Held until ${formatHere(expiresAt)}`}
    >
      {left === null ? 'The hold has ended' : `${left} left`}
    </time>
  );
}

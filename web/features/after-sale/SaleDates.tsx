import type { SaleDate } from '#contract/sale-steps.ts';
import { useNow } from '../../hydration/site.ts';
import { formatHere } from '../../ui/format.ts';

/** What becomes possible, ends or happens by itself, and when. */
export function SaleDates({
  dates,
  isBrief = false,
}: {
  dates: readonly SaleDate[];
  isBrief?: boolean;
}) {
  const now = useNow();
  return dates.map(({ text, when, at }) => (
    <span className={`block text-sm ${isBrief ? 'text-muted' : 'font-semibold'}`} key={text}>
      {text} {when} <time dateTime={at}>{formatHere(at)}</time>
      {!isBrief && Date.parse(at) > now.getTime() && (
        <span className="font-normal text-muted"> ({daysLeft(at, now)})</span>
      )}
    </span>
  ));
}

const dayMs = 86_400_000;

function daysLeft(at: string, now: Date): string {
  const leftMs = Date.parse(at) - now.getTime();
  const [count, unit] =
    leftMs < 2 * dayMs
      ? [Math.max(1, Math.round(leftMs / 3_600_000)), 'hour']
      : [Math.floor(leftMs / dayMs), 'day'];
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}

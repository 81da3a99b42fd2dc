import { useBrowserNow } from '../../hydration/site.ts';
import { formatAge, formatDay, formatFullTime, formatTime } from '../../ui/format.ts';

/**
 * The time since a product was listed, with the exact local time as a tooltip. The server renders the date instead,
 * because its page may be cached for days; the browser replaces it with the age, on the same line.
 */
export function PublishedTime({ time, isExact = false }: { time: string; isExact?: boolean }) {
  const now = useBrowserNow();
  if (now === null) return <time dateTime={time}>{formatDay(time)}</time>;
  return (
    <time dateTime={time} title={formatFullTime(time)}>
      {/* The exact time is visible where there is space, so it needs no hover. */}
      {isExact ? `${formatAge(time, now)} (${formatTime(time, now)})` : formatAge(time, now)}
    </time>
  );
}

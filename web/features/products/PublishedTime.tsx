import { useBrowserNow } from '../../hydration/site.ts';
import { formatAge, formatDay, formatHere } from '../../ui/format.ts';

/**
 * How long ago a product was listed, with the exact time at hand in the visitor's own zone. The server, whose page may be
 * kept for days and read anywhere, says the day instead; the browser puts the age in its place, on the same line.
 */
export function PublishedTime({ time, isExact = false }: { time: string; isExact?: boolean }) {
  const now = useBrowserNow();
  if (now === null) return <time dateTime={time}>{formatDay(time)}</time>;
  const exactly = formatHere(time);
  return (
    <time dateTime={time} title={exactly}>
      {formatAge(time, now)}
      {/* Where there is room the exact time is read, by finger and keyboard too, not looked for. */}
      {isExact && ` (${exactly})`}
    </time>
  );
}

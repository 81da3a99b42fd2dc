import { formatFullTime, formatTime } from '../ui/format.ts';
import { useBrowserNow, useNow } from './site.ts';

/**
 * A date, with its time unless `isDay`, short and in the reader's time zone. The full one is its tooltip, and replaces it in print. The
 * server, which does not know the zone, renders UTC and says so to readers without scripts; that has the same length, so
 * nothing shifts when the browser takes over.
 */
export function Moment({ at, isDay = false }: { at: string; isDay?: boolean }) {
  const now = useNow();
  const isInBrowser = useBrowserNow() !== null;
  if (!isInBrowser) {
    return (
      <time dateTime={at}>
        <span>{formatTime(at, now, { isDay, timeZone: 'UTC' })}</span>
        <span className="not-noscript:hidden"> UTC</span>
      </time>
    );
  }
  return (
    <time className="print:after:content-[attr(title)]" dateTime={at} title={formatFullTime(at)}>
      <span className="print:hidden">{formatTime(at, now, { isDay })}</span>
    </time>
  );
}

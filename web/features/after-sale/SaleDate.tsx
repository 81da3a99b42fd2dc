import { language } from '#contract/language.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useNow } from '../../hydration/site.ts';

/** What becomes possible, ends or happens by itself, and when. */
export function SaleDate({
  text,
  at,
  isBrief = false,
}: {
  text: string;
  at: string;
  isBrief?: boolean;
}) {
  const now = useNow();
  return (
    <>
      <span>{text}</span> <Moment at={at} />
      {!isBrief && Date.parse(at) > now.getTime() && (
        <span className="font-normal text-muted">{` (${daysLeft(at, now)})`}</span>
      )}
    </>
  );
}

const dayMs = 86_400_000;

function daysLeft(at: string, now: Date): string {
  const leftMs = Date.parse(at) - now.getTime();
  const format = new Intl.RelativeTimeFormat(language());
  return leftMs < 2 * dayMs
    ? format.format(Math.max(1, Math.round(leftMs / 3_600_000)), 'hour')
    : format.format(Math.round(leftMs / dayMs), 'day');
}

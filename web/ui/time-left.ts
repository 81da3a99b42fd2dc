import { plural, t } from '#contract/text.ts';

const minuteMs = 60_000;

/** The remaining time of a hold in its two largest units: `1 day 3 h`, `2 h 5 min`, `4 min`; null when it is over. */
export function timeLeft(expiresAt: string, now: Date): string | null {
  const leftMs = new Date(expiresAt).getTime() - now.getTime();
  if (leftMs <= 0) return null;
  const allMinutes = Math.ceil(leftMs / minuteMs);
  const days = Math.floor(allMinutes / (24 * 60));
  const hours = Math.floor((allMinutes % (24 * 60)) / 60);
  const minutes = allMinutes % 60;
  if (days > 0 && hours > 0) {
    return t`${plural(days, { one: '# day', other: '# days' })} ${hours} h`;
  }
  if (days > 0) return plural(days, { one: '# day', other: '# days' });
  if (hours > 0) return minutes > 0 ? t`${hours} h ${minutes} min` : t`${hours} h`;
  return t`${minutes} min`;
}

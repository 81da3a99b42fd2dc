const minuteMs = 60_000;

/** The remaining time of a hold in its two largest units: `1 day 3 h`, `2 h 5 min`, `4 min`; null when it is over. */
export function timeLeft(expiresAt: string, now: Date): string | null {
  const leftMs = new Date(expiresAt).getTime() - now.getTime();
  if (leftMs <= 0) return null;
  const minutes = Math.ceil(leftMs / minuteMs);
  const days = Math.floor(minutes / (24 * 60));
  const hours = Math.floor((minutes % (24 * 60)) / 60);
  if (days > 0) return parts([days, days === 1 ? 'day' : 'days'], [hours, 'h']);
  return parts([hours, 'h'], [minutes % 60, 'min']);
}

function parts(...units: [number, string][]): string {
  return units.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ');
}

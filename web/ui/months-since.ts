const maxMonths = 36;

/** The months from that moment until now (UTC), the latest first, as `2026-11`; at most three years. */
export function monthsSince(isoTime: string, now: Date): string[] {
  const first = isoTime.slice(0, 7);
  const months: string[] = [];
  for (let back = 0; back < maxMonths; back += 1) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
      .toISOString()
      .slice(0, 7);
    if (month < first && back > 0) break;
    months.push(month);
  }
  return months;
}

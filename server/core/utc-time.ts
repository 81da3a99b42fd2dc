const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** `3 May 2026 at 10:00 UTC`, for readers whose time zone is not known. */
export function formatUtc(at: Date): string {
  return `${format.format(at)} UTC`;
}

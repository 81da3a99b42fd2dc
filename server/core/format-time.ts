import { language } from '#contract/language.ts';

/** `3 May 2026 at 10:00 UTC`, for readers whose time zone is not known. */
export function formatUtc(at: Date): string {
  return formatIn('UTC', at);
}

let zone = 'UTC';

/** The same in the time zone of the reader, which it names: `3 May 2026 at 19:00 GMT+9` (`inTimeZone`). */
export function formatTime(at: Date): string {
  return formatIn(zone, at);
}

/** Writes something with its times in a time zone. Nothing may be awaited while it is written. */
export function inTimeZone<Written>(readers: string, write: () => Written): Written {
  const before = zone;
  zone = readers;
  try {
    return write();
  } finally {
    zone = before;
  }
}

function formatIn(timeZone: string, at: Date): string {
  // English dates are British: day before month.
  const tag = language() === 'en' ? 'en-GB' : language();
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  const time = new Intl.DateTimeFormat(tag, options).format(at);
  return `${time} ${timeZone === 'UTC' ? timeZone : offsetName(tag, timeZone, at)}`;
}

/** `GMT+9`, in Arabic `غرينتش+9`. */
function offsetName(tag: string, timeZone: string, at: Date): string | undefined {
  const format = new Intl.DateTimeFormat(tag, { timeZoneName: 'shortOffset', timeZone });
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
}

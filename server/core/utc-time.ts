import { language } from '#contract/language.ts';

/** `3 May 2026 at 10:00 UTC`, for readers whose time zone is not known. */
export function formatUtc(at: Date): string {
  return `${formatIn(language()).format(at)} UTC`;
}

/** English dates are British: day before month. */
function formatIn(tag: string): Intl.DateTimeFormat {
  const format =
    formats.get(tag) ??
    new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    });
  formats.set(tag, format);
  return format;
}

const formats = new Map<string, Intl.DateTimeFormat>();

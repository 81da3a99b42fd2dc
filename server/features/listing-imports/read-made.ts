/** When an instrument was made, as files say it; the text itself when it does not say it. */
export type ReadMade = { year: number; sure: 'exact' | 'about' | 'decade' } | string;

/**
 * '1962' is exact; '1960s', '1960er', "'60s", 'mid-70s' and '1962-1968' are a decade; with anything else beside it, such as
 * 'ca. 1962' or '1965/66', a year is about. Undefined when the file says that nobody knows.
 */
export function readMade(text: string): ReadMade | undefined {
  const written = text.trim();
  if (
    /^(?:n\/?a|unknown|none|unbekannt|inconnue?|desconocido|不明|غير معروف|[-–—?]+)$/i.test(written)
  ) {
    return undefined;
  }
  return decadeIn(written) ?? yearIn(written) ?? text;
}

/** From 1930 on two digits are enough; of a century that is ambiguous they say nothing. */
function decadeIn(text: string): ReadMade | undefined {
  const [, century = '', tens, unit] =
    /^(?:\D{0,20}?[\s-])?['’]?(\d{2})?(\d)(0)\s?['’]?(?:s|er|er jahre|年代|-luku|ies)\.?$/i.exec(
      text,
    ) ?? [];
  if (tens === undefined || unit === undefined) return undefined;
  if (century === '' && Number(tens) < 3) return undefined;
  return { year: Number(`${century || '19'}${tens}0`), sure: 'decade' };
}

function yearIn(text: string): ReadMade | undefined {
  const [, before = '', digits, after = ''] =
    /^(\D{0,40})(\d{4})(\D{0,40}|\s?[-–/]\s?\d{2}(?:\d{2})?)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const year = Number(digits);
  const last = /(\d{2,4})$/.exec(after)?.[1];
  if (last === undefined) return { year, sure: before.trim() || after.trim() ? 'about' : 'exact' };
  const end = Number(last.length === 2 ? digits.slice(0, 2) + last : last);
  const isOneDecade = end >= year && Math.floor(end / 10) === Math.floor(year / 10);
  return { year, sure: isOneDecade && end - year > 1 ? 'decade' : 'about' };
}

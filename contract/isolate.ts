/** Letters that are written from right to left: Hebrew, Arabic and the scripts beside them in Unicode. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name for the middle of a sentence. One in Arabic or Hebrew would pull the words, numbers and signs beside it to its
 * other side, so Unicode's isolates stand around it. In elements `<bdi>` does the same.
 */
export function isolate(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}

/** The same thing with its names isolated, for sentences about it. */
export function isolateNames<Of extends Partial<Record<(typeof nameFields)[number], string>>>(
  of: Of,
): Of {
  const names = nameFields.flatMap((field) => {
    const name = of[field];
    return name === undefined ? [] : [[field, isolate(name)] as const];
  });
  return { ...of, ...Object.fromEntries(names) };
}

const nameFields = ['name', 'buyerName', 'sellerName', 'person'] as const;

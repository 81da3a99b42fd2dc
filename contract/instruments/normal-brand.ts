/** The letters of the longest name of a maker. */
export const brandLength = 80;

/**
 * The form in which names of makers are compared: without accents, in small letters, and without anything but letters and
 * digits, so that 'C. G. Conn' is 'C.G. CONN'. Empty for a name without letters and digits.
 */
export function normalBrand(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

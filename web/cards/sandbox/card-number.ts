import { t } from '#contract/text.ts';

/** The groups of digits of each card brand, by its first digits. */
interface Brand {
  name: string;
  begins: RegExp;
  lengths: readonly number[];
  groups: readonly number[];
  cvcLength: number;
}

const fours = [4, 4, 4, 4, 3] as const;

const brands: readonly Brand[] = [
  { name: 'Visa', begins: /^4/, lengths: [16], groups: fours, cvcLength: 3 },
  {
    name: 'Mastercard',
    begins: /^(5[1-5]|2[2-7])/,
    lengths: [16],
    groups: fours,
    cvcLength: 3,
  },
  { name: 'American Express', begins: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvcLength: 4 },
  { name: 'Diners Club', begins: /^3[0689]/, lengths: [14, 16], groups: fours, cvcLength: 3 },
  { name: 'Discover', begins: /^6(011|4|5)/, lengths: [16], groups: fours, cvcLength: 3 },
  { name: 'JCB', begins: /^35/, lengths: [16], groups: fours, cvcLength: 3 },
  { name: 'UnionPay', begins: /^62/, lengths: [16, 17, 18, 19], groups: fours, cvcLength: 3 },
];
const unknown: Brand = {
  get name() {
    return t`Card`;
  },
  begins: /^/,
  lengths: [16, 19],
  groups: fours,
  cvcLength: 3,
};

/** The brand of a possibly incomplete number. */
export function brandOf(number: string): Brand {
  const digits = digitsOf(number);
  return brands.find(({ begins }) => begins.test(digits)) ?? unknown;
}

export function digitsOf(typed: string): string {
  return typed.replaceAll(/\D/g, '');
}

/** The number grouped as on the card. */
export function grouped(typed: string): string {
  const brand = brandOf(typed);
  let rest = digitsOf(typed).slice(0, Math.max(...brand.lengths));
  const groups = brand.groups.flatMap((length) => {
    const group = rest.slice(0, length);
    rest = rest.slice(length);
    return group === '' ? [] : [group];
  });
  return groups.join(' ');
}

/** Whether the number is complete and its check digit is right (ISO/IEC 7812-1, annex B). */
export function isCardNumber(typed: string): boolean {
  const digits = digitsOf(typed);
  if (!brandOf(typed).lengths.includes(digits.length)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Digits of an expiry date as `MM / YY`. A month digit above 1 needs no second one to be unambiguous. */
export function expiryOf(typed: string): string {
  const digits = digitsOf(/^[2-9]/.test(typed.trim()) ? `0${typed.trim()}` : typed);
  // The slash appears with the first digit of the year, so that one can delete across it.
  if (digits.length <= 2) return digits;
  // Browsers also autofill four-digit years.
  const year = digits.length === 6 ? digits.slice(4) : digits.slice(2, 4);
  return `${digits.slice(0, 2)} / ${year}`;
}

/** Month and year of `MM / YY`; null while incomplete. */
export function partsOfExpiry(typed: string): { month: number; year: number } | null {
  const [, month, year] = /^(\d{2})\s*\/\s*(\d{2})$/.exec(typed.trim()) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return null;
  return { month: Number(month), year: 2_000 + Number(year) };
}

/** Whether a card with this expiry date is still valid: until its month has ended in every time zone. */
export function isInFuture({ month, year }: { month: number; year: number }, now: Date): boolean {
  return Date.UTC(year, month, 1, 12) > now.getTime();
}

import type { z } from 'zod';
import type { SandboxRefusal, sandboxConfirmation } from '#contract/payments/sandbox-cards.ts';
import { type TestCard, testCards } from '#contract/payments/test-cards.ts';
import { cardErrors, declineErrors } from './card-errors.ts';

export type CardInput = z.output<typeof sandboxConfirmation>['card'];

const cards = new Map(testCards.map((card) => [card.number, card]));

/** No card expires later than this many years from now. */
const maxYearsUntilExpiry = 50;

/**
 * Checks a card before it would go to a bank: check digit, expiry date, security code, and whether it is one of the test
 * numbers. The returned error never contains the input.
 */
export function checkCard(
  { number, expMonth, expYear, cvc }: CardInput,
  at: Date,
): { card: TestCard } | { error: SandboxRefusal } {
  if (!/^\d{12,19}$/.test(number) || !hasCheckDigit(number)) {
    return { error: declineErrors.incorrect_number };
  }
  const card = cards.get(number);
  if (!card) return { error: cardErrors.notATestCard };
  if (expMonth < 1 || expMonth > 12) return { error: cardErrors.month };
  const year = expYear < 100 ? 2_000 + expYear : expYear;
  // A card is valid until its month has ended in every time zone.
  const end = Date.UTC(year, expMonth, 1, 12);
  if (end <= at.getTime()) return { error: cardErrors.year };
  if (year > at.getUTCFullYear() + maxYearsUntilExpiry) return { error: cardErrors.farYear };
  const cvcLength = card.brand === 'American Express' ? 4 : 3;
  if (!/^\d+$/.test(cvc) || cvc.length !== cvcLength) return { error: cardErrors.cvc };
  return { card };
}

/** The Luhn check (ISO/IEC 7812-1, annex B). */
function hasCheckDigit(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

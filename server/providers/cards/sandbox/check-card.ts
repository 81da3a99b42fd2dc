import type { z } from 'zod';
import type { SandboxRefusal, sandboxConfirmation } from '#contract/sandbox-cards.ts';
import { type TestCard, testCards } from '#contract/test-cards.ts';
import { bankRefusals, refusals } from './card-errors.ts';

export type TypedCard = z.output<typeof sandboxConfirmation>['card'];

const cards = new Map(testCards.map((card) => [card.number, card]));

/** No card is made for longer than this. */
const longestYears = 50;

/**
 * What can be told of a card before any bank is asked: digits, date, security code, and that it is one of the test
 * numbers. Nothing of what was typed is in the answer.
 */
export function checkCard(
  { number, expMonth, expYear, cvc }: TypedCard,
  at: Date,
): { card: TestCard } | { error: SandboxRefusal } {
  if (!/^\d{12,19}$/.test(number) || !hasCheckDigit(number)) {
    return { error: bankRefusals.incorrect_number };
  }
  const card = cards.get(number);
  if (!card) return { error: refusals.notATestCard };
  if (expMonth < 1 || expMonth > 12) return { error: refusals.month };
  const year = expYear < 100 ? 2_000 + expYear : expYear;
  // A card is good until its month is over, everywhere on earth.
  const end = Date.UTC(year, expMonth, 1, 12);
  if (end <= at.getTime()) return { error: refusals.year };
  if (year > at.getUTCFullYear() + longestYears) return { error: refusals.farYear };
  const cvcLength = card.brand === 'American Express' ? 4 : 3;
  if (!/^\d+$/.test(cvc) || cvc.length !== cvcLength) return { error: refusals.cvc };
  return { card };
}

/** The last digit of a card number follows from the others (ISO/IEC 7812-1, annex B). */
function hasCheckDigit(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

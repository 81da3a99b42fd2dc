import { type TestCard, type TestCardOutcome, testCards } from '#contract/test-cards.ts';
import { grouped } from './card-number.ts';

const outcomes: Record<TestCardOutcome, string> = {
  charged: 'is charged',
  generic_decline: 'is declined',
  insufficient_funds: 'has not enough money on it',
  lost_card: 'was lost',
  stolen_card: 'was stolen',
  expired_card: 'has expired',
  incorrect_cvc: 'has another security code',
  processing_error: 'cannot be handled just now',
  incorrect_number: 'is no card number',
};

/** The only numbers that the sandbox accepts, and the outcome of each. */
export function TestNumbers() {
  return (
    <details className="rounded-md border border-line bg-surface">
      <summary className="cursor-pointer px-4 py-3 font-semibold">
        Cards to try, with any date in the future and any security code
      </summary>
      <ul className="divide-y divide-line border-t border-line text-sm">
        {testCards.map((card) => (
          <li className="flex flex-wrap justify-between gap-x-4 px-4 py-2" key={card.number}>
            <span className="font-semibold tabular-nums">{grouped(card.number)}</span>
            <span className="text-muted">{fateOf(card)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function fateOf({ brand, outcome, asks }: TestCard): string {
  return `${brand}: ${asks ? 'the bank asks, then it ' : ''}${outcomes[outcome]}`;
}

import {
  isPaired,
  lexemeTag,
  listsTag,
  pairTag,
  pricedTag,
  searchesTag,
} from '../products/catalogue-tags.ts';
import { type Frequencies, shareOf } from './frequencies.ts';
import type { Clause } from './lexemes.ts';
import type { Search } from './search-plan.ts';
import { doublingsOf, type PriceRange } from './slices.ts';

/** A range of prices that are less than half of all is worth its tags. */
const worthPrices = 0.5;

/**
 * The cache tags of what a search finds or counts. Every product that matches has a lexeme of each clause, so the lexemes of
 * one clause are enough, or of two, or of one and of the price; those of the rarest change least often. `s:advertise` is never
 * among them: a sale ends it without `recordEdit`.
 * @param prices those of which a change can change what was found
 */
export function searchTags(
  { tiers, filters, priceRange }: Pick<Search, 'tiers' | 'filters' | 'priceRange'>,
  frequencies: Frequencies,
  prices: PriceRange | undefined = priceRange,
): string[] {
  const doublings = prices ? doublingsOf(prices) : [];
  const priced: Clause = doublings.map((doubling) => [doubling]);
  const areWorthIt = prices && shareOf([priced], frequencies).likely < worthPrices;
  const [rarest] = byShare([...(tiers.at(-1) ?? []), ...filters], frequencies);
  if (!rarest) return areWorthIt ? [searchesTag, ...doublings.map(lexemeTag)] : [listsTag];
  const [one, other] = byShare(filters.filter(hasPairs), frequencies);
  const least = areWorthIt ? [rarest, priced] : [rarest];
  const areRarer = (...clauses: Clause[]) =>
    shareOf(clauses, frequencies).likely < shareOf(least, frequencies).likely;
  return [searchesTag, ...combined()];

  function combined(): string[] {
    if (one && other && areRarer(one, other)) {
      return lexemesOf(one).flatMap((first) =>
        lexemesOf(other).map((second) =>
          first === second ? lexemeTag(first) : pairTag(first, second),
        ),
      );
    }
    if (!areWorthIt) return lexemesOf(rarest).map(lexemeTag);
    return lexemesOf(rarest).flatMap((lexeme) =>
      doublings.map((doubling) => pricedTag(lexeme, doubling)),
    );
  }

  function lexemesOf(clause: Clause | undefined): string[] {
    return (clause ?? []).map((all) => rarestOf(all, frequencies));
  }
}

const hasPairs = (clause: Clause) => clause.every((all) => all.every(isPaired));

/** The rarest first. */
function byShare(clauses: readonly Clause[], frequencies: Frequencies): Clause[] {
  const share = (clause: Clause) => shareOf([clause], frequencies).most;
  return clauses.toSorted((one, other) => share(one) - share(other));
}

function rarestOf(lexemes: readonly string[], frequencies: Frequencies): string {
  const share = (lexeme: string) => shareOf([[[lexeme]]], frequencies).most;
  return lexemes.toSorted((one, other) => share(one) - share(other))[0] ?? '';
}

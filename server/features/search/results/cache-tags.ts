import {
  isPaired,
  lexemeTag,
  listsTag,
  pairTag,
  pricedTag,
  searchesTag,
} from '../../products/catalogue-tags.ts';
import type { Match } from '../matching/find-matches.ts';
import { type Frequencies, shareOf } from '../matching/frequencies.ts';
import { cursorOf, type InterpretedSearch } from '../matching/interpret-search.ts';
import type { Clause } from '../matching/lexemes.ts';
import { rangeFrom } from '../matching/search-plan.ts';
import { doublingsOf, type PriceRange } from '../matching/slices.ts';
import { isPrefixed } from '../words/parse-words.ts';

/** A range with a greater share of all products is dropped by most changes, and would only need many tags. */
const greatestShare = 0.5;

type TaggedSearch = Pick<InterpretedSearch, 'tiers' | 'filters' | 'priceRange' | 'frequencies'>;

/**
 * The cache tags of what a search finds or counts. Every product that matches has a lexeme of each clause, so the lexemes of
 * one clause are enough, or of two, or of one and of the price; those of the rarest change least often. `s:advertise` is never
 * among them: a sale ends it without `recordEdit`.
 * @param prices only products with these prices can change what was found
 */
export function searchTags(
  { tiers, filters, priceRange, frequencies }: TaggedSearch,
  prices: PriceRange | undefined = priceRange,
): string[] {
  const doublings = prices ? rareDoublings(prices, frequencies) : [];
  const [rarest] = byShare([...(tiers.at(-1) ?? []), ...filters], frequencies);
  if (!rarest)
    return doublings.length > 0 ? [searchesTag, ...doublings.map(lexemeTag)] : [listsTag];

  const lexemesOf = (clause: Clause) => clause.map((all) => rarestOf(all, frequencies));
  const likely = (...clauses: Clause[]) => shareOf(clauses, frequencies).likely;
  const priced: Clause[] = doublings.length > 0 ? [doublings.map((doubling) => [doubling])] : [];
  const [one, other] = byShare(filters.filter(hasPairs), frequencies);
  if (one && other && likely(one, other) < likely(rarest, ...priced)) {
    return [searchesTag, ...pairTags(lexemesOf(one), lexemesOf(other))];
  }
  const lexemes = lexemesOf(rarest);
  if (doublings.length === 0) return [searchesTag, ...lexemes.map(lexemeTag)];
  const pricedTags = lexemes.flatMap((lexeme) => doublings.map((each) => pricedTag(lexeme, each)));
  return [searchesTag, ...pricedTags];
}

/**
 * The cache tags of these matches. In the order of prices only those of products up to the last price belong to them, as long
 * as there are more.
 */
export function tagsOfMatches(
  search: TaggedSearch & Pick<InterpretedSearch, 'query' | 'order'>,
  matches: readonly Match[],
): string[] {
  const { query, order } = search;
  const last = matches.at(-1);
  const isByPrice = order === 'price' || order === '-price';
  if (!isByPrice || !last || matches.length <= query.limit) return searchTags(search);
  const range = rangeFrom(search.priceRange ?? { from: 1 }, order, cursorOf(query));
  const shown = order === 'price' ? { to: last.priceCents } : { from: last.priceCents };
  return searchTags(search, { ...range, ...shown });
}

/** The cache tags of what depends on the products that have any word of a search, or another word for it. */
export function wordTags({ terms, stems }: Pick<InterpretedSearch, 'terms' | 'stems'>): string[] {
  const words = terms.flatMap(({ alternatives }) => alternatives.flat());
  const lexemes = [...words.flatMap((word) => stems.get(word) ?? []), ...words.filter(isPrefixed)];
  return [searchesTag, ...[...new Set(lexemes)].map(lexemeTag)];
}

function pairTags(lexemes: readonly string[], others: readonly string[]): string[] {
  return lexemes.flatMap((one) =>
    others.map((other) => (one === other ? lexemeTag(one) : pairTag(one, other))),
  );
}

/** The doublings of a range of prices; none when most products have such a price. */
function rareDoublings(prices: PriceRange, frequencies: Frequencies): string[] {
  const doublings = doublingsOf(prices);
  const { likely } = shareOf([doublings.map((doubling) => [doubling])], frequencies);
  return likely < greatestShare ? doublings : [];
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

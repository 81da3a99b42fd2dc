import { filters } from '#contract/search/search-filters.ts';

/*
 * The tags by which cached responses are dropped. A change of a product drops those with a tag of any lexeme, or of any
 * combination here, that the product has or had.
 */

/** The cache tag of every list of products that any change of a product may change. */
export const listsTag = 'lists';
export const productTag = (productId: string) => `product:${productId}`;
/** Every list that is dropped by lexeme has this tag too, so that all of them can be dropped at once. */
export const searchesTag = 'searches';
export const lexemeTag = (lexeme: string) => `lexeme:${lexeme}`;
/** The tag of what is dropped only by a change of a product with both lexemes. They are of filters (`isPaired`). */
export const pairTag = (...lexemes: [string, string]) => `lexemes:${lexemes.sort().join(' ')}`;
/** Categories, conditions and places: a product has few of them. */
export const isPaired = (lexeme: string) => pairedLexemes.test(lexeme);
const pairedLexemes = new RegExp(
  `^(?:${filters.flatMap((filter) => ('lexeme' in filter ? [filter.lexeme] : [])).join('|')}):`,
);
/** The tag of what is dropped only by a change of a product with this lexeme and a price in this doubling. */
export const pricedTag = (lexeme: string, doubling: string) => `priced:${doubling} ${lexeme}`;
/** The tag of what is dropped only by a change of a product with a model in its name that begins so. */
export const modelTag = (beginning: string) => `model:${beginning}`;
/** Shorter beginnings of models are not searched for. */
export const shortestModel = 3;

/** The tags of what a change concerns of a product that has, or had, these lexemes. */
export function tagsOfLexemes(lexemes: readonly string[]): string[] {
  const paired = lexemes.filter(isPaired);
  // Pairs grow with the square; a place of very many words drops all searches instead.
  const areTooMany = paired.length > maxPaired;
  const pairs = areTooMany
    ? [searchesTag]
    : paired.flatMap((one, at) => paired.slice(at + 1).map((other) => pairTag(one, other)));
  const doublings = lexemes.filter(isDoubling);
  const others = lexemes.filter((lexeme) => !isSlice.test(lexeme));
  const priced = doublings.flatMap((doubling) => others.map((one) => pricedTag(one, doubling)));
  return [...lexemes.map(lexemeTag), ...pairs, ...priced, ...lexemes.flatMap(modelTags)];
}

const maxPaired = 24;
/** Slices of times and of prices. No tag combines them with a price. */
const isSlice = /^[tp]\d+:/;
const isDoubling = (lexeme: string) => lexeme.startsWith('p6:');

/** The tags of all beginnings of a word of a name with a digit. */
function modelTags(lexeme: string): string[] {
  if (!/^n:.*\d/.test(lexeme)) return [];
  const characters = [...lexeme.slice(2)];
  return characters
    .slice(shortestModel - 1)
    .map((_, at) => modelTag(characters.slice(0, at + shortestModel).join('')));
}

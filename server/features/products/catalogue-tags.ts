/*
 * The tags by which cached responses are dropped. A change of a product drops those with a tag of any lexeme, or beginning of a
 * model, that the product has or had.
 */

/** The cache tag of every list of products that any change of a product may change. */
export const listsTag = 'lists';
export const productTag = (productId: string) => `product:${productId}`;
/** Every list that is dropped by lexeme has this tag too, so that all of them can be dropped together. */
export const searchesTag = 'searches';
export const lexemeTag = (lexeme: string) => `lexeme:${lexeme}`;
/** The tag of what is dropped only by a change of a product with a model in its name that begins so. */
export const modelTag = (beginning: string) => `model:${beginning}`;
/** Shorter beginnings of models are not searched for. */
export const shortestModel = 3;

/** The tags of what a change concerns of a product that has, or had, these lexemes. */
export function tagsOfLexemes(lexemes: readonly string[]): string[] {
  return [...lexemes.map(lexemeTag), ...lexemes.flatMap(modelTags)];
}

/** The tags of all beginnings of a word of a name with a digit. */
function modelTags(lexeme: string): string[] {
  if (!/^n:.*\d/.test(lexeme)) return [];
  const characters = [...lexeme.slice(2)];
  return characters
    .slice(shortestModel - 1)
    .map((_, at) => modelTag(characters.slice(0, at + shortestModel).join('')));
}

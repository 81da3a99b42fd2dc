import { previewLength } from '#contract/constants.ts';
import type { ListedProduct } from '#contract/products/products.ts';

/**
 * The product as cards need it: they show the beginning of its description, and the first page of a list is part of the
 * server-rendered page. Twice as many code units as characters are enough.
 */
export function withShortDescription(product: ListedProduct): ListedProduct {
  return { ...product, description: product.description.slice(0, 2 * (previewLength + 1)) };
}

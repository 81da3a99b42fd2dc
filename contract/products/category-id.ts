import { z } from 'zod';
import { limits } from '#contract/constants.ts';
import { categoryIds, findCategory } from './shop-categories.ts';

/** In documents of the API. What a schema is told is read when the document is made, after the shop has been set. */
const choices = {
  get enum() {
    return categoryIds();
  },
};

export const categoryFault = {
  error: () => `The category must be one of ${categoryIds().join(', ')}`,
};

/** A category in a call, by its id. A former id is that of the category that has its listings now. */
export const categoryInput = z
  .string(categoryFault)
  .max(limits.categoryIdLength, categoryFault)
  .refine((id) => findCategory(id) !== undefined, categoryFault)
  .meta(choices)
  .overwrite((id) => findCategory(id) ?? id);

/** A category in a reply. */
export const categoryReply = z.string().meta(choices);

import { type Category, categories } from '#contract/constants.ts';

/** The category that a path names, undefined for a word that is none. */
export function categoryOf(name: string | undefined): Category | undefined {
  return categories.find((category) => category === name);
}

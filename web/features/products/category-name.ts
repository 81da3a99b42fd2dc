import { type Category, categories } from '#contract/constants.ts';

/** The category in a path, undefined for an unknown one. */
export function categoryOf(name: string | undefined): Category | undefined {
  return categories.find((category) => category === name);
}

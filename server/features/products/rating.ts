import { reviewTerms } from '#contract/constants.ts';
import type { RatingSummary } from '#contract/reviews/reviews.ts';

let isShown = true;

/** It is set for the process, as the currency is: products and sellers are written in many places. */
export function showRatings(shown: boolean): void {
  isShown = shown;
}

/** What buyers say; undefined while they are too few, and in a shop without reviews. */
export function ratingFrom(count: number, stars: number): RatingSummary | undefined {
  if (!isShown || count < reviewTerms.shownFrom) return undefined;
  return { count, average: Math.round((stars / count) * 10) / 10 };
}

import { plural, t } from '#contract/text.ts';
import { formatNumber, formatStars } from './format.ts';

/** An average with the number of reviews: `★ 4.3 (12)`. Screen readers say all of it, and `isLong` shows it. */
export function Rating({
  rating: { average, count },
  isLong = false,
}: {
  rating: { average: number; count: number };
  isLong?: boolean;
}) {
  const stars = formatStars(average);
  const origin = plural(count, {
    one: `from # review of a sale here`,
    other: `from # reviews, each of a sale here`,
  });
  return (
    <span className={isLong ? undefined : 'whitespace-nowrap'}>
      <span aria-hidden="true">
        <span className="text-brass">★</span> <bdi>{stars}</bdi>
        {!isLong && <span>{` (${formatNumber(count)})`}</span>}
      </span>
      <span className="sr-only">{t`${stars} of 5 stars`}</span>
      <span className={isLong ? 'text-muted' : 'sr-only'}> {origin}</span>
    </span>
  );
}

/** The stars of one review. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span>
      <span aria-hidden="true" className="text-brass">
        <span>{'★'.repeat(rating)}</span>
        <span className="text-muted">{'☆'.repeat(5 - rating)}</span>
      </span>
      <span className="sr-only">{starsText(rating)}</span>
    </span>
  );
}

/** One to five stars, in words. */
export function starsText(rating: number): string {
  return plural(rating, { one: `# star`, other: `# stars` });
}

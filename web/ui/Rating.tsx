import { plural, t } from '#contract/text.ts';
import { formatNumber, formatStars } from './format.ts';

/** An average with the number of reviews: a star, `4.3 (12)`. Screen readers say all of it, and `isLong` shows it. */
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
        <Star isFull /> <bdi>{stars}</bdi>
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
      <span aria-hidden="true">
        {[1, 2, 3, 4, 5].map((star) => (
          <Star isFull={star <= rating} key={star} />
        ))}
      </span>
      <span className="sr-only">{starsText(rating)}</span>
    </span>
  );
}

function Star({ isFull }: { isFull: boolean }) {
  return (
    <svg
      aria-hidden="true"
      className="inline-block size-[1em] align-[-0.125em] text-brass"
      fill={isFull ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="2"
      viewBox="0 0 24 24"
    >
      <path d="m12 3 2.7 5.9 6.3.7-4.7 4.3 1.3 6.3-5.6-3.2-5.6 3.2 1.3-6.3L3 9.6l6.3-.7z" />
    </svg>
  );
}

/** One to five stars, in words. */
export function starsText(rating: number): string {
  return plural(rating, { one: `# star`, other: `# stars` });
}

import type { SaleReview } from '#contract/reviews/reviews.ts';
import { t } from '#contract/text.ts';
import { Stars } from '../../ui/Rating.tsx';

/** Stars, text and reply of a review. */
export function ReviewText({
  review: { rating, text, reply },
}: {
  review: Pick<SaleReview, 'rating' | 'text' | 'reply'>;
}) {
  return (
    <div className="max-w-prose space-y-2">
      {rating !== undefined && (
        <p>
          <Stars rating={rating} />
        </p>
      )}
      {text !== undefined && (
        <p className="whitespace-pre-line wrap-anywhere" dir="auto">
          {text}
        </p>
      )}
      {reply && (
        <div className="border-s-2 border-line ps-4">
          <p className="text-sm text-muted">{t`Reply`}</p>
          <p className="whitespace-pre-line wrap-anywhere" dir="auto">
            {reply.text}
          </p>
        </div>
      )}
    </div>
  );
}

import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Rating } from '../../ui/Rating.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { ReportLink } from '../moderation/ReportLink.tsx';
import { sellerReviewsQuery } from './queries.ts';
import { ReviewText } from './ReviewText.tsx';

/** What buyers say about a seller, under what the seller has on sale. Nothing while there are none. */
export function SellerReviews({
  sellerId,
  rating,
}: {
  sellerId: string;
  rating: { average: number; count: number } | undefined;
}) {
  const { query, items, end } = usePagedList(sellerReviewsQuery(sellerId));
  if (query.error && !query.data) {
    return (
      <ErrorState
        isTrying={query.isFetching}
        message={query.error.message}
        onTryAgain={() => query.refetch()}
      />
    );
  }
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="reviews" className="pt-10">
      <h2 id="reviews">{t`Reviews by buyers`}</h2>
      <p className="mt-1 text-muted">
        {rating ? <Rating isLong rating={rating} /> : t`Each is about a sale here.`}
      </p>
      <ul className="mt-4 divide-y divide-line">
        {items.map((review) => (
          <li className="py-5" key={review._id}>
            <p className="text-sm text-muted wrap-anywhere">
              <bdi>{review.author ?? t`A person whose account is gone`}</bdi>
              <span aria-hidden="true"> · </span>
              <bdi>{review.name}</bdi>
              <span aria-hidden="true"> · </span>
              <Moment at={review.time} isDay />
            </p>
            <ReviewText review={review} />
            <ReportLink id={review._id} kind="review" label={t`Report this review`} />
          </li>
        ))}
      </ul>
      {end.failure && <p role="alert">{end.failure.message}</p>}
      {end.hasMore && (
        <Button isBusy={end.isLoading} busyLabel={t`Loading`} onClick={end.loadMore}>
          {t`Show more reviews`}
        </Button>
      )}
    </section>
  );
}

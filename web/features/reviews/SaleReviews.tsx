import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#contract/constants.ts';
import type { SaleReview } from '#contract/reviews/reviews.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { ReportLink } from '../moderation/ReportLink.tsx';
import { deleteReviewMutation, replyToReviewMutation, saleReviewsQuery } from './queries.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import { ReviewText } from './ReviewText.tsx';

interface SaleReviewsProps {
  bookingId: string;
  /** Email of the reader. */
  email: string;
  /** The reader's side of the sale; undefined for an admin, who reads only. */
  side: SaleReview['side'] | undefined;
  otherName: string;
  /** Whether the form is open, for who comes from a mail. */
  opensForm?: boolean;
}

type Asked = 'write' | 'delete' | 'reply';

/** What the two sides of a sale say about each other, on its page. Nothing while the sale cannot be reviewed. */
export function SaleReviews({
  bookingId,
  email,
  side,
  otherName,
  opensForm = false,
}: SaleReviewsProps) {
  const { data, error, isFetching, refetch } = useQuery(saleReviewsQuery(bookingId, email));
  const [chosen, setAsked] = useState<Asked | 'none'>();
  const close = () => setAsked('none');
  if (!data && error) {
    return (
      <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
    );
  }
  if (!data || (data.until === undefined && data.reviews.length === 0)) return null;
  const { until, reviews } = data;
  const own = reviews.find((review) => review.side === side);
  const other = reviews.find((review) => review.side !== side);
  const canWrite = side !== undefined && !own && until !== undefined;
  const asked = chosen ?? (opensForm && canWrite ? 'write' : 'none');
  return (
    <section aria-labelledby="reviews" className="space-y-4 print:hidden">
      <h2 id="reviews">{t`Reviews`}</h2>
      {canWrite && (
        <>
          <p>
            <Trans>
              How was it with <bdi>{otherName}</bdi>? Leave a review by <Moment at={until} />.
            </Trans>
          </p>
          <Button onClick={() => setAsked('write')} variant="primary">
            {t`Write a review`}
          </Button>
        </>
      )}
      {side && own && <OwnReview canChange={until !== undefined} onAsk={setAsked} review={own} />}
      {side && other && <OtherReview name={otherName} onAsk={setAsked} review={other} />}
      {!side && reviews.map((review) => <ReviewText key={review._id} review={review} />)}
      {asked === 'write' && (
        <ReviewDialog bookingId={bookingId} onClose={close} otherName={otherName} review={own} />
      )}
      {asked === 'delete' && own && (
        <MutationDialog
          mutation={deleteReviewMutation()}
          onClose={close}
          onDone={close}
          success={t`Your review is deleted`}
          title={t`Delete your review?`}
          variables={own._id}
          variant="danger"
        >
          {t`You cannot write another one for this sale.`}
        </MutationDialog>
      )}
      {asked === 'reply' && other && (
        <ReasonDialog
          confirmLabel={t`Send the reply`}
          hint={t`Everybody who reads the review reads it too. You can reply once.`}
          id={other._id}
          label={t`Reply`}
          maxLength={limits.reviewLength}
          mutation={replyToReviewMutation()}
          onClose={close}
          onDone={close}
          required={t`Write something`}
          success={t`Your reply is published`}
          title={t`Reply to the review`}
          variant="primary"
        >
          {t`Keep to what happened in this sale.`}
        </ReasonDialog>
      )}
    </section>
  );
}

function OwnReview({
  review,
  canChange,
  onAsk,
}: {
  review: SaleReview;
  canChange: boolean;
  onAsk: (asked: Asked) => void;
}) {
  const { state } = review;
  if (state === 'deleted') return <p>{t`You have deleted your review.`}</p>;
  return (
    <div className="space-y-3">
      <h3>{t`Your review`}</h3>
      {state === 'sealed' && (
        <p className="text-sm text-muted">
          {t`Sealed: nobody else reads it before both of you have written, or the time is over.`}
        </p>
      )}
      {state === 'hidden' && (
        <p className="text-sm text-muted">{t`The shop has hidden it: only you can read it.`}</p>
      )}
      <ReviewText review={review} />
      {state !== 'hidden' && (
        <p className="flex flex-wrap gap-2">
          {state === 'sealed' && canChange && (
            <Button onClick={() => onAsk('write')} size="small">{t`Change the review`}</Button>
          )}
          <Button onClick={() => onAsk('delete')} size="small" variant="quietDanger">
            {t`Delete the review`}
          </Button>
        </p>
      )}
    </div>
  );
}

function OtherReview({
  review,
  name,
  onAsk,
}: {
  review: SaleReview;
  name: string;
  onAsk: (asked: Asked) => void;
}) {
  if (review.state === 'sealed') {
    return (
      <p>
        <Trans>
          <bdi>{name}</bdi> has written a review. You can read it when you have written too, or when
          the time is over.
        </Trans>
      </p>
    );
  }
  if (review.state !== 'published') return null;
  return (
    <div className="space-y-3">
      <h3>
        <Trans>
          The review by <bdi>{name}</bdi>
        </Trans>
      </h3>
      <ReviewText review={review} />
      {!review.reply && (
        <Button onClick={() => onAsk('reply')} size="small">{t`Reply to the review`}</Button>
      )}
      <p>
        <ReportLink id={review._id} kind="review" label={t`Report this review`} />
      </p>
    </div>
  );
}

import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { limits } from '#contract/constants.ts';
import type { SaleReview } from '#contract/reviews/reviews.ts';
import { t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { useDialogForm } from '../../ui/dialog-form.ts';
import { FieldError } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { RadioField } from '../../ui/RadioField.tsx';
import { starsText } from '../../ui/Rating.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { saveReviewMutation } from './queries.ts';

const choices = ['5', '4', '3', '2', '1'] as const;

/** Writes a review, or changes the own one while it is sealed. What was typed survives a refusal. */
export function ReviewDialog({
  bookingId,
  review,
  otherName,
  onClose,
}: {
  bookingId: string;
  /** The own one, to change it. */
  review: SaleReview | undefined;
  otherName: string;
  onClose: () => void;
}) {
  const { mutate, isPending, error } = useMutation(saveReviewMutation());
  const { register, handleSubmit, setError, formState } = useDialogForm(`review.${bookingId}`, {
    defaultValues: { rating: String(review?.rating ?? ''), text: review?.text ?? '' },
  });
  const submit = handleSubmit(({ rating, text }) =>
    mutate(
      { bookingId, reviewId: review?._id, rating: Number(rating), text },
      {
        onSuccess: () => {
          toast.success(t`Your review is saved`);
          onClose();
        },
        onError: (failure) => {
          const { errors = {} } = failure instanceof CallFailure ? failure : {};
          for (const field of ['rating', 'text'] as const) {
            const message = errors[field];
            if (message) setError(field, { message });
          }
          toast.error(failure.message);
        },
      },
    ),
  );
  return (
    <FormDialog
      confirmLabel={t`Save the review`}
      isPending={isPending}
      keepLabel={t`Cancel`}
      onClose={onClose}
      onSubmit={submit}
      title={t`How was it with ${otherName}?`}
    >
      <p className="text-muted">
        {t`Nobody reads it before both of you have written, or the time is over. Until then you can change it.`}
      </p>
      <RadioField
        {...register('rating', { required: t`Give one to five stars` })}
        choices={choices.map((value) => ({ value, label: starsText(Number(value)) }))}
        error={formState.errors.rating?.message}
        label={t`Stars`}
      />
      <TextArea
        {...register('text')}
        error={formState.errors.text?.message}
        isOptional
        label={t`Review`}
        maxLength={limits.reviewLength}
      />
      <FieldError message={error?.message} />
    </FormDialog>
  );
}

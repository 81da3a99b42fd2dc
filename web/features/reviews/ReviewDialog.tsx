import { useMutation } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
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
  const { form, save, isPending, error } = useReviewForm({ bookingId, review });
  const submit = form.handleSubmit((typed) =>
    save(typed).then(
      () => {
        toast.success(t`Your review is saved`);
        onClose();
      },
      (failure: Error) => toast.error(failure.message),
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
      <ReviewFields form={form} />
      <FieldError message={error?.message} />
    </FormDialog>
  );
}

interface TypedReview {
  rating: string;
  text: string;
}

/** The state of the fields of a review. */
export function useReviewForm({
  bookingId,
  review,
}: {
  bookingId: string;
  /** The own one, to change it. */
  review: SaleReview | undefined;
}) {
  const { mutateAsync, isPending, error } = useMutation(saveReviewMutation());
  const form = useDialogForm<TypedReview>(`review.${bookingId}`, {
    defaultValues: { rating: String(review?.rating ?? ''), text: review?.text ?? '' },
  });
  return {
    form,
    isPending,
    error,
    /** Rejects with what the server refused, which stands at its field. */
    async save({ rating, text }: TypedReview) {
      const written = { bookingId, reviewId: review?._id, rating: Number(rating), text };
      await mutateAsync(written).catch((failure: unknown) => {
        const { errors = {} } = failure instanceof CallFailure ? failure : {};
        for (const field of ['rating', 'text'] as const) {
          const message = errors[field];
          if (message) form.setError(field, { message });
        }
        throw failure;
      });
    },
  };
}

/** Stars and a text. */
export function ReviewFields({
  form: { register, formState },
  isOptional = false,
}: {
  form: UseFormReturn<TypedReview>;
  /** The stars may be left out, unless there is a text. */
  isOptional?: boolean;
}) {
  return (
    <>
      <RadioField
        {...register('rating', {
          validate: (rating, { text }) =>
            rating !== '' || (isOptional && text.trim() === '') || t`Give one to five stars`,
        })}
        choices={choices.map((value) => ({ value, label: starsText(Number(value)) }))}
        error={formState.errors.rating?.message}
        isOptional={isOptional}
        label={t`Stars`}
      />
      <TextArea
        {...register('text')}
        error={formState.errors.text?.message}
        isOptional
        label={t`Review`}
        maxLength={limits.reviewLength}
      />
    </>
  );
}

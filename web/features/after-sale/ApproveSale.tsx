import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import { shopHas } from '../../ui/current-shop.ts';
import { FieldError } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ReviewFields, useReviewForm } from '../reviews/ReviewDialog.tsx';
import { approveSaleMutation } from './queries.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

/**
 * The buyer says that all is well, after reading what that means, and how it was, in the same form. What was said stays when the
 * review is refused: then it can be sent again.
 */
export function ApproveSale({ booking, onClose, onDone }: SaleDialogProps) {
  const { _id, name, sellerName, withdrawal } = booking;
  const [isApproved, setIsApproved] = useState(false);
  const approval = useMutation(approveSaleMutation());
  const asksForReview = shopHas('reviews');
  const review = useReviewForm({ bookingId: _id, review: undefined });
  const submit = review.form.handleSubmit(async (typed) => {
    if (!isApproved) await approval.mutateAsync(booking);
    setIsApproved(true);
    if (asksForReview && typed.rating !== '') await review.save(typed);
    toast.success(t`Thank you. We have told ${sellerName}`);
    onDone();
  });
  return (
    <FormDialog
      confirmLabel={t`All is well`}
      isPending={approval.isPending || review.isPending}
      onClose={isApproved ? onDone : onClose}
      onSubmit={(event) => void submit(event).catch(() => undefined)}
      title={t`Is all well with ${name}?`}
    >
      <p>
        {withdrawal
          ? t`You can still withdraw from the purchase until the time for it is over; ${sellerName} is paid after that.`
          : t`Then the sale is final: ${sellerName} is paid now, and you can no longer return it.`}
      </p>
      {asksForReview && (
        <>
          <p className="border-t border-line pt-5 font-semibold">{t`How was it with ${sellerName}?`}</p>
          <ReviewFields form={review.form} isOptional />
        </>
      )}
      <FieldError message={approval.error?.message ?? review.error?.message} />
    </FormDialog>
  );
}

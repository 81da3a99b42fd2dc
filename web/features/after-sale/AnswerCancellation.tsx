import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { answerCancellationMutation } from './queries.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

/** The seller cancels a sale as its buyer asked, or declines: one press each. */
export function AnswerCancellation({ booking, onClose, onDone }: SaleDialogProps) {
  const { _id, name, buyerName, total, fulfilment } = booking;
  const { mutate, isPending, variables, error } = useMutation(answerCancellationMutation());
  const money = formatMoney(total);
  const answer = (state: 'accepted' | 'declined') =>
    mutate(
      { _id, state },
      {
        onSuccess: () => {
          toast.success(state === 'accepted' ? t`The sale is cancelled` : t`Your answer is sent`);
          onDone();
        },
        onError: ({ message }) => toast.error(message),
      },
    );
  const isSending = (state: 'accepted' | 'declined') => isPending && variables.state === state;
  return (
    <Dialog
      actions={
        <>
          <Button
            busyLabel={t`Sending`}
            isBusy={isSending('declined')}
            onClick={() => answer('declined')}
          >
            {t`Decline`}
          </Button>
          <Button
            busyLabel={t`Cancelling`}
            isBusy={isSending('accepted')}
            onClick={() => answer('accepted')}
            variant="danger"
          >
            {t`Cancel and refund`}
          </Button>
        </>
      }
      isAlert
      isOpen
      onClose={onClose}
      title={t`${buyerName} asks you to cancel the sale of ${name}`}
    >
      <div className="space-y-4">
        <div className="rounded-lg bg-sunken p-4">
          <p className="text-sm text-muted">{t`${buyerName} wrote`}</p>
          <p className="whitespace-pre-line wrap-anywhere" dir="auto">
            {fulfilment?.cancellationRequest?.reason}
          </p>
        </div>
        <p>
          {t`If you cancel, ${money} goes back to ${buyerName}’s card, and the instrument is on sale again. If you decline, the sale goes on as before.`}
        </p>
        <FieldError message={error?.message} />
      </div>
    </Dialog>
  );
}

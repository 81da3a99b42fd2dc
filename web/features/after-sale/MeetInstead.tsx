import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { meetingMeans } from '#contract/after-sale/sale-step-table.ts';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { meetInsteadMutation } from './queries.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

/** A side would rather meet than have it sent, which the other side has to agree to. */
export function Meet({ booking, viewer, onClose, onDone }: SaleDialogProps) {
  const { _id, name, shipping } = booking;
  const other = viewer === 'buyer' ? booking.sellerName : booking.buyerName;
  const money = formatMoney(shipping);
  return (
    <MutationDialog
      confirmLabel={t`We meet after all`}
      keepLabel={viewer === 'buyer' ? t`Have it sent` : t`I send it`}
      mutation={meetInsteadMutation()}
      onClose={onClose}
      onDone={onDone}
      success={t`We have asked ${other}`}
      title={t`Meet for ${name} instead of having it sent?`}
      variables={{ _id, agrees: true }}
      variant="primary"
    >
      <p>{t`We ask ${other}. Until then it is to be sent.`}</p>
      <p className="mt-3">
        {shipping === 0
          ? t`Once you both agree, there is a code for the handover, and the address is hidden.`
          : viewer === 'buyer'
            ? t`Once you both agree, there is a code for the handover, the address is hidden, and ${money} for shipping goes back to your card when the sale is final.`
            : t`Once you both agree, there is a code for the handover, the address is hidden, and ${money} for shipping goes back to the buyer when the sale is final.`}
      </p>
      <PermitNote booking={booking} />
    </MutationDialog>
  );
}

/** The side that would rather meet takes that back. */
export function KeepSending({ booking, onClose, onDone }: SaleDialogProps) {
  const { _id, name } = booking;
  return (
    <MutationDialog
      confirmLabel={t`Have it sent after all`}
      keepLabel={t`Keep asking`}
      mutation={meetInsteadMutation()}
      onClose={onClose}
      onDone={onDone}
      success={t`It is to be sent`}
      title={t`Have ${name} sent after all?`}
      variables={{ _id, agrees: false }}
      variant="primary"
    >
      {t`You no longer ask to meet.`}
    </MutationDialog>
  );
}

/** A side agrees to meet, or not: one press each. */
export function AnswerMeeting({ booking, viewer, onClose, onDone }: SaleDialogProps) {
  const { _id, name } = booking;
  const other = viewer === 'buyer' ? booking.sellerName : booking.buyerName;
  const { mutate, isPending, variables, error } = useMutation(meetInsteadMutation());
  const answer = (agrees: boolean) =>
    mutate(
      { _id, agrees },
      {
        onSuccess: () => {
          toast.success(
            agrees ? t`You meet. The code is on the page of the sale` : t`It is to be sent`,
          );
          onDone();
        },
        onError: ({ message }) => toast.error(message),
      },
    );
  return (
    <Dialog
      actions={
        <>
          <Button
            busyLabel={t`Sending`}
            isBusy={isPending && !variables.agrees}
            onClick={() => answer(false)}
          >
            {viewer === 'buyer' ? t`Have it sent` : t`I send it`}
          </Button>
          <Button
            busyLabel={t`Sending`}
            isBusy={isPending && variables.agrees}
            onClick={() => answer(true)}
            variant="primary"
          >
            {t`Agree to meet`}
          </Button>
        </>
      }
      isAlert
      isOpen
      onClose={onClose}
      title={t`${other} would rather meet for ${name}`}
    >
      <p>{meetingMeans(other)}</p>
      <PermitNote booking={booking} />
      <FieldError message={error?.message} />
    </Dialog>
  );
}

/** A permit is asked for here only when it is sent. */
function PermitNote({ booking }: Pick<SaleDialogProps, 'booking'>) {
  if (!booking.permit) return null;
  return (
    <p className="mt-3">
      {t`The shop then asks for no permit. Who takes it across a border may need one: ask the authority first.`}
    </p>
  );
}

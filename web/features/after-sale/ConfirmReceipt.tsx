import { returnDays } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { confirmReceiptMutation } from './queries.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

/** Asks the buyer once whether the instrument is really there. */
export function ConfirmReceipt({ booking, onClose, onDone }: SaleDialogProps) {
  return (
    <MutationDialog
      confirmLabel="It is here"
      keepLabel="Not yet"
      mutation={confirmReceiptMutation()}
      onClose={onClose}
      onDone={onDone}
      success={messages.toast.operationDone}
      title={`Is ${booking.name} here?`}
      variables={booking}
      variant="primary"
    >
      Say so only when you have it in your hands. From now on you have {returnDays} days to give it
      back; after that {booking.sellerName} is paid.
    </MutationDialog>
  );
}

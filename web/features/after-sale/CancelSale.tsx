import { limits, saleTimes } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { formatMoney } from '../../ui/format.ts';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { cancelSaleMutation } from './queries.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

/** What the seller reads when the buyer cancels, who need not say why: only lateness lets a buyer cancel. */
const tooLate = `It was not handed over within ${saleTimes.cancelAfterDays} days`;

/** Cancels a sale that was not handed over: the buyer only confirms it, the seller and an admin say why. */
export function CancelSale({ booking, viewer, onClose, onDone }: SaleDialogProps) {
  const { name, buyerName, sellerName, price } = booking;
  const card = viewer === 'buyer' ? 'your card' : `the card of ${buyerName}`;
  const dialog = {
    confirmLabel: 'Cancel the sale',
    onClose,
    onDone,
    success: messages.toast.operationDone,
    title: `Cancel the sale of ${name}?`,
  };
  const consequences = `${formatMoney(price)} goes back to ${card}, and the instrument is on sale again. This cannot be undone.`;
  if (viewer === 'buyer') {
    return (
      <MutationDialog
        {...dialog}
        keepLabel="Keep waiting"
        mutation={cancelSaleMutation()}
        variables={{ _id: booking._id, reason: tooLate }}
      >
        {consequences}
      </MutationDialog>
    );
  }
  return (
    <ReasonDialog
      {...dialog}
      hint={`For ${viewer === 'seller' ? buyerName : `${buyerName} and ${sellerName}`} to read.`}
      id={booking._id}
      maxLength={limits.cancelReasonLength}
      mutation={cancelSaleMutation()}
    >
      {consequences}
    </ReasonDialog>
  );
}

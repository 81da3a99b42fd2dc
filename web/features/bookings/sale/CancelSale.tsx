import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { formatMoney } from '../../../ui/format.ts';
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx';
import { cancelSaleMutation } from './sale-queries.ts';
import type { SaleDialogProps } from './sale-step.ts';

/** Cancels a sale that was not handed over, with a reason that the other side reads. */
export function CancelSale({ booking, viewer, onClose, onDone }: SaleDialogProps) {
  const { name, buyerName, sellerName, price } = booking;
  const card = viewer === 'buyer' ? 'your card' : `the card of ${buyerName}`;
  const readers = { buyer: sellerName, seller: buyerName, admin: `${buyerName} and ${sellerName}` };
  return (
    <ReasonDialog
      confirmLabel="Cancel the sale"
      hint={`For ${readers[viewer]} to read.`}
      id={booking._id}
      maxLength={limits.cancelReasonLength}
      mutation={cancelSaleMutation()}
      onClose={onClose}
      onDone={onDone}
      success={messages.toast.operationDone}
      title={`Cancel the sale of ${name}?`}
    >
      {formatMoney(price)} goes back to {card}, and the instrument is on sale again. This cannot be
      undone.
    </ReasonDialog>
  );
}

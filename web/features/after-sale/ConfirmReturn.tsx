import { messages } from '#contract/messages.ts';
import { formatMoney } from '../../ui/format.ts';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { decideReturnMutation } from './queries.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

/** The seller has the instrument back without the code having been entered, or does without it. */
export function ConfirmReturn({ booking, onClose, onDone }: SaleDialogProps) {
  const { _id, name, price, buyerName } = booking;
  return (
    <MutationDialog
      confirmLabel="It is back"
      keepLabel="Not yet"
      mutation={decideReturnMutation()}
      onClose={onClose}
      onDone={onDone}
      success={messages.toast.operationDone}
      title={`Is ${name} back?`}
      variables={{ _id, state: 'given-back' as const }}
    >
      {formatMoney(price)} goes back to the card of {buyerName}. This cannot be undone.
    </MutationDialog>
  );
}

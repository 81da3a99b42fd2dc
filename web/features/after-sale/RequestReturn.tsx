import { limits, saleTimes } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { formatMoney } from '../../ui/format.ts';
import { EvidenceDialog } from './EvidenceDialog.tsx';
import { requestReturnMutation } from './queries.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

/** Asks a buyer why they want to give an instrument back, and tells the seller. */
export function RequestReturn({ booking, onClose, onDone }: Omit<SaleDialogProps, 'viewer'>) {
  return (
    <EvidenceDialog
      bookingId={booking._id}
      confirmLabel="Ask to return it"
      hint="The seller reads this."
      label="Why do you want to return it?"
      maxLength={limits.returnReasonLength}
      mutation={requestReturnMutation()}
      onClose={onClose}
      onDone={onDone}
      required="Say why you want to return it"
      success={messages.toast.operationDone}
      title={`Return ${booking.name}`}
    >
      {booking.buyerRemoved
        ? `The account of ${booking.buyerName} was deleted, so you ask for them. When it is given back, ${formatMoney(booking.price)} goes back to their card.`
        : `${booking.sellerName} has ${saleTimes.returnAcceptedAfterDays} days to say where you bring it; without an answer the return counts as accepted. When you have given it back, ${formatMoney(booking.price)} goes back to your card. If ${booking.sellerName} contests it, the shop decides.`}
    </EvidenceDialog>
  );
}

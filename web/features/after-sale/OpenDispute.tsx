import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { EvidenceDialog } from './EvidenceDialog.tsx';
import { openDisputeMutation } from './queries.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

/** The buyer says that a sent instrument did not arrive. */
export function OpenDispute({ booking, onClose, onDone }: SaleDialogProps) {
  return (
    <EvidenceDialog
      bookingId={booking._id}
      confirmLabel="Tell the shop"
      hint={`${booking.sellerName} and the shop read this.`}
      label="What happened?"
      maxLength={limits.disputeTextLength}
      mutation={openDisputeMutation()}
      onClose={onClose}
      onDone={onDone}
      required="Say what happened"
      success={messages.toast.operationDone}
      title={`${booking.name} never came?`}
      variant="danger"
    >
      The shop asks {booking.sellerName} for the proof and decides whether you get your money back.
      Until then nobody is paid. Have you asked the carrier and your neighbours?
    </EvidenceDialog>
  );
}

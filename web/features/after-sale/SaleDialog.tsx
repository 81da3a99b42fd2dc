import type { ComponentType } from 'react';
import { limits, returnDays, saleTimes } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import type { SaleAction } from '#contract/sale-step-types.ts';
import { formatMoney } from '../../ui/format.ts';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { AnswerCancellation } from './AnswerCancellation.tsx';
import { AnswerReturn } from './AnswerReturn.tsx';
import { DecideDispute } from './DecideDispute.tsx';
import { DisputeDialog } from './DisputeDialog.tsx';
import { EnterHandoverCode, EnterReturnCode } from './EnterCode.tsx';
import { EvidenceDialog } from './EvidenceDialog.tsx';
import {
  cancelSaleMutation,
  confirmReceiptMutation,
  decideReturnMutation,
  openDisputeMutation,
  requestCancellationMutation,
  requestReturnMutation,
} from './queries.ts';
import { SendInstrument } from './SendInstrument.tsx';
import { ShowHandoverCode, ShowReturnCode } from './ShowCode.tsx';
import type { SaleDialogProps } from './sale-dialog-props.ts';

const dialogs: Record<SaleAction, ComponentType<SaleDialogProps>> = {
  'show-code': ShowHandoverCode,
  'hand-over': EnterHandoverCode,
  send: SendInstrument,
  receive: ConfirmReceipt,
  cancel: CancelSale,
  'request-cancellation': RequestCancellation,
  'answer-cancellation': AnswerCancellation,
  'not-received': OpenDispute,
  'request-return': RequestReturn,
  'answer-return': AnswerReturn,
  'give-back': EnterReturnCode,
  'confirm-return': ConfirmReturn,
  'show-return-code': ShowReturnCode,
  dispute: DisputeDialog,
  decide: DecideDispute,
};

/** The dialog of one action of a sale. */
export function SaleDialog({ action, ...props }: SaleDialogProps & { action: SaleAction }) {
  const Dialog = dialogs[action];
  return <Dialog {...props} />;
}

/** What the seller reads when the buyer cancels, who need not say why: only lateness lets a buyer cancel. */
const tooLate = `It was not handed over within ${saleTimes.cancelAfterDays} days`;

/** Cancels a sale that was not handed over: the buyer only confirms it, the seller and an admin say why. */
function CancelSale({ booking, viewer, onClose, onDone }: SaleDialogProps) {
  const { name, buyerName, sellerName, price } = booking;
  const card = viewer === 'buyer' ? 'your card' : `${buyerName}’s card`;
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
      hint={`${viewer === 'seller' ? buyerName : `${buyerName} and ${sellerName}`} will see this.`}
      id={booking._id}
      maxLength={limits.cancelReasonLength}
      mutation={cancelSaleMutation()}
    >
      {consequences}
    </ReasonDialog>
  );
}

/** The buyer asks the seller to cancel, before it is late enough to cancel alone. */
function RequestCancellation({ booking, onClose, onDone }: SaleDialogProps) {
  const { _id, name, sellerName, price } = booking;
  return (
    <ReasonDialog
      confirmLabel="Ask to cancel"
      hint={`${sellerName} will see this.`}
      id={_id}
      label="Why would you like to cancel?"
      maxLength={limits.cancelReasonLength}
      mutation={requestCancellationMutation()}
      onClose={onClose}
      onDone={onDone}
      success={`We have told ${sellerName}`}
      title={`Ask ${sellerName} to cancel the sale of ${name}?`}
      variant="primary"
    >
      {`You can ask once. If ${sellerName} agrees, ${formatMoney(price)} goes back to your card. The request ends when the instrument is handed over or sent.`}
    </ReasonDialog>
  );
}

/** Asks the buyer once whether the instrument is really there. */
function ConfirmReceipt({ booking, onClose, onDone }: SaleDialogProps) {
  return (
    <MutationDialog
      confirmLabel="I have received it"
      keepLabel="Not yet"
      mutation={confirmReceiptMutation()}
      onClose={onClose}
      onDone={onDone}
      success={messages.toast.operationDone}
      title={`Has ${booking.name} arrived?`}
      variables={booking}
      variant="primary"
    >
      {`Confirm only when you have it in your hands. From then on you have ${returnDays} days to return it; after that ${booking.sellerName} is paid.`}
    </MutationDialog>
  );
}

/** The seller has the instrument back without the code having been entered, or does without it. */
function ConfirmReturn({ booking, onClose, onDone }: SaleDialogProps) {
  const { _id, name, price, buyerName } = booking;
  return (
    <MutationDialog
      confirmLabel="I have it back"
      keepLabel="Not yet"
      mutation={decideReturnMutation()}
      onClose={onClose}
      onDone={onDone}
      success={messages.toast.operationDone}
      title={`Do you have ${name} back?`}
      variables={{ _id, state: 'given-back' as const }}
    >
      {`${formatMoney(price)} goes back to ${buyerName}’s card. This cannot be undone.`}
    </MutationDialog>
  );
}

/** The buyer says that a sent instrument did not arrive. */
function OpenDispute({ booking, onClose, onDone }: SaleDialogProps) {
  return (
    <EvidenceDialog
      bookingId={booking._id}
      confirmLabel="Tell the shop"
      hint={`${booking.sellerName} and the shop will see this.`}
      label="What happened?"
      maxLength={limits.disputeTextLength}
      mutation={openDisputeMutation()}
      onClose={onClose}
      onDone={onDone}
      purpose="not-received"
      required="Say what happened"
      success={messages.toast.operationDone}
      title={`Has ${booking.name} not arrived?`}
      variant="danger"
    >
      {`The shop will ask ${booking.sellerName} for proof of shipping and decide whether you get your money back. Until then nobody is paid. Have you asked the carrier and your neighbours?`}
    </EvidenceDialog>
  );
}

/** Asks a buyer why they want to give an instrument back, and tells the seller. */
function RequestReturn({ booking, onClose, onDone }: SaleDialogProps) {
  return (
    <EvidenceDialog
      bookingId={booking._id}
      confirmLabel="Ask to return it"
      hint="The seller will see this."
      label="Why do you want to return it?"
      maxLength={limits.returnReasonLength}
      mutation={requestReturnMutation()}
      onClose={onClose}
      onDone={onDone}
      purpose="return"
      required="Say why you want to return it"
      success={messages.toast.operationDone}
      title={`Return ${booking.name}`}
    >
      {booking.buyerRemoved
        ? `${booking.buyerName}’s account was deleted, so you are asking on their behalf. Once it is returned, ${formatMoney(booking.price)} goes back to their card.`
        : `${booking.sellerName} has ${saleTimes.returnAcceptedAfterDays} days to say where to bring it; without an answer the return counts as accepted. Once you have returned it, ${formatMoney(booking.price)} goes back to your card. If ${booking.sellerName} contests it, the shop decides.`}
    </EvidenceDialog>
  );
}

import type { Booking } from '#contract/bookings.ts';
import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { formatMoney } from '../../ui/format.ts';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { requestReturnMutation } from './queries.ts';

/** Asks a buyer why they want to give an instrument back, and tells the seller. */
export function AskForReturn({
  booking,
  onClose,
  onAsked,
}: {
  booking: Booking;
  onClose: () => void;
  onAsked: (id: string) => void;
}) {
  return (
    <ReasonDialog
      confirmLabel="Ask to return it"
      hint="The seller reads this."
      id={booking._id}
      label="Why do you want to return it?"
      maxLength={limits.returnReasonLength}
      mutation={requestReturnMutation()}
      onClose={onClose}
      onDone={() => onAsked(booking._id)}
      required="Say why you want to return it"
      success={messages.toast.operationDone}
      title={`Return ${booking.name}`}
      variant="primary"
    >
      {booking.buyerRemoved
        ? `The account of ${booking.buyerName} was deleted, so you ask for them. When it is given back, ${formatMoney(booking.price)} goes back to their card.`
        : `When ${booking.sellerName} accepts, you give it back and ${formatMoney(booking.price)} goes back to your card. An admin of the shop can help if you two do not agree.`}
    </ReasonDialog>
  );
}

import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { isShipped } from '#contract/after-sale/sale-step-table.ts';
import type { SaleAction } from '#contract/after-sale/sale-step-types.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { defaultReturnDays, limits, saleTimes } from '#contract/constants.ts';
import { isolateNames } from '#contract/isolate.ts';
import { plural, t } from '#contract/text.ts';
import { formatMoney } from '../../ui/format.ts';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { RadioField } from '../../ui/RadioField.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { ReviewDialog } from '../reviews/ReviewDialog.tsx';
import { AnswerCancellation } from './AnswerCancellation.tsx';
import { AnswerReturn } from './AnswerReturn.tsx';
import { ApproveSale } from './ApproveSale.tsx';
import { DecideDispute } from './DecideDispute.tsx';
import { DisputeDialog } from './DisputeDialog.tsx';
import { EnterHandoverCode, EnterReturnCode } from './EnterCode.tsx';
import { EvidenceDialog } from './EvidenceDialog.tsx';
import { GivePermit, PermitRefused } from './GivePermit.tsx';
import { AnswerMeeting, KeepSending, Meet } from './MeetInstead.tsx';
import {
  cancelSaleMutation,
  confirmReceiptMutation,
  decideReturnMutation,
  openComplaintMutation,
  openDisputeMutation,
  requestCancellationMutation,
  requestReturnMutation,
  sayPlaceMutation,
  soldSerialQuery,
  withdrawFromSaleMutation,
} from './queries.ts';
import { SendBack, SendInstrument } from './SendInstrument.tsx';
import { ShowHandoverCode, ShowReturnCode } from './ShowCode.tsx';
import type { SaleDialogProps } from './sale-dialog-props.ts';

const dialogs: Record<SaleAction, ComponentType<SaleDialogProps>> = {
  'show-code': ShowHandoverCode,
  'hand-over': EnterHandoverCode,
  'give-permit': GivePermit,
  'permit-refused': PermitRefused,
  send: SendInstrument,
  meet: Meet,
  'answer-meeting': AnswerMeeting,
  'keep-sending': KeepSending,
  receive: ConfirmReceipt,
  cancel: CancelSale,
  'request-cancellation': RequestCancellation,
  'answer-cancellation': AnswerCancellation,
  'not-received': OpenDispute,
  approve: ApproveSale,
  'request-return': RequestReturn,
  'not-as-described': NotAsDescribed,
  review: WriteReview,
  withdraw: WithdrawFromSale,
  'answer-return': AnswerReturn,
  'give-back': EnterReturnCode,
  'send-back': SendBack,
  'say-place': SayPlace,
  'confirm-return': ConfirmReturn,
  'show-return-code': ShowReturnCode,
  dispute: DisputeDialog,
  decide: DecideDispute,
};

/** The dialog of one action of a sale. Its title and sentences contain names. */
export function SaleDialog({ action, ...props }: SaleDialogProps & { action: SaleAction }) {
  const Dialog = dialogs[action];
  return <Dialog {...props} booking={isolateNames(props.booking)} />;
}

/** What the seller reads when the buyer cancels, who need not say why: only lateness lets a buyer cancel. */
function tooLate(booking: Booking): string {
  return isShipped(booking) ? t`It was not sent in time` : t`It was not handed over in time`;
}

/** Cancels a sale that was not handed over: the buyer only confirms it, the seller and an admin say why. */
function CancelSale({ booking, viewer, onClose, onDone }: SaleDialogProps) {
  const { name, buyerName, sellerName, total } = booking;
  const money = formatMoney(total);
  const dialog = {
    confirmLabel: t`Cancel the sale`,
    onClose,
    onDone,
    success: t`The sale is cancelled`,
    title: t`Cancel the sale of ${name}?`,
  };
  if (viewer === 'buyer') {
    return (
      <MutationDialog
        {...dialog}
        keepLabel={t`Keep waiting`}
        mutation={cancelSaleMutation()}
        variables={{ _id: booking._id, reason: tooLate(booking) }}
      >
        {t`${money} goes back to your card, and the instrument is on sale again. This cannot be undone.`}
      </MutationDialog>
    );
  }
  return (
    <ReasonDialog
      {...dialog}
      hint={
        viewer === 'seller'
          ? t`${buyerName} will see this.`
          : t`${buyerName} and ${sellerName} will see this.`
      }
      id={booking._id}
      maxLength={limits.cancelReasonLength}
      mutation={cancelSaleMutation()}
    >
      {t`${money} goes back to the card of ${buyerName}, and the instrument is on sale again. This cannot be undone.`}
    </ReasonDialog>
  );
}

/** The buyer asks the seller to cancel, before it is late enough to cancel alone. */
function RequestCancellation({ booking, onClose, onDone }: SaleDialogProps) {
  const { _id, name, sellerName, total } = booking;
  const money = formatMoney(total);
  return (
    <ReasonDialog
      confirmLabel={t`Ask to cancel`}
      hint={t`${sellerName} will see this.`}
      id={_id}
      label={t`Why would you like to cancel?`}
      maxLength={limits.cancelReasonLength}
      mutation={requestCancellationMutation()}
      onClose={onClose}
      onDone={onDone}
      success={t`We have told ${sellerName}`}
      title={t`Ask ${sellerName} to cancel the sale of ${name}?`}
      variant="primary"
    >
      {t`You can ask once. If ${sellerName} agrees, ${money} goes back to your card. The request ends when the instrument is handed over or sent.`}
    </ReasonDialog>
  );
}

/** Asks the buyer once whether the instrument is really there, and whether it is the one of the listing. */
function ConfirmReceipt({ booking, onClose, onDone }: SaleDialogProps) {
  const [same, setSame] = useState<string>();
  const [isTraced, setIsTraced] = useState(false);
  const { _id, name, sellerName, withdrawal } = booking;
  const { data: serial } = useQuery(soldSerialQuery(_id));
  const days = withdrawal?.days ?? booking.returnDays ?? defaultReturnDays;
  return (
    <MutationDialog
      confirmLabel={t`I have received it`}
      keepLabel={t`Not yet`}
      mutation={confirmReceiptMutation()}
      onClose={onClose}
      onDone={onDone}
      success={t`Receipt confirmed`}
      title={t`Has ${name} arrived?`}
      variables={{ _id, isTraced, ...(same !== undefined && { isSameInstrument: same === 'yes' }) }}
      variant="primary"
    >
      <p className="mb-4">
        {withdrawal?.time
          ? t`Confirm only when you have it in your hands. Then it goes back to ${sellerName}, and your money to your card.`
          : t`Confirm only when you have it in your hands. From then on you have ${plural(days, { one: '# day', other: '# days' })} to return it; after that ${sellerName} is paid.`}
      </p>
      {serial?.ending !== undefined && (
        <p className="mb-4">
          <Trans>
            According to the seller, the serial number ends with{' '}
            <strong dir="ltr" translate="no">
              {serial.ending}
            </strong>
            . Compare it.
          </Trans>
        </p>
      )}
      <RadioField
        choices={[
          { value: 'yes', label: t`Yes` },
          { value: 'no', label: t`No` },
        ]}
        hint={t`If you disagree later, the shop and ${sellerName} read your answer.`}
        isOptional
        label={t`Is it the instrument in the pictures of the listing?`}
        name="same"
        onChange={({ target }) => setSame(target.value)}
        {...(same === undefined ? {} : { value: same })}
      />
      {booking.traced === false && !withdrawal?.time && (
        <label className="mt-4 flex items-start gap-3">
          <input
            checked={isTraced}
            className="mt-0.5 size-5 shrink-0 accent-brass"
            onChange={({ target }) => setIsTraced(target.checked)}
            type="checkbox"
          />
          <span>
            <span className="block">{t`If I list it here again, my listing may say that it was sold here before`}</span>
            <span className="block text-sm text-muted">
              {t`Anyone can read it there: the month, but no name and no price. It takes the same serial number, and ${sellerName} has to agree too. You can take it back at any time.`}
            </span>
          </span>
        </label>
      )}
    </MutationDialog>
  );
}

/** The seller names the place of an accepted return that has none. */
function SayPlace({ booking, onClose, onDone }: SaleDialogProps) {
  const { _id, name, buyerName } = booking;
  return (
    <ReasonDialog
      confirmLabel={t`Say where`}
      hint={t`Only ${buyerName} will see this.`}
      id={_id}
      label={t`Where to bring or send it`}
      maxLength={limits.returnPlaceLength}
      mutation={sayPlaceMutation()}
      onClose={onClose}
      onDone={onDone}
      success={t`We have told ${buyerName}`}
      title={t`Return of ${name}`}
      variant="primary"
    >
      {t`${buyerName} then has ${plural(saleTimes.giveBackDays, { one: '# day', other: '# days' })} to return it.`}
    </ReasonDialog>
  );
}

/** The seller has the instrument back without the code having been entered, or does without it. */
function ConfirmReturn({ booking, onClose, onDone }: SaleDialogProps) {
  const { _id, name, total, buyerName } = booking;
  const money = formatMoney(total);
  return (
    <MutationDialog
      confirmLabel={t`I have it back`}
      keepLabel={t`Not yet`}
      mutation={decideReturnMutation()}
      onClose={onClose}
      onDone={onDone}
      success={t`The return is complete`}
      title={t`Do you have ${name} back?`}
      variables={{ _id, state: 'given-back' as const }}
    >
      {t`${money} goes back to ${buyerName}’s card. This cannot be undone.`}
    </MutationDialog>
  );
}

/** The buyer says that a sent instrument did not arrive. */
function OpenDispute({ booking, onClose, onDone }: SaleDialogProps) {
  const { name, sellerName } = booking;
  return (
    <EvidenceDialog
      bookingId={booking._id}
      confirmLabel={t`Tell the shop`}
      hint={t`${sellerName} and the shop will see this.`}
      label={t`What happened?`}
      maxLength={limits.disputeTextLength}
      mutation={openDisputeMutation()}
      onClose={onClose}
      onDone={onDone}
      purpose="not-received"
      required={t`Describe what happened`}
      success={t`The shop has been told`}
      title={t`Has ${name} not arrived?`}
      variant="danger"
    >
      {t`The shop will ask ${sellerName} for proof of shipping and decide whether you get your money back. Until then nobody is paid. Have you asked the carrier and your neighbours?`}
    </EvidenceDialog>
  );
}

/** Asks a buyer why they want to give an instrument back, and tells the seller. */
function RequestReturn({ booking, onClose, onDone }: SaleDialogProps) {
  const { name, buyerName, sellerName } = booking;
  const { returnAcceptedAfterDays } = saleTimes;
  const money = formatMoney(booking.total);
  return (
    <EvidenceDialog
      bookingId={booking._id}
      confirmLabel={t`Ask to return it`}
      hint={t`The seller will see this.`}
      label={t`Why do you want to return it?`}
      maxLength={limits.returnReasonLength}
      mutation={requestReturnMutation()}
      onClose={onClose}
      onDone={onDone}
      purpose="return"
      required={t`Give the reason for the return`}
      success={t`The return is requested`}
      title={t`Return ${name}`}
    >
      {booking.buyerRemoved
        ? t`${buyerName}’s account was deleted, so you are asking on their behalf. Once it is returned, ${money} goes back to their card.`
        : t`${sellerName} has ${plural(returnAcceptedAfterDays, { one: '# day', other: '# days' })} to say where to bring it; without an answer the return counts as accepted. Once you have returned it, ${money} goes back to your card. If ${sellerName} contests it, the shop decides.`}
    </EvidenceDialog>
  );
}

/** Asks a buyer what differs from the listing, and opens a dispute about it. */
function NotAsDescribed({ booking, onClose, onDone }: SaleDialogProps) {
  const { name, sellerName, total } = booking;
  const money = formatMoney(total);
  return (
    <EvidenceDialog
      bookingId={booking._id}
      confirmLabel={t`Tell the shop`}
      hint={t`${sellerName} and the shop will see this.`}
      label={t`What is different?`}
      maxLength={limits.disputeTextLength}
      mutation={openComplaintMutation()}
      onClose={onClose}
      onDone={onDone}
      purpose="not-as-described"
      required={t`Describe what is different`}
      success={t`The shop has been told`}
      title={t`Is ${name} not as described?`}
    >
      {t`The shop compares what you show with the listing as it was sold, reads both sides, and decides whether it goes back or what you get back of ${money}. Until then nobody is paid. A picture shows a crack, a sound shows a rattle.`}
    </EvidenceDialog>
  );
}

/** Says how it was with the other side, from a list. */
function WriteReview({ booking, viewer, onClose }: SaleDialogProps) {
  const otherName = viewer === 'buyer' ? booking.sellerName : booking.buyerName;
  return (
    <ReviewDialog
      bookingId={booking._id}
      onClose={onClose}
      otherName={otherName}
      review={undefined}
    />
  );
}

/** The second of the two steps of a withdrawal. The page then shows when it was received. */
function WithdrawFromSale({ booking, onClose, onDone }: SaleDialogProps) {
  const { name, buyerName, sellerName, total, fulfilment } = booking;
  const money = formatMoney(total);
  const { giveBackDays } = saleTimes;
  return (
    <MutationDialog
      confirmLabel={t`Confirm the withdrawal`}
      keepLabel={t`Keep it`}
      mutation={withdrawFromSaleMutation()}
      onClose={onClose}
      onDone={onDone}
      success={t`We have received your withdrawal`}
      title={t`Withdraw from the purchase of ${name}?`}
      variables={booking}
      variant="primary"
    >
      <p>{t`I, ${buyerName}, withdraw from the purchase of ${name} from ${sellerName}. We confirm it by email at once, with date and time.`}</p>
      <p className="mt-3">
        {fulfilment?.state === 'awaiting'
          ? t`${money} goes back to your card, and the instrument is on sale again.`
          : fulfilment?.state === 'sent'
            ? t`When it has arrived, you have ${plural(giveBackDays, { one: '# day', other: '# days' })} to give it back. Once you have, ${money} goes back to your card.`
            : t`Then you have ${plural(giveBackDays, { one: '# day', other: '# days' })} to give it back. Once you have, ${money} goes back to your card.`}
      </p>
    </MutationDialog>
  );
}

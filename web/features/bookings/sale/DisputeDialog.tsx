import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { limits } from '#contract/constants.ts';
import type { Dispute } from '#contract/disputes.ts';
import { messages } from '#contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { formatHere, formatMoney } from '../../../ui/format.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { EvidenceForm, useEvidenceForm } from './EvidenceForm.tsx';
import { EvidenceImages } from './EvidenceImages.tsx';
import { addDisputeStatementMutation, disputeQuery } from './sale-queries.ts';
import type { SaleDialogProps } from './sale-step.ts';

/** What both sides have said in a dispute, and a text of one's own. */
export function DisputeDialog({ booking, onClose, onDone }: SaleDialogProps) {
  const formId = useId();
  const { data, error, isFetching, refetch } = useQuery(disputeQuery(booking._id));
  const options = {
    bookingId: booking._id,
    mutation: addDisputeStatementMutation(),
    label: 'Add something',
    hint: 'Both sides and the shop read this.',
    required: 'Write something',
    maxLength: limits.disputeTextLength,
    success: messages.toast.operationDone,
    onDone,
  };
  const state = useEvidenceForm(options);
  const isOpen = data?.state === 'open';
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {isOpen && (
            <Button
              busyLabel={state.isUploading ? 'Waiting for the pictures' : 'Sending'}
              form={formId}
              isBusy={state.isBusy}
              type="submit"
              variant="primary"
            >
              Add it
            </Button>
          )}
        </>
      }
      isOpen
      onClose={onClose}
      title={`The dispute about ${booking.name}`}
    >
      <div className="space-y-6">
        {data && <DisputeTexts dispute={data} />}
        {!data && !error && <Loading label="Loading the dispute" />}
        {!data && error && (
          <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
        )}
        {isOpen && <EvidenceForm {...options} formId={formId} state={state} />}
      </div>
    </Dialog>
  );
}

/** All that was said, and what was decided. */
export function DisputeTexts({ dispute }: { dispute: Dispute }) {
  const { cause, buyerName, sellerName, openedAt } = dispute;
  const opener = dispute.openedBy === 'seller' ? sellerName : buyerName;
  return (
    <ol className="space-y-4">
      {dispute.return && (
        <Said
          author={`${buyerName}, buyer`}
          images={dispute.return.images}
          time={dispute.return.time}
        >
          {dispute.return.reason}
        </Said>
      )}
      {cause === 'chargeback' ? (
        <Said author="The card provider" images={[]} time={openedAt}>
          The bank of the buyer has asked for the money back.
        </Said>
      ) : (
        <Said
          author={`${opener}, ${dispute.openedBy ?? 'buyer'}`}
          images={dispute.images}
          time={openedAt}
        >
          {dispute.reason}
        </Said>
      )}
      {dispute.statements.map(({ _id, author, text, images, time }) => (
        <Said
          author={
            author.role === 'admin'
              ? `${author.name}, for the shop`
              : `${author.name}, ${author.role}`
          }
          images={images}
          key={_id}
          time={time}
        >
          {text}
        </Said>
      ))}
      {dispute.decidedAt && (
        <li className="rounded-lg bg-green-tint p-4">
          <p className="text-sm text-muted">
            Decided <time dateTime={dispute.decidedAt}>{formatHere(dispute.decidedAt)}</time>
          </p>
          <p className="font-semibold">
            {dispute.refund
              ? `${formatMoney(dispute.refund)} goes back to ${buyerName}${dispute.goesBack ? ' once the instrument is given back' : ''}.`
              : 'No money goes back.'}
          </p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere" dir="auto">
            {dispute.decisionReason}
          </p>
        </li>
      )}
    </ol>
  );
}

function Said({
  author,
  time,
  images,
  children,
}: {
  author: string;
  time: string;
  images: readonly string[];
  children: string | undefined;
}) {
  return (
    <li className="rounded-lg bg-sunken p-4">
      <p className="text-sm text-muted wrap-anywhere">
        <bdi>{author}</bdi>, <time dateTime={time}>{formatHere(time)}</time>
      </p>
      <p className="mt-1 whitespace-pre-line wrap-anywhere" dir="auto">
        {children}
      </p>
      <EvidenceImages addresses={images} of={author} />
    </li>
  );
}

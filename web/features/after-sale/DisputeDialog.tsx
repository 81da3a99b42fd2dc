import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Dispute } from '#contract/after-sale/disputes.ts';
import { limits } from '#contract/constants.ts';
import { isolate } from '#contract/isolate.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Form } from '../../ui/Form.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { DisputeRecord, disputeCauseNames } from './DisputeRecord.tsx';
import { EvidenceFields, useEvidenceForm } from './EvidenceForm.tsx';
import { addDisputeStatementMutation, disputeQuery } from './queries.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

/** What was said and decided in a dispute, and, while it is open, a text of one's own. */
export function DisputeDialog({
  booking,
  disputeId,
  onClose,
  onDone,
}: Pick<SaleDialogProps, 'onClose' | 'onDone'> & {
  booking: Pick<SaleDialogProps['booking'], '_id' | 'name'>;
  /** The last one by default. */
  disputeId?: string;
}) {
  const formId = useId();
  const name = isolate(booking.name);
  const [chosenId, setChosenId] = useState(disputeId);
  const { data, error, isFetching, refetch } = useQuery(disputeQuery(booking._id, chosenId));
  const options = {
    purpose: 'statement' as const,
    bookingId: booking._id,
    mutation: addDisputeStatementMutation(),
    label: t`Add something`,
    hint: t`Both sides and the shop will see this.`,
    required: t`Write something`,
    maxLength: limits.disputeTextLength,
    success: t`Added to the dispute`,
    onDone,
  };
  const state = useEvidenceForm(options);
  const isOpen = data?.state === 'open';
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose}>{t`Close`}</Button>
          {isOpen && (
            <Button
              busyLabel={state.isUploading ? t`Waiting for the uploads` : t`Sending`}
              form={formId}
              isBusy={state.isBusy}
              type="submit"
              variant="primary"
            >
              {t`Add it`}
            </Button>
          )}
        </>
      }
      isOpen
      onClose={onClose}
      title={t`Dispute about ${name}`}
    >
      <div className="space-y-6">
        {data && <DisputeRecord dispute={data} />}
        {!data && !error && <Loading label={t`Loading the dispute`} />}
        {!data && error && (
          <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
        )}
        {data && <OtherDisputes dispute={data} onChoose={setChosenId} />}
        {isOpen && (
          <Form
            className="space-y-5 border-t border-line pt-5"
            id={formId}
            isSending={state.isBusy}
            onSubmit={state.send}
          >
            <EvidenceFields {...options} state={state} />
          </Form>
        )}
      </div>
    </Dialog>
  );
}

/** A sale can be disputed again after a decision: a button for each of the others. */
function OtherDisputes({
  dispute: { others },
  onChoose,
}: {
  dispute: Dispute;
  onChoose: (id: string) => void;
}) {
  if (others.length === 0) return null;
  return (
    <div>
      <p className="text-sm text-muted">{t`There was more than one dispute about this sale.`}</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {others.map(({ _id, cause, openedAt }) => (
          <li key={_id}>
            <Button onClick={() => onChoose(_id)} size="small">
              <span>{`${disputeCauseNames[cause]}, `}</span>
              <Moment at={openedAt} isDay />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { Booking } from '#contract/bookings/bookings.ts';
import { t } from '#contract/text.ts';
import { afterSale } from '../../api/invalidation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { CodePanel, HandoverCode } from './CodePanel.tsx';
import { bookingQuery } from './queries.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

/** The time between two checks whether the other side has entered the code, in milliseconds. */
const pollIntervalMs = 3_000;

/** The buyer's code for the handover. Closes when the seller has entered it. */
export function ShowHandoverCode(props: SaleDialogProps) {
  const { name, sellerName } = props.booking;
  return (
    <ShowCode
      {...props}
      codeOf={({ fulfilment }) => fulfilment?.code}
      entered={t`${name} was handed over`}
    >
      {(code) => <HandoverCode code={code} sellerName={sellerName} />}
    </ShowCode>
  );
}

/** The seller's code for giving back. Closes when the buyer has entered it. */
export function ShowReturnCode(props: SaleDialogProps) {
  const { name, buyerName } = props.booking;
  return (
    <ShowCode
      {...props}
      codeOf={(booking) => booking.return?.code}
      entered={t`${name} was given back`}
    >
      {(code) => (
        <>
          <p>
            <Trans>
              Look at the instrument first. Then show this to <bdi>{buyerName}</bdi>, or read it
              out: the buyer enters it to confirm that you have the instrument back.
            </Trans>
          </p>
          <CodePanel code={code}>
            <Trans>
              <strong>Don’t give anyone the code until you have the instrument back.</strong> “Send
              me the code and I’ll send it back”: this is a scam. Once the buyer has your code, they
              get their money back.
            </Trans>
          </CodePanel>
        </>
      )}
    </ShowCode>
  );
}

function ShowCode({
  booking,
  codeOf,
  entered,
  children,
  onClose,
  onDone,
}: SaleDialogProps & {
  codeOf: (booking: Booking) => string | undefined;
  /** The toast when the other side has entered it. */
  entered: string;
  /** The code with what to do with it. */
  children: (code: string) => ReactNode;
}) {
  const { data = booking, isFetchedAfterMount } = useQuery({
    ...bookingQuery(booking._id),
    refetchInterval: pollIntervalMs,
  });
  const code = codeOf(data);
  const isOver = isFetchedAfterMount && code === undefined;
  const client = useQueryClient();
  const close = useEffectEvent(() => {
    afterSale(client);
    toast.success(entered);
    onDone();
  });
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);
  if (code === undefined) return null;
  return (
    <Dialog
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
      isOpen
      onClose={onClose}
      title={t`Your code`}
    >
      <div className="space-y-5">{children(code)}</div>
    </Dialog>
  );
}

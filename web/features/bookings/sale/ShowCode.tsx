import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { Booking } from '#contract/bookings.ts';
import { afterSale } from '../../../api/invalidation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { bookingQuery } from '../queries.ts';
import { QrCode } from './QrCode.tsx';
import type { SaleDialogProps } from './sale-step.ts';

/** How often the dialog looks whether the other side has entered the code, in milliseconds. */
const lookAgainMs = 3_000;

/** The buyer's code for the handover. Closes when the seller has entered it. */
export function ShowHandoverCode(props: SaleDialogProps) {
  const { name, sellerName } = props.booking;
  return (
    <ShowCode
      {...props}
      codeOf={({ fulfilment }) => fulfilment?.code}
      entered={`${name} was handed over`}
      warning={
        <>
          <strong>Give the code to nobody before you hold the instrument in your hands.</strong>{' '}
          “Send me the code first, then I send it”, “the shop needs your code”, “my brother picks up
          the code”: this is what swindlers say. With the code the money becomes the seller’s.
        </>
      }
    >
      Look at the instrument first. Then show this to {sellerName}, or read it aloud: with the code
      the seller confirms that you have it.
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
      entered={`${name} was given back`}
      warning={
        <>
          <strong>Give the code to nobody before you have the instrument back.</strong> “Send me the
          code first, then I send it”: this is what swindlers say. With the code the money goes back
          to the buyer.
        </>
      }
    >
      Look at the instrument first. Then show this to {buyerName}, or read it aloud: with the code
      the buyer confirms that you have it back.
    </ShowCode>
  );
}

function ShowCode({
  booking,
  codeOf,
  entered,
  warning,
  children,
  onClose,
  onDone,
}: SaleDialogProps & {
  codeOf: (booking: Booking) => string | undefined;
  /** The toast when the other side has entered it. */
  entered: string;
  warning: ReactNode;
  children: ReactNode;
}) {
  const { data = booking } = useQuery({
    ...bookingQuery(booking._id),
    refetchInterval: lookAgainMs,
  });
  const code = codeOf(data);
  const isOver = data !== booking && code === undefined;
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
      actions={<Button onClick={onClose}>Close</Button>}
      isOpen
      onClose={onClose}
      title="Your code"
    >
      <div className="space-y-5">
        <p>{children}</p>
        <div className="flex flex-wrap items-center justify-center gap-x-8 gap-y-4 rounded-lg bg-sunken p-5">
          <p className="font-display text-5xl font-semibold tracking-[0.12em] tabular-nums">
            <span aria-hidden="true" className="whitespace-nowrap">
              {code.slice(0, 3)} {code.slice(3)}
            </span>
            <span className="sr-only">{[...code].join(' ')}</span>
          </p>
          <QrCode label="The same six digits as a QR code" text={code} />
        </div>
        <p className="flex gap-3 rounded-lg border border-line border-l-4 border-l-red p-4 text-sm">
          <Icon className="mt-0.5 size-5 text-red" name="warning" />
          <span>{warning}</span>
        </p>
      </div>
    </Dialog>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { Booking } from '#contract/bookings/bookings.ts';
import { isolate } from '#contract/isolate.ts';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { confirmReceiptMutation } from './queries.ts';

/** Asks the buyer of what was handed over whether it is the instrument of the listing, until they have answered or it is final. */
export function SameInstrument({ booking }: { booking: Booking }) {
  const headingId = useId();
  const { mutate, isPending, variables, error } = useMutation(confirmReceiptMutation());
  const { fulfilment, dispute, _id } = booking;
  if (dispute?.state === 'open') return null;
  if (fulfilment?.state !== 'received' || fulfilment.isSameInstrument !== undefined) return null;
  const sellerName = isolate(booking.sellerName);
  const answer = (isSameInstrument: boolean) =>
    mutate({ _id, isSameInstrument }, { onSuccess: () => void toast.success(t`Answer saved`) });
  return (
    <section
      aria-labelledby={headingId}
      className="rounded-lg border border-line bg-surface p-5 print:hidden"
    >
      <h2 className="font-sans text-base font-semibold" id={headingId}>
        {t`Is it the instrument in the pictures of the listing?`}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {t`If you disagree later, the shop and ${sellerName} read your answer.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {[true, false].map((isSame) => (
          <Button
            busyLabel={t`Sending`}
            isBusy={isPending && variables.isSameInstrument === isSame}
            key={String(isSame)}
            onClick={() => answer(isSame)}
          >
            {isSame ? t`Yes` : t`No`}
          </Button>
        ))}
      </div>
      <FieldError message={error?.message} />
    </section>
  );
}

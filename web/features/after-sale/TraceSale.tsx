import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { SaleViewer } from '#contract/after-sale/sale-step-types.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { isolate } from '#contract/isolate.ts';
import { t } from '#contract/text.ts';
import { FieldError } from '../../ui/Field.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { traceSaleMutation } from './queries.ts';

/** Lets each side of a sale say, and take back, whether a later listing of the instrument may show that it was sold here. */
export function TraceSale({ booking, viewer }: { booking: Booking; viewer: SaleViewer }) {
  const headingId = useId();
  const { mutate, isPending, variables, error } = useMutation(traceSaleMutation());
  const { _id, fulfilment, traced } = booking;
  const isReceived = fulfilment?.state === 'received' || fulfilment?.state === 'completed';
  if (!isReceived || traced === undefined || viewer === 'admin') return null;
  const [buyerName, sellerName] = [isolate(booking.buyerName), isolate(booking.sellerName)];
  const isOn = isPending ? variables.agrees : traced;
  const turn = () =>
    mutate(
      { _id, agrees: !isOn },
      {
        onSuccess: () => void toast.success(t`Answer saved`),
        onError: ({ message }) => void toast.error(message),
      },
    );
  return (
    <section
      aria-labelledby={headingId}
      className="rounded-lg border border-line bg-surface p-5 print:hidden"
    >
      <h2 className="font-sans text-base font-semibold" id={headingId}>
        {t`If it is listed here again`}
      </h2>
      <div className="mt-1 max-w-prose space-y-2 text-sm text-muted">
        <p>
          {viewer === 'buyer'
            ? t`When you list it again with the same serial number, your listing can say that it was sold in this shop before, and in which month. It says so only while ${sellerName} agrees too.`
            : t`When ${buyerName} lists it again with the same serial number, that listing can say that it was sold in this shop before, and in which month. It says so only while ${buyerName} agrees too.`}
        </p>
        <p>
          {t`Anyone who opens that listing can read it. It gives no name and no price, but people who know the listing of this sale can recognise it. You can take it back at any time; it ends two years after the sale.`}
        </p>
      </div>
      <div className="mt-3">
        <Switch
          isBusy={isPending}
          isOn={isOn}
          label={t`Say that it was sold here before`}
          onTurn={turn}
        />
      </div>
      <FieldError message={error?.message} />
    </section>
  );
}

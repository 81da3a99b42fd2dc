import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { Booking } from '#contract/bookings/bookings.ts';
import { saleTimes } from '#contract/constants.ts';
import { plural, t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { AddressFields } from '../delivery/AddressFields.tsx';
import { AddressText } from '../delivery/AddressText.tsx';
import { missingInAddress, newAddress } from '../delivery/address-form.ts';
import { CustomsNote } from '../delivery/CustomsNote.tsx';
import { type TypedAddress, typedAddress } from '../delivery/delivery-form.ts';
import { ownAddressQuery } from '../delivery/own-address.ts';
import { changeBookingAddressMutation } from './queries.ts';

/** The address to which the instrument will be shipped. Until it is paid the buyer can change it. */
export function SendingAddress({ booking }: { booking: Booking }) {
  const [isOpen, setIsOpen] = useState(false);
  const { address, addressLines } = booking;
  if (!address) return null;
  return (
    <div className="w-full border-t border-line p-1 pt-3 lg:p-2 lg:pt-3">
      <h2 className="font-sans text-sm font-normal text-muted">{t`Shipping to`}</h2>
      <AddressText address={address} lines={addressLines} />
      <div className="mt-3 space-y-3 empty:hidden">
        <CustomsNote from={booking.shipsFrom} to={address} />
        {booking.permit && (
          <p className="rounded-lg bg-sunken p-4 text-sm">
            {t`It has a protected material that needs a permit to cross the border. The seller applies for it after the payment, which may take weeks, and sends it then. If the permit is refused, or not there ${plural(saleTimes.permitDays, { one: '# day', other: '# days' })} after the payment, you get all of your money back.`}
          </p>
        )}
      </div>
      <Button className="mt-2" onClick={() => setIsOpen(true)} variant="quiet">
        {t`Change the address`}
      </Button>
      {isOpen && <AddressDialog booking={booking} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

type Errors = Partial<Record<keyof TypedAddress, string | undefined>>;

function AddressDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { _id, buyerEmail, buyerName } = booking;
  const remembered = useQuery(ownAddressQuery(buyerEmail)).data?.address;
  const known = booking.address ?? remembered;
  const [typed, setTyped] = useState<TypedAddress>();
  const [missing, setMissing] = useState<Errors>({});
  const save = useMutation(changeBookingAddressMutation());
  const address = typed ?? (known ? typedAddress(known) : newAddress(buyerName));
  const refused = save.error instanceof CallFailure ? save.error.errors : {};
  const errors: Errors = { ...refused, ...missing };
  const isAtField = Object.values(errors).some((message) => message !== undefined);
  return (
    <FormDialog
      busyLabel={t`Saving`}
      confirmLabel={t`Save the address`}
      isPending={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        const found = missingInAddress(address);
        setMissing(found);
        if (Object.keys(found).length > 0) return;
        save.mutate(
          { id: _id, address },
          {
            onSuccess: () => {
              toast.success(t`Your address is saved`);
              onClose();
            },
          },
        );
      }}
      title={t`Where should it be sent?`}
    >
      <p className="text-muted">
        {t`Only the seller sees it, while the sale is open. We remember it for your next booking.`}
      </p>
      <AddressFields
        address={address}
        errors={errors}
        onChange={(change) => {
          setTyped({ ...address, ...change });
          setMissing({});
          save.reset();
        }}
      />
      <FieldError message={isAtField ? undefined : save.error?.message} />
    </FormDialog>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Booking } from '#contract/bookings/bookings.ts';
import { limits } from '#contract/constants.ts';
import { phoneNumber } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import { t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { formatPaid } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import { lastBookingQuery } from '../bookings/queries.ts';
import { AddressFields } from '../delivery/AddressFields.tsx';
import { missingInAddress, newAddress } from '../delivery/address-form.ts';
import { type TypedAddress, typedAddress } from '../delivery/delivery-form.ts';
import { ownAddressQuery } from '../delivery/own-address.ts';
import { sayContactMutation } from './queries.ts';

type Errors = Partial<Record<keyof TypedAddress | 'phone', string | undefined>>;
const phoneField = phoneNumber(() => messages.required.phone, limits.buyerPhoneLength);

/**
 * Asks for the number and the address that an accepted offer does not have yet, once and before the card, with those of the last
 * time filled in.
 */
export function ContactNeeded({ booking }: { booking: Booking }) {
  const { _id, buyerEmail, buyerName, needsAddress = false, needsPhone = false } = booking;
  const last = useQuery({ ...lastBookingQuery(buyerEmail), enabled: needsPhone }).data;
  const remembered = useQuery({ ...ownAddressQuery(buyerEmail), enabled: needsAddress }).data;
  const [typedPhone, setTypedPhone] = useState<string>();
  const [typed, setTyped] = useState<TypedAddress>();
  const [missing, setMissing] = useState<Errors>({});
  const save = useMutation(sayContactMutation());
  const phone = typedPhone ?? last?.phone ?? '';
  const address =
    typed ?? (remembered?.address ? typedAddress(remembered.address) : newAddress(buyerName));
  const refused = save.error instanceof CallFailure ? save.error.errors : {};
  const errors: Errors = { ...refused, ...missing };
  const isAtField = Object.values(errors).some((message) => message !== undefined);
  const total = formatPaid(booking.total);
  const submit = () => {
    const wrongPhone = needsPhone
      ? phoneField.safeParse(phone).error?.issues[0]?.message
      : undefined;
    const found: Errors = {
      ...(wrongPhone !== undefined && { phone: wrongPhone }),
      ...(needsAddress && missingInAddress(address)),
    };
    setMissing(found);
    if (Object.keys(found).length > 0) return;
    save.mutate({ id: _id, ...(needsPhone && { phone }), ...(needsAddress && { address }) });
  };
  return (
    <Form
      aria-labelledby="contact-needed"
      className="max-w-xl space-y-5"
      isSending={save.isPending}
      onSubmit={submit}
    >
      <div>
        <h2 id="contact-needed">
          {needsAddress ? t`Where should it be sent?` : t`How does the seller reach you?`}
        </h2>
        <p className="mt-1 text-muted">
          {t`Then you pay ${total}. Only the seller sees this, and we remember it for your next booking.`}
        </p>
      </div>
      {needsPhone && (
        <TextField
          autoComplete="tel"
          error={errors.phone}
          inputMode="tel"
          label={t`Phone`}
          maxLength={limits.buyerPhoneLength}
          name="phone"
          onChange={({ target }) => {
            setTypedPhone(target.value);
            setMissing({});
            save.reset();
          }}
          type="tel"
          value={phone}
        />
      )}
      {needsAddress && (
        <AddressFields
          address={address}
          errors={errors}
          onChange={(change) => {
            setTyped({ ...address, ...change });
            setMissing({});
            save.reset();
          }}
        />
      )}
      <FieldError message={isAtField ? undefined : save.error?.message} />
      <Button busyLabel={t`Saving`} isBusy={save.isPending} type="submit" variant="primary">
        {t`Continue to the payment`}
      </Button>
    </Form>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { limits } from '#contract/constants.ts';
import type { ListingDelivery } from '#contract/delivery/delivery.ts';
import { phoneNumber } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import { CallFailure } from '../../api/failures.ts';
import { typedAddress } from '../delivery/delivery-form.ts';
import { ownAddressQuery } from '../delivery/own-address.ts';
import {
  deliveryFields,
  type TypedDelivery,
  useDeliveryForm,
} from '../delivery/use-delivery-form.ts';
import { lastBookingQuery } from './queries.ts';

/** What a buyer says to book or to offer; `checkDelivery` says what is missing in it. */
export const buyerFields = {
  phone: phoneNumber(() => messages.required.phone, limits.buyerPhoneLength),
  ...deliveryFields,
};

interface TypedByBuyer extends TypedDelivery {
  phone: string;
}

/** The state of a form that has `buyerFields`. It remembers phone number and address of the last time. */
export function useBuyerForm<Fields extends TypedByBuyer>(
  given: UseFormReturn<Fields>,
  email: string,
  listing: ListingDelivery | undefined,
) {
  // Only its fields in `TypedByBuyer` are used.
  const form = given as unknown as UseFormReturn<TypedByBuyer>;
  const { setValue, getFieldState, setError } = form;
  const { data: last } = useQuery(lastBookingQuery(email));
  useEffect(() => {
    // A user who is in the field is about to type.
    const isInField = document.activeElement?.getAttribute('name') === 'phone';
    if (last && !isInField && !getFieldState('phone').isDirty) setValue('phone', last.phone);
  }, [last, setValue, getFieldState]);
  const { isSent, fields, showErrors } = useDeliveryForm(form, listing);
  const remembered = useQuery({ ...ownAddressQuery(email), enabled: isSent }).data?.address;
  useEffect(() => {
    if (!remembered || getFieldState('address').isDirty) return;
    setValue('address', typedAddress(remembered));
  }, [remembered, getFieldState, setValue]);
  return {
    isSent,
    delivery: fields,
    /** Shows at its fields what the server refused, and returns its errors. */
    showFailure(failure: Error) {
      const { errors = {} } = failure instanceof CallFailure ? failure : {};
      if (errors.phone) setError('phone', { message: errors.phone });
      showErrors(errors);
      return errors;
    },
  };
}

import { useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { limits } from '#contract/constants.ts';
import type { ListingDelivery } from '#contract/delivery/delivery.ts';
import { requiredLine } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import { missingInAddress } from './address-form.ts';
import {
  deliveryOptions,
  offeredChoice,
  pickup,
  placeOf,
  sentDelivery,
  type TypedAddress,
} from './delivery-form.ts';

// Zod would probe whether `eval` is allowed. The Content-Security-Policy forbids it, and browsers report every attempt.
z.config({ jitless: true });

const text = z.string();

/** The fields in which a buyer says how they get an instrument; `checkDelivery` says what is missing in them. */
export const deliveryFields = {
  /** The place to meet; it has no meaning for shipping. */
  location: text,
  /** `pickup` or the id of a zone; empty where there is nothing to choose. */
  delivery: text,
  address: z.object({
    name: text,
    lines: text,
    postcode: text,
    city: text,
    region: text,
    country: text,
  }),
};

export interface TypedDelivery {
  location: string;
  delivery: string;
  address: TypedAddress;
}

const isSent = (delivery: string) => delivery !== '' && delivery !== pickup;
const addressFields = ['name', 'lines', 'postcode', 'city', 'region', 'country'] as const;

/** The rule for `superRefine`: pickup needs a place, and shipping an address. */
export function checkDelivery(
  { location, delivery, address }: TypedDelivery,
  context: z.RefinementCtx,
): void {
  if (isSent(delivery)) {
    for (const [field, message] of Object.entries(missingInAddress(address))) {
      context.addIssue({ code: 'custom', path: ['address', field], message });
    }
    return;
  }
  const place = requiredLine(() => messages.required.meetingPlace, limits.meetingPlaceLength);
  const message = place.safeParse(location).error?.issues[0]?.message;
  if (message) context.addIssue({ code: 'custom', path: ['location'], message });
}

/** What a booking or an offer sends of it. */
export function deliveryBody(
  { location, delivery: chosen, address }: TypedDelivery,
  listing: ListingDelivery | undefined,
) {
  const delivery = sentDelivery(chosen, address, listing);
  const place = isSent(chosen) ? placeOf(address) : location;
  return { location: place, ...(delivery && { delivery }) };
}

/** The state of `DeliveryFields` in a form that has `deliveryFields`. */
export function useDeliveryForm<Fields extends TypedDelivery>(
  given: UseFormReturn<Fields>,
  listing: ListingDelivery | undefined,
) {
  // Only its fields in `TypedDelivery` are used.
  const form = given as unknown as UseFormReturn<TypedDelivery>;
  const { clearErrors, control, formState, setError, setValue } = form;
  const options = deliveryOptions(listing);
  const [typed, address] = useWatch({ control, name: ['delivery', 'address'] });
  const chosen = offeredChoice(typed, options);
  useEffect(() => {
    if (chosen !== typed) setValue('delivery', chosen);
  }, [chosen, typed, setValue]);
  const { errors } = formState;
  return {
    isSent: isSent(chosen),
    fields: {
      options,
      chosen,
      address,
      error: errors.delivery?.message,
      addressErrors: Object.fromEntries(
        addressFields.map((field) => [field, errors.address?.[field]?.message]),
      ),
      onChoose: (value: string) => setValue('delivery', value, { shouldDirty: true }),
      onAddress(change: Partial<TypedAddress>) {
        setValue('address', { ...address, ...change }, { shouldDirty: true });
        for (const field of addressFields) {
          if (change[field] !== undefined) clearErrors(`address.${field}`);
        }
      },
    },
    /** Shows at its fields what the server refused. */
    showErrors(refused: Readonly<Record<string, string | undefined>>) {
      for (const field of ['location', 'delivery'] as const) {
        if (refused[field]) setError(field, { message: refused[field] });
      }
      for (const field of addressFields) {
        const message = refused[`delivery.address.${field}`];
        if (message) setError(`address.${field}`, { message });
      }
    },
  };
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { limits } from '#contract/constants.ts';
import { phoneNumber, requiredLine } from '#contract/fields.ts';
import { isolate } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { ownAddressQuery } from '../../api/own-address.ts';
import { useIdentity } from '../../identity/identity.ts';
import { Button } from '../../ui/Button.tsx';
import { DeliveryFields } from '../../ui/DeliveryFields.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import {
  deliveryOptions,
  emptyAddress,
  missingInAddress,
  offeredChoice,
  pickup,
  placeOf,
  sentDelivery,
  type TypedAddress,
  typedAddress,
} from '../../ui/delivery-form.ts';
import { useDialogForm } from '../../ui/dialog-form.ts';
import { FieldError } from '../../ui/Field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import type { Bookable, BookingModalProps } from './bookable.ts';
import { bookItemMutation, lastBookingQuery } from './queries.ts';

// Zod would probe whether `eval` is allowed. The Content-Security-Policy forbids it, and browsers report every
// attempt.
z.config({ jitless: true });

/** The fields that the buyer fills in. */
const text = z.string();
const bookingForm = z
  .object({
    phone: phoneNumber(() => messages.required.phone, limits.buyerPhoneLength),
    location: text,
    delivery: text,
    address: z.object({
      name: text,
      lines: text,
      postcode: text,
      city: text,
      region: text,
      country: text,
    }),
  })
  .superRefine(({ location, delivery, address }, context) => {
    if (delivery === '' || delivery === pickup) {
      const place = requiredLine(() => messages.required.location, limits.meetingPlaceLength);
      const message = place.safeParse(location).error?.issues[0]?.message;
      if (message) context.addIssue({ code: 'custom', path: ['location'], message });
      return;
    }
    for (const [field, message] of Object.entries(missingInAddress(address))) {
      context.addIssue({ code: 'custom', path: ['address', field], message });
    }
  });
type BookingForm = z.infer<typeof bookingForm>;

/** Asks for phone and meeting place, and books. Input is kept when booking fails. */
export function BookingModal({ product, onClose }: BookingModalProps) {
  const identity = useIdentity();
  if (identity === null || identity === 'pending') return null;
  return <ModalOf buyer={identity} onClose={onClose} product={product} />;
}

interface Buyer {
  email: string;
  name: string;
}

function ModalOf({ product, onClose, buyer }: BookingModalProps & { buyer: Buyer }) {
  const formId = useId();
  const name = isolate(product.name);
  const booking = useBookingAttempt(product, buyer, onClose);
  const { errors, isSubmitting } = booking.formState;
  const isBusy = booking.isPending || isSubmitting;
  const isOwn = sellerOf(product) === buyer.email.toLowerCase();
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog
      actions={
        <>
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button
            busyLabel={t`Booking`}
            disabled={isOwn}
            form={formId}
            isBusy={isBusy}
            type="submit"
            variant="primary"
          >
            {t`Submit`}
          </Button>
        </>
      }
      isOpen
      onClose={close}
      title={t`Book ${name}`}
    >
      <form
        className="space-y-5"
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && !isOwn) void booking.submit(event);
        }}
      >
        <p className="price text-2xl leading-none">
          <span className="sr-only">{t`Price`} </span>
          <span>{formatMoney(product.price)}</span>
        </p>
        <TextField label={t`Your name`} readOnly value={buyer.name} />
        <TextField label={t`Your email`} readOnly type="email" value={buyer.email} />
        <TextField
          {...booking.register('phone')}
          autoComplete="tel"
          error={errors.phone?.message}
          hint={t`The number the seller can call you on.`}
          inputMode="tel"
          label={t`Phone`}
          maxLength={limits.buyerPhoneLength}
          type="tel"
        />
        {booking.options.length > 0 && (
          <DeliveryFields
            address={booking.address}
            addressErrors={{
              name: errors.address?.name?.message,
              lines: errors.address?.lines?.message,
              postcode: errors.address?.postcode?.message,
              city: errors.address?.city?.message,
              region: errors.address?.region?.message,
              country: errors.address?.country?.message,
            }}
            chosen={booking.chosen}
            error={errors.delivery?.message}
            onAddress={booking.changeAddress}
            onChoose={booking.choose}
            options={booking.options}
            price={product.price}
          />
        )}
        {!booking.isSent && (
          <TextField
            {...booking.register('location')}
            autoComplete="off"
            error={errors.location?.message}
            hint={
              booking.options.length > 0
                ? t`Where you would like to meet.`
                : t`Where you would like to meet, or “Send it to” and your address.`
            }
            label={t`Meeting location`}
            maxLength={limits.meetingPlaceLength}
          />
        )}
        <FieldError message={isOwn ? t`This is your own instrument.` : booking.failure} />
      </form>
    </Dialog>
  );
}

/** The booking form's state and submission. */
function useBookingAttempt(product: Bookable, buyer: Buyer, onClose: () => void) {
  const navigate = useNavigate();
  const keyOf = useIdempotencyKey();
  const booking = useMutation(bookItemMutation());
  const options = deliveryOptions(product.delivery);
  const form = useDialogForm<BookingForm>(`book.${product._id}`, {
    resolver: zodResolver(bookingForm),
    mode: 'onTouched',
    defaultValues: {
      phone: '',
      location: '',
      delivery: options[0]?.value ?? '',
      address: { ...emptyAddress, name: buyer.name },
    },
  });
  const { setValue, setError, getFieldState } = form;
  const { data: last } = useQuery(lastBookingQuery(buyer.email));
  useEffect(() => {
    // Somebody who is in the field is about to type.
    const isInField = document.activeElement?.getAttribute('name') === 'phone';
    if (last && !isInField && !getFieldState('phone').isDirty) setValue('phone', last.phone);
  }, [last, setValue, getFieldState]);

  const [typed, address] = useWatch({ control: form.control, name: ['delivery', 'address'] });
  const chosen = offeredChoice(typed, options);
  useEffect(() => {
    if (chosen !== typed) setValue('delivery', chosen);
  }, [chosen, typed, setValue]);
  const isSent = chosen !== '' && chosen !== pickup;
  const remembered = useQuery({ ...ownAddressQuery(buyer.email), enabled: isSent }).data?.address;
  useEffect(() => {
    if (remembered && !getFieldState('address').isDirty) {
      setValue('address', typedAddress(remembered));
    }
  }, [remembered, setValue, getFieldState]);

  const submit = form.handleSubmit(
    async ({ phone, location: place, delivery: way, address: to }) => {
      const delivery = sentDelivery(way, to, product.delivery);
      const location = isSent ? placeOf(to) : place;
      const request = {
        productId: product._id,
        name: product.name,
        price: product.price,
        image: product.image,
        buyerName: buyer.name,
        buyerEmail: buyer.email,
        phone,
        location,
        ...(delivery && { delivery }),
      };
      await booking
        .mutateAsync({ ...request, idempotencyKey: keyOf(request) })
        .then(() => {
          toast.success(messages.toast.itemBooked);
          const going = navigate(paths.bookings());
          // An open dialog would take the focus from the next page.
          onClose();
          return going;
        })
        .catch((failure: Error) => {
          const { errors = {} } = failure instanceof CallFailure ? failure : {};
          for (const field of ['phone', 'location', 'delivery'] as const) {
            const message = errors[field];
            if (message) setError(field, { message });
          }
          for (const field of addressFieldNames) {
            const message = errors[`delivery.address.${field}`];
            if (message) setError(`address.${field}`, { message });
          }
          toast.error(failure.message);
        });
    },
    booking.reset,
  );
  return {
    submit,
    options,
    chosen,
    isSent,
    address,
    choose: (value: string) => setValue('delivery', value, { shouldDirty: true }),
    changeAddress(change: Partial<TypedAddress>) {
      setValue('address', { ...address, ...change }, { shouldDirty: true });
      for (const field of addressFieldNames) {
        if (change[field] !== undefined) form.clearErrors(`address.${field}`);
      }
    },
    register: form.register,
    formState: form.formState,
    isPending: booking.isPending,
    failure: booking.error?.message,
  };
}

const addressFieldNames = Object.keys(emptyAddress) as (keyof TypedAddress)[];

function sellerOf({ sellerEmail }: Bookable): string {
  return (typeof sellerEmail === 'string' ? sellerEmail : sellerEmail.email).toLowerCase();
}

/**
 * An idempotency key: the same while the same body is submitted, so that a repeat after a lost response is
 * recognised, and a new one for a different body.
 */
function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: newIdempotencyKey() };
    return last.current.key;
  };
}

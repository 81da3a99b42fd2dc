import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { limits } from '#contract/constants.ts';
import { isolate } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { useIdentity } from '../../identity/identity.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useDialogForm } from '../../ui/dialog-form.ts';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { formatMoney } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import { newAddress } from '../delivery/address-form.ts';
import { DeliveryFields } from '../delivery/DeliveryFields.tsx';
import { deliveryOptions } from '../delivery/delivery-form.ts';
import { checkDelivery, deliveryBody } from '../delivery/use-delivery-form.ts';
import type { Bookable, BookingModalProps } from './bookable.ts';
import { bookItemMutation } from './queries.ts';
import { buyerFields, useBuyerForm } from './use-buyer-form.ts';

/** The fields that the buyer fills in. */
const bookingForm = z.object(buyerFields).superRefine(checkDelivery);
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
            busyLabel={t({ message: 'Booking', context: 'in progress' })}
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
      <Form
        className="space-y-5"
        id={formId}
        isSending={isBusy}
        onSubmit={(event) => {
          if (!isOwn) void booking.submit(event);
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
        {booking.delivery.options.length > 0 && (
          <DeliveryFields {...booking.delivery} from={product.country} price={product.price} />
        )}
        {!booking.isSent && (
          <TextField
            {...booking.register('location')}
            autoComplete="off"
            error={errors.location?.message}
            hint={
              booking.delivery.options.length > 0
                ? t`Where you would like to meet.`
                : t`Where you would like to meet, or “Send it to” and your address.`
            }
            label={t`Meeting location`}
            maxLength={limits.meetingPlaceLength}
          />
        )}
        <FieldError message={isOwn ? t`This is your own instrument.` : booking.failure} />
      </Form>
    </Dialog>
  );
}

/** The booking form's state and submission. */
function useBookingAttempt(product: Bookable, buyer: Buyer, onClose: () => void) {
  const navigate = useNavigate();
  const keyOf = useIdempotencyKey();
  const booking = useMutation(bookItemMutation());
  const form = useDialogForm<BookingForm>(`book.${product._id}`, {
    resolver: zodResolver(bookingForm),
    mode: 'onTouched',
    defaultValues: {
      phone: '',
      location: '',
      delivery: deliveryOptions(product.delivery)[0]?.value ?? '',
      address: newAddress(buyer.name),
    },
  });
  const { isSent, delivery, showFailure } = useBuyerForm(form, buyer.email, product.delivery);
  const submit = form.handleSubmit(async ({ phone, ...typed }) => {
    const request = {
      productId: product._id,
      name: product.name,
      price: product.price,
      image: product.image,
      buyerName: buyer.name,
      buyerEmail: buyer.email,
      phone,
      ...deliveryBody(typed, product.delivery),
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
        showFailure(failure);
        toast.error(failure.message);
      });
  }, booking.reset);
  return {
    submit,
    delivery,
    isSent,
    register: form.register,
    formState: form.formState,
    isPending: booking.isPending,
    failure: booking.error?.message,
  };
}

function sellerOf({ sellerEmail }: Bookable): string {
  return (typeof sellerEmail === 'string' ? sellerEmail : sellerEmail.email).toLowerCase();
}

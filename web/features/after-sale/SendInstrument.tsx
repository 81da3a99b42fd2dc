import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router';
import type { Booking } from '#contract/bookings/bookings.ts';
import { limits, saleTimes } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { plural, t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { useDialogDraft } from '../../ui/dialog-draft.ts';
import { useDialogForm } from '../../ui/dialog-form.ts';
import { FieldError } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { AddressText } from '../delivery/AddressText.tsx';
import { crossesCustoms } from '../delivery/CustomsNote.tsx';
import { EvidencePictures, missingPicture, useEvidencePictures } from './EvidencePictures.tsx';
import { packingPoints } from './packing-points.ts';
import { bookingQuery, listingQuery, markSentBackMutation, markSentMutation } from './queries.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

/** The seller says by whom the instrument was sent, and how it can be followed. */
export function SendInstrument({ booking, onClose, onDone }: SaleDialogProps) {
  const { name: instrument, buyerName } = booking;
  // Lists come without addresses.
  const isShipped = booking.delivery?.method === 'shipping';
  const { address, addressLines } =
    useQuery({ ...bookingQuery(booking._id), enabled: isShipped }).data ?? booking;
  const { receivedAfterDays } = saleTimes;
  const subject = `send.${booking._id}`;
  const pictures = useEvidencePictures(
    useDialogDraft(`${subject}.pictures`),
    limits.parcelPictures,
  );
  return (
    <ShipmentDialog
      confirmLabel={t`Mark as sent`}
      listHint={t`Choose one from the list, and the buyer can track the parcel here.`}
      mutation={markSentMutation()}
      onClose={onClose}
      onDone={onDone}
      pictures={pictures}
      subject={subject}
      success={t`We have told ${buyerName}`}
      title={t`Send ${instrument}`}
      variables={{ _id: booking._id }}
    >
      <p className="text-muted">
        {t`${buyerName} will tell us when it arrives. If they don’t, it counts as received ${plural(receivedAfterDays, { one: '# day', other: '# days' })} from now. Keep the carrier’s receipt.`}
      </p>
      {address && (
        <div>
          <AddressText address={address} lines={addressLines} />
          <p className="mt-1">
            <Link className="text-link" target="_blank" to={paths.paper(booking._id, 'label')}>
              {t`Print a label`}
            </Link>
          </p>
          {crossesCustoms({ ...booking, address }) && (
            <p className="mt-1">
              <Link className="text-link" target="_blank" to={paths.paper(booking._id, 'customs')}>
                {t`Customs declaration`}
              </Link>
            </p>
          )}
        </div>
      )}
      {booking.fulfilment?.state === 'awaiting' && <HowToPack booking={booking} />}
    </ShipmentDialog>
  );
}

/** Before it is sent: how its kind is packed. */
function HowToPack({ booking: { productId } }: Pick<SaleDialogProps, 'booking'>) {
  const { data: listing, isPending } = useQuery(listingQuery(productId));
  if (isPending) return null;
  return (
    <section aria-label={t`How to pack it`} className="rounded-lg bg-sunken p-4">
      <p className="font-semibold">{t`How to pack it`}</p>
      <ol className="mt-2 list-decimal space-y-1 ps-5">
        {packingPoints(listing ?? {}).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ol>
    </section>
  );
}

/** The buyer of an accepted return says by whom it was sent back, which stops the time to give it back. */
export function SendBack({ booking, onClose, onDone }: SaleDialogProps) {
  const { _id, name, sellerName, return: asked } = booking;
  const { sentBackDays } = saleTimes;
  return (
    <ShipmentDialog
      confirmLabel={t`I have sent it back`}
      listHint=""
      mutation={markSentBackMutation()}
      onClose={onClose}
      onDone={onDone}
      subject={`send-back.${_id}`}
      success={t`We have told ${sellerName}`}
      title={t`Return ${name}`}
      variables={{ _id }}
    >
      {asked?.place && <p className="whitespace-pre-line wrap-anywhere">{asked.place}</p>}
      <p className="text-muted">
        {t`If ${sellerName} does not answer within ${plural(sentBackDays, { one: '# day', other: '# days' })}, the shop decides. Keep the carrier’s receipt.`}
      </p>
    </ShipmentDialog>
  );
}

interface ShipmentDialogProps extends Pick<SaleDialogProps, 'onClose' | 'onDone'> {
  title: string;
  confirmLabel: string;
  success: string;
  /** Under the carrier, where the shop names some. */
  listHint: string;
  /** By which what was typed is kept. */
  subject: string;
  mutation: ReturnType<typeof markSentMutation>;
  variables: Pick<Booking, '_id'>;
  /** Of the parcel. */
  pictures?: ReturnType<typeof useEvidencePictures>;
  children: ReactNode;
}

/** Asks for a carrier and the number of a parcel. */
function ShipmentDialog(props: ShipmentDialogProps) {
  const { title, confirmLabel, success, listHint, variables, children, onClose, onDone, pictures } =
    props;
  const [pictureFault, setPictureFault] = useState<string>();
  const { mutate, isPending, error } = useMutation(props.mutation);
  const { register, handleSubmit, setError, formState } = useDialogForm(props.subject, {
    mode: 'onTouched',
    defaultValues: { carrier: '', tracking: '' },
  });
  const { errors } = formState;
  const carriers = currentShop().carriers ?? [];
  const carriersId = useId();
  const submit = handleSubmit(async (typed) => {
    const images = (await pictures?.addresses()) ?? null;
    const isMissing = pictures !== undefined && images === null;
    setPictureFault(isMissing ? t(missingPicture) : undefined);
    if (isMissing) return;
    const tracking = typed.tracking.trim();
    const sent = {
      ...variables,
      carrier: typed.carrier.trim(),
      ...(tracking && { tracking }),
      ...(images && images.length > 0 && { images }),
    };
    mutate(sent, {
      onSuccess: () => {
        toast.success(success);
        onDone();
      },
      onError: (failure) => {
        for (const name of ['carrier', 'tracking'] as const) {
          const message = failure instanceof CallFailure ? failure.errors[name] : undefined;
          if (message) setError(name, { message }, { shouldFocus: true });
        }
      },
    });
  });
  const isAtField = errors.carrier !== undefined || errors.tracking !== undefined;
  return (
    <FormDialog
      busyLabel={pictures?.isUploading ? t`Waiting for the pictures` : t`Sending`}
      confirmLabel={confirmLabel}
      isPending={isPending || pictures?.isUploading === true}
      onClose={onClose}
      onSubmit={submit}
      title={title}
    >
      {children}
      <TextField
        {...register('carrier', {
          validate: (carrier) => carrier.trim() !== '' || t`Enter the carrier`,
        })}
        autoComplete="off"
        error={errors.carrier?.message}
        hint={carriers.length > 0 ? listHint : ''}
        label={t`Carrier`}
        list={carriersId}
        maxLength={limits.carrierLength}
      />
      <datalist id={carriersId}>
        {carriers.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        {...register('tracking')}
        autoComplete="off"
        dir="ltr"
        error={errors.tracking?.message}
        hint={t`The tracking number, or a link that begins with https://`}
        isOptional
        label={t`Tracking`}
        maxLength={limits.trackingLength}
      />
      {pictures && (
        <EvidencePictures
          {...pictures}
          hint={t`The open parcel, and how the instrument lies in it. They stay with the sale as evidence if it arrives damaged.`}
          label={t`Pictures of the parcel`}
          most={limits.parcelPictures}
        />
      )}
      <FieldError message={pictureFault ?? (isAtField ? undefined : error?.message)} />
    </FormDialog>
  );
}

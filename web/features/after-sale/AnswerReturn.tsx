import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import type { Booking } from '#contract/bookings/bookings.ts';
import { limits } from '#contract/constants.ts';
import { t } from '#contract/text.ts';
import { useDialogForm } from '../../ui/dialog-form.ts';
import { FieldError } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { RadioField } from '../../ui/RadioField.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { Clips } from '../clips/Clips.tsx';
import { ClipsField } from '../clips/ClipsField.tsx';
import { missingClip } from '../clips/use-clips.ts';
import { useDialogClips } from '../clips/use-draft-clips.ts';
import { EvidenceImages } from './EvidenceImages.tsx';
import { EvidencePictures, missingPicture, useDialogPictures } from './EvidencePictures.tsx';
import { decideReturnMutation } from './queries.ts';
import {
  answerFrom,
  answerLabels,
  effectOf,
  isAtField,
  showRefusal,
  type TypedAnswer,
} from './return-answer.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

/** The seller, or an admin, answers a return: where it is brought, or why it is contested, or a refund without it. */
export function AnswerReturn({ booking, viewer, onClose, onDone }: SaleDialogProps) {
  const { mutate, isPending, error } = useMutation(decideReturnMutation());
  const { name, buyerName } = booking;
  const subject = `answer.${booking._id}`;
  const pictures = useDialogPictures(subject);
  const clips = useDialogClips(subject, limits.evidenceClips);
  const [uploadFault, setUploadFault] = useState<string>();
  const form = useDialogForm<TypedAnswer>(subject, {
    mode: 'onTouched',
    defaultValues: { state: 'accepted', place: '', reason: '' },
  });
  const state = useWatch({ control: form.control, name: 'state' });
  const submit = form.handleSubmit(async (answer) => {
    const isContested = answer.state === 'contested';
    const images = isContested ? await pictures.addresses() : [];
    const sentClips = isContested ? await clips.sent() : [];
    setUploadFault(
      images === null ? t(missingPicture) : sentClips === null ? t(missingClip) : undefined,
    );
    if (images === null || sentClips === null) return;
    mutate(
      { _id: booking._id, ...answerFrom(answer, { images, clips: sentClips }) },
      {
        onSuccess: () => {
          toast.success(t`Your answer is sent`);
          onDone();
        },
        onError: (failure) => showRefusal(form, failure),
      },
    );
  });
  const isUploading = pictures.isUploading || clips.isAwaited;
  const choices = [
    { value: 'accepted', label: t`Take it back` },
    { value: 'given-back', label: t`Refund without it` },
    // An admin decides about what is contested, and cannot contest it.
    ...(viewer === 'seller' ? [{ value: 'contested', label: t`Contest it` }] : []),
  ];
  return (
    <FormDialog
      busyLabel={isUploading ? t`Waiting for the uploads` : t`Sending`}
      confirmLabel={answerLabels[state]}
      isPending={isPending || isUploading}
      onClose={onClose}
      onSubmit={submit}
      title={t`Return of ${name}`}
      variant={state === 'given-back' ? 'danger' : 'primary'}
    >
      <Asked booking={booking} />
      <RadioField {...form.register('state')} choices={choices} label={t`Your answer`} />
      <p aria-live="polite" className="text-muted">
        {effectOf(state, booking)}
      </p>
      {state === 'accepted' && (
        <TextField
          {...form.register('place', {
            validate: (place) => place.trim() !== '' || t`Enter where to bring or send it`,
          })}
          autoComplete="street-address"
          error={form.formState.errors.place?.message}
          hint={t`Only ${buyerName} will see this.`}
          label={t`Where to bring or send it`}
          maxLength={limits.returnPlaceLength}
        />
      )}
      {state === 'contested' && (
        <>
          <TextArea
            {...form.register('reason', {
              validate: (reason) => reason.trim() !== '' || t`Explain why you contest it`,
            })}
            error={form.formState.errors.reason?.message}
            hint={t`${buyerName} and the shop will see this, your pictures and clips.`}
            label={t`Why do you contest it?`}
            maxLength={limits.disputeTextLength}
          />
          <EvidencePictures {...pictures} />
          <ClipsField state={clips} />
        </>
      )}
      <FieldError message={uploadFault ?? (isAtField(error) ? undefined : error?.message)} />
    </FormDialog>
  );
}

/** What the buyer wrote and showed. */
function Asked({ booking: { buyerName, return: asked } }: { booking: Booking }) {
  if (!asked) return null;
  return (
    <div className="rounded-lg bg-sunken p-4">
      <p className="text-sm text-muted">{t`${buyerName} wrote`}</p>
      <p className="whitespace-pre-line wrap-anywhere" dir="auto">
        {asked.reason}
      </p>
      <EvidenceImages addresses={asked.images ?? []} of={buyerName} />
      {asked.clips && <Clips clips={asked.clips} />}
    </div>
  );
}

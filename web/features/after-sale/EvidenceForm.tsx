import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { limits } from '#contract/constants.ts';
import { t } from '#contract/text.ts';
import { useDialogForm } from '../../ui/dialog-form.ts';
import { FieldError } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { ClipsField } from '../clips/ClipsField.tsx';
import { missingClip } from '../clips/use-clips.ts';
import { useDialogClips } from '../clips/use-draft-clips.ts';
import { EvidencePictures, missingPicture, useDialogPictures } from './EvidencePictures.tsx';
import type { Evidence } from './queries.ts';

export interface EvidenceFormOptions<Reply> {
  /** What it is written for, in the key of its draft. */
  purpose: 'not-received' | 'not-as-described' | 'return' | 'statement';
  bookingId: string;
  mutation: UseMutationOptions<Reply, Error, Evidence>;
  label: string;
  /** The reader of the text. */
  hint: string;
  /** The error of an empty text. */
  required: string;
  maxLength: number;
  /** The toast after success. */
  success: string;
  onDone: () => void;
}

/** State of a form with a text and pictures: both survive a refusal. */
export function useEvidenceForm<Reply>({
  purpose,
  bookingId,
  mutation,
  required,
  success,
  onDone,
}: EvidenceFormOptions<Reply>) {
  const subject = `${purpose}.${bookingId}`;
  const pictures = useDialogPictures(subject);
  const clips = useDialogClips(subject, limits.evidenceClips);
  const { mutate, isPending, error } = useMutation(mutation);
  const [failure, setFailure] = useState<string>();
  const form = useDialogForm(subject, { mode: 'onTouched', defaultValues: { text: '' } });
  const send = form.handleSubmit(async ({ text }) => {
    setFailure(undefined);
    const images = await pictures.addresses();
    if (images === null) {
      setFailure(t(missingPicture));
      return;
    }
    const sentClips = await clips.sent();
    if (sentClips === null) {
      setFailure(t(missingClip));
      return;
    }
    mutate(
      { _id: bookingId, text: text.trim(), images, clips: sentClips },
      {
        onSuccess: () => {
          toast.success(success);
          onDone();
        },
        onError: ({ message }) => toast.error(message),
      },
    );
  });
  const isUploading = pictures.isUploading || clips.isAwaited;
  const register = () =>
    form.register('text', { validate: (text) => text.trim() !== '' || required });
  return {
    pictures,
    clips,
    register,
    isBusy: isPending || isUploading,
    isUploading,
    textError: form.formState.errors.text?.message,
    failure: failure ?? error?.message,
    send,
  };
}

/** The fields of such a form. */
export function EvidenceFields({
  state,
  label,
  hint,
  maxLength,
}: Pick<EvidenceFormOptions<unknown>, 'label' | 'hint' | 'maxLength'> & {
  state: ReturnType<typeof useEvidenceForm>;
}) {
  return (
    <>
      <TextArea
        {...state.register()}
        error={state.textError}
        hint={hint}
        label={label}
        maxLength={maxLength}
      />
      <EvidencePictures {...state.pictures} />
      <ClipsField state={state.clips} />
      <FieldError message={state.failure} />
    </>
  );
}

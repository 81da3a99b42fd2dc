import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { limits } from '#contract/constants.ts';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import type { SellerVerification } from '#contract/users/verification.ts';
import { CallFailure } from '../../api/failures.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import {
  EvidencePictures,
  missingPicture,
  useEvidencePictures,
} from '../after-sale/EvidencePictures.tsx';
import {
  requestVerificationMutation,
  verificationQuery,
  withdrawVerificationMutation,
} from './queries.ts';

type Shown = SellerVerification['shown'];

/** What a seller shows the admins, so that they have something to look at before they verify them. */
export function VerificationForm({ user }: { user: User }) {
  const { data, error, isFetching, refetch } = useQuery(verificationQuery(user._id));
  if (!data && error) {
    return (
      <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
    );
  }
  if (!data) return <Loading label={t`Loading what you have sent`} />;
  const { shown } = data;
  return (
    <div className="space-y-4">
      {shown && <Sent shown={shown} user={user} />}
      {user.status !== 'verified' && (
        // Another one after each sending, so that it shows what is stored.
        <Fields key={shown?.time ?? 'none'} shown={shown} user={user} />
      )}
    </div>
  );
}

function Sent({ shown, user }: { shown: NonNullable<Shown>; user: User }) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <div className="rounded-lg bg-sunken p-4">
      <p>
        {user.status === 'verified' ? (
          <Trans>
            The shop has verified you. What you sent <Moment at={shown.time} isDay /> is still
            stored, and only admins can read it.
          </Trans>
        ) : (
          <Trans>
            You sent this <Moment at={shown.time} isDay />. Nobody has decided yet.
          </Trans>
        )}
      </p>
      <Button
        className="mt-3"
        onClick={() => setIsAsked(true)}
        size="small"
        variant="quietDanger"
      >{t`Delete what I sent`}</Button>
      <MutationDialog
        isOpen={isAsked}
        mutation={withdrawVerificationMutation()}
        onClose={() => setIsAsked(false)}
        onDone={() => setIsAsked(false)}
        success={t`Deleted`}
        title={t`Delete what you sent to be verified?`}
        variables={user}
      >
        {t`The text, the links and the pictures are deleted. Whether you are verified does not change.`}
      </MutationDialog>
    </div>
  );
}

function Fields({ user, shown }: { user: User; shown: Shown }) {
  const { mutate, isPending, error, reset } = useMutation(requestVerificationMutation(user._id));
  const pictures = useEvidencePictures(
    {
      read: () => shown?.images.map((url) => ({ url, uploadedAt: null })) ?? [],
      write: () => undefined,
    },
    limits.verificationPieces,
  );
  const [pictureFault, setPictureFault] = useState<string>();
  const { register, handleSubmit, formState } = useForm({
    mode: 'onTouched',
    defaultValues: { text: shown?.text ?? '', links: shown?.links.join('\n') ?? '' },
  });
  const refusals = error instanceof CallFailure ? error.errors : {};
  const linkRefusal = Object.entries(refusals).find(([field]) => field.startsWith('links'))?.[1];
  const send = handleSubmit(async ({ text, links }) => {
    const images = await pictures.addresses();
    setPictureFault(images === null ? t(missingPicture) : undefined);
    if (images === null) return;
    mutate(
      { text, links: links.split(/\s+/).filter((link) => link !== ''), images },
      {
        onSuccess: () => toast.success(t`Sent to the shop`),
        onError: ({ message }) => toast.error(message),
      },
    );
  });
  const isAtField = 'text' in refusals || linkRefusal !== undefined;
  return (
    <Form className="space-y-4" isSending={isPending} onSubmit={send}>
      <TextArea
        {...register('text', {
          onChange: () => reset(),
          validate: (text) => text.trim() !== '' || t`Write a few words`,
        })}
        error={formState.errors.text?.message ?? refusals.text}
        hint={t`What you sell and since when, where you work or play, where else you can be found. Please send no identity card.`}
        label={t`Who you are`}
        maxLength={limits.verificationTextLength}
        rows={4}
      />
      <TextArea
        {...register('links', { onChange: () => reset() })}
        dir="ltr"
        error={linkRefusal}
        hint={t`Your workshop’s page or your band’s, one on each line. Up to three pictures and links together.`}
        isOptional
        label={t`Links`}
        maxLength={limits.verificationPieces * (limits.verificationLinkLength + 1)}
        rows={2}
      />
      <EvidencePictures {...pictures} most={limits.verificationPieces} />
      <Button
        busyLabel={pictures.isUploading ? t`Waiting for the pictures` : t`Sending`}
        isBusy={isPending || pictures.isUploading}
        type="submit"
      >
        {shown ? t`Send it again` : t`Send it to the shop`}
      </Button>
      <FieldError message={pictureFault ?? (isAtField ? undefined : error?.message)} />
    </Form>
  );
}

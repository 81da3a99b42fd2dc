import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { t } from '#contract/text.ts';
import { useIdentityPort } from '../../identity/identity.ts';
import type { NewCodes } from '../../identity/second-factor.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { confirmAuthenticatorMutation } from './queries.ts';

/** Shows the secret of an authenticator app, as a QR code and as text, and asks for its first code. */
export function AuthenticatorSetup({
  totpURI,
  onConfirmed,
  onClose,
}: {
  totpURI: string;
  onConfirmed: (reply: NewCodes) => void;
  onClose: () => void;
}) {
  const identity = useIdentityPort();
  const confirm = useMutation(confirmAuthenticatorMutation(identity, { onReply: onConfirmed }));
  const form = useForm({ mode: 'onTouched', defaultValues: { code: '' } });
  const submit = form.handleSubmit(({ code }) =>
    confirm.mutate(code, {
      onError: ({ message }) => form.setError('code', { message }, { shouldFocus: true }),
    }),
  );
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  return (
    <FormDialog
      busyLabel={t`Checking`}
      confirmLabel={t`Turn it on`}
      isAlert
      isPending={confirm.isPending}
      keepLabel={t`Cancel`}
      onClose={onClose}
      onSubmit={submit}
      title={t`Add an authenticator app`}
    >
      <p>{t`Scan this with an authenticator app, such as the one in your phone or password manager.`}</p>
      <QrCode className="mx-auto w-full max-w-56" label={t`QR code of the secret`} text={totpURI} />
      <div>
        <p className="text-sm text-muted">{t`Or enter this setup key:`}</p>
        <p className="mt-1 font-mono wrap-anywhere" data-testid="secret">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
      </div>
      <TextField
        {...form.register('code', {
          validate: (code) => code.trim() !== '' || t`Enter the code that your app shows`,
        })}
        autoComplete="one-time-code"
        error={form.formState.errors.code?.message}
        hint={t`The six digits that the app shows now.`}
        inputMode="numeric"
        label={t`Code`}
      />
    </FormDialog>
  );
}

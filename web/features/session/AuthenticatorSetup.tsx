import { useMutation } from '@tanstack/react-query';
import { encodeQR } from 'qr';
import { useForm } from 'react-hook-form';
import { useIdentityPort } from '../../identity/identity.ts';
import type { NewCodes } from '../../identity/second-factor.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
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
    <Dialog
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            busyLabel="Checking"
            form="authenticator-setup"
            isBusy={confirm.isPending}
            type="submit"
            variant="primary"
          >
            Turn it on
          </Button>
        </>
      }
      isAlert
      isOpen
      onClose={onClose}
      title="Add an authenticator app"
    >
      <p>Scan this with an authenticator app, such as the one in your phone or password manager.</p>
      <QrCode text={totpURI} />
      <p className="text-sm text-muted">Or enter this secret there, as a key for codes by time:</p>
      <p className="mt-1 font-mono wrap-anywhere" data-testid="secret">
        {secret.match(/.{1,4}/g)?.join(' ')}
      </p>
      <form
        className="mt-6"
        id="authenticator-setup"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!confirm.isPending) void submit(event);
        }}
      >
        <TextField
          {...form.register('code', {
            validate: (code) => code.trim() !== '' || 'Enter the code that your app shows',
          })}
          autoComplete="one-time-code"
          error={form.formState.errors.code?.message}
          hint="The six digits that the app shows now."
          inputMode="numeric"
          label="Code"
        />
      </form>
    </Dialog>
  );
}

/** Dark on light in both themes, with a margin of four modules, as scanners need it. */
function QrCode({ text }: { text: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const size = rows.length;
  const dark = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      aria-label="QR code of the secret"
      className="mx-auto my-6 w-full max-w-56 rounded-md"
      role="img"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${size} ${size}`}
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  );
}

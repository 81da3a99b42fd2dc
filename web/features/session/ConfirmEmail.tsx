import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { useIdentityPort } from '../../identity/identity.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';

/**
 * Shows what is missing until the email is confirmed, and sends the mail with the link again. It renders nothing
 * afterwards.
 */
export function ConfirmEmail({ user: { email, emailUnconfirmed } }: { user: User }) {
  const { provider } = useIdentityPort();
  const resend = useMutation({
    mutationFn: async () => (await provider()).resendVerification(email),
    onError: ({ message }) => toast.error(message),
  });
  if (!emailUnconfirmed) return null;
  return (
    <section
      aria-labelledby="confirm-email"
      className="space-y-3 rounded-lg border border-line border-s-4 border-s-brass bg-surface p-5 print:hidden"
    >
      <h3 id="confirm-email">{t`Confirm your email`}</h3>
      <p className="wrap-anywhere">
        {t`Open the link in the email that we sent to ${email}. Until you do, our emails leave out names and what others write to you.`}
      </p>
      <Button busyLabel={t`Sending`} isBusy={resend.isPending} onClick={() => resend.mutate()}>
        {t`Send it again`}
      </Button>
      <p role="status">{resend.isSuccess && t`A new email is on its way to ${email}.`}</p>
      <FieldError message={resend.error?.message} />
    </section>
  );
}

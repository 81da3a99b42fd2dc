import { zodResolver } from '@hookform/resolvers/zod';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useIdentityPort } from '../../identity/identity.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ActionForm } from './ActionForm.tsx';
import { useFormAction } from './form-action.ts';
import { emailForm } from './forms.ts';
import { SessionFrame } from './SessionFrame.tsx';

/** Requests a password reset mail. It does not reveal whether the account exists. */
export function ForgotPasswordPage() {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(emailForm),
    mode: 'onTouched',
  });
  const identity = useIdentityPort();
  const attempt = useFormAction();
  const [sentTo, setSentTo] = useState<string>();

  const ask = handleSubmit(({ email }) =>
    attempt.run(async () => {
      setSentTo(undefined);
      await (await identity.provider()).resetPassword(email);
      setSentTo(email);
    }),
  );
  return (
    <SessionFrame
      lead={
        <span>
          <Trans>
            We will email you a link to choose a new one. Back to{' '}
            <Link className="text-link" to={paths.login()}>
              Login
            </Link>
          </Trans>
        </span>
      }
      title={t`Forgot password`}
    >
      <ActionForm actions={[attempt]} onSubmit={ask}>
        <TextField
          {...register('email')}
          autoCapitalize="none"
          autoComplete="email"
          error={formState.errors.email?.message}
          inputMode="email"
          label={t`Email`}
          type="email"
        />
        <Button busyLabel={t`Sending`} isBusy={attempt.isBusy} type="submit" variant="primary">
          {t`Send the email`}
        </Button>
        <p aria-live="polite">
          {sentTo &&
            t`If there is an account with ${sentTo}, an email is on its way to it. The link in it works for an hour.`}
        </p>
      </ActionForm>
    </SessionFrame>
  );
}

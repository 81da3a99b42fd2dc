import { zodResolver } from '@hookform/resolvers/zod';
import { Trans } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { identityProblems, passwordLength } from '#contract/identity/identity.ts';
import { paths } from '#contract/page-paths.ts';
import { plural, t } from '#contract/text.ts';
import { useIdentityPort } from '../../identity/identity.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { ActionForm } from './ActionForm.tsx';
import { useFormAction } from './form-action.ts';
import { newPasswordForm } from './forms.ts';
import { useSignInWays } from './queries.ts';
import { SessionFrame } from './SessionFrame.tsx';

const { min } = passwordLength;

/** Opened from the reset mail: sets a new password, then goes to the login page. */
export function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get('token');
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(newPasswordForm),
    mode: 'onTouched',
    defaultValues: { password: '', revokeKeys: false },
  });
  const identity = useIdentityPort();
  const ways = useSignInWays();
  const navigate = useNavigate();
  const attempt = useFormAction();
  const change = handleSubmit((typed) =>
    attempt.run(async () => {
      await (await identity.provider()).setPassword({ token: token ?? '', ...typed });
      toast.success(t`Your password has been changed. Please log in with the new one.`);
      await navigate(paths.login(), { replace: true });
    }),
  );
  return (
    <SessionFrame
      lead={
        <span>
          <Trans>
            The link did not work?{' '}
            <Link className="text-link" to={paths.forgotPassword()}>
              Ask for a new one
            </Link>
          </Trans>
        </span>
      }
      title={t`New password`}
    >
      {token === null ? (
        <p>{identityProblems['invalid-link'].detail}</p>
      ) : (
        <ActionForm actions={[attempt]} onSubmit={change}>
          <PasswordField
            {...register('password')}
            autoComplete="new-password"
            error={formState.errors.password?.message}
            hint={t`At least ${plural(min, { one: '# character', other: '# characters' })}`}
            label={t`New password`}
            showLabel={t`Show new password`}
          />
          {ways?.firebase ? (
            <p className="text-sm text-muted">
              {t`API keys go on working. If somebody else may have them, revoke them on your profile.`}
            </p>
          ) : (
            <label className="flex min-h-11 items-center gap-3">
              <input
                {...register('revokeKeys')}
                className="size-5 shrink-0 accent-brass"
                type="checkbox"
              />
              <span>{t`Revoke all my API keys as well`}</span>
            </label>
          )}
          <Button busyLabel={t`Changing`} isBusy={attempt.isBusy} type="submit" variant="primary">
            {t`Change the password`}
          </Button>
        </ActionForm>
      )}
    </SessionFrame>
  );
}

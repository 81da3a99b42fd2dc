import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { passwordLength } from '#contract/identity/identity.ts';
import { messages } from '#contract/messages.ts';
import { msg, plural, t } from '#contract/text.ts';
import { useIdentityPort } from '../../identity/identity.ts';
import { isIdentityFailure } from '../../identity/identity-failure.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { keysQuery, revokeKeyMutation } from '../keys/queries.ts';
import { readSessionsAgain } from './queries.ts';

const { min, max } = passwordLength;

/** Changes the password, for people who sign in with one. */
export function ChangePassword({ email }: { email: string }) {
  const { provider } = useIdentityPort();
  const change = useMutation({
    mutationFn: async (passwords: { present: string; next: string }) =>
      (await provider()).changePassword(passwords),
  });
  const keys = useQuery(keysQuery(email)).data ?? [];
  const { mutateAsync: revoke } = useMutation(revokeKeyMutation());
  const form = useForm({
    mode: 'onTouched',
    defaultValues: { present: '', next: '', revokesKeys: false },
  });
  const { errors } = form.formState;
  // On the login page this code does not reveal whether email or password is wrong; here it can only be the password.
  const isWrong = isIdentityFailure(change.error, 'wrong-password');
  const isOfLength =
    isIdentityFailure(change.error, 'password-too-short') ||
    isIdentityFailure(change.error, 'password-too-long');
  const save = form.handleSubmit(({ revokesKeys, ...passwords }) =>
    change.mutate(passwords, {
      onSuccess: async (_reply, _passwords, _before, { client }) => {
        readSessionsAgain(client);
        form.reset();
        toast.success(t`Your password is changed`);
        if (!revokesKeys) return;
        await Promise.all(keys.map((key) => revoke(key))).then(
          () => toast.success(t`Your API keys are revoked`),
          ({ message }: Error) => toast.error(message),
        );
      },
      onError: (failure) =>
        toast.error(isIdentityFailure(failure, 'wrong-password') ? t(wrong) : failure.message),
    }),
  );
  const onChange = () => change.reset();
  return (
    <Form className="space-y-4" isSending={change.isPending} onSubmit={save}>
      {/* This names the account of the password for password managers. */}
      <input autoComplete="username" hidden readOnly type="email" value={email} />
      <PasswordField
        {...form.register('present', { required: messages.required.password, onChange })}
        autoComplete="current-password"
        error={errors.present?.message ?? (isWrong ? t(wrong) : undefined)}
        label={t`Current password`}
        showLabel={t`Show current password`}
      />
      <PasswordField
        {...form.register('next', {
          required: messages.required.password,
          minLength: { value: min, message: t(tooShort) },
          maxLength: { value: max, message: t(tooLong) },
          onChange,
        })}
        autoComplete="new-password"
        error={errors.next?.message ?? (isOfLength ? change.error?.message : undefined)}
        hint={t`At least ${plural(min, { one: '# character', other: '# characters' })}.`}
        label={t`New password`}
        showLabel={t`Show new password`}
      />
      {keys.length > 0 && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            {...form.register('revokesKeys')}
            className="size-5 shrink-0 accent-brass"
            type="checkbox"
          />
          <span>{t`Revoke all my API keys as well`}</span>
        </label>
      )}
      <Button busyLabel={t`Changing`} isBusy={change.isPending} type="submit">
        {t`Change the password`}
      </Button>
      <FieldError message={isWrong || isOfLength ? undefined : change.error?.message} />
    </Form>
  );
}

const wrong = msg`This is not your current password.`;
const tooShort = msg`Use at least ${plural(min, { one: '# character', other: '# characters' })}.`;
const tooLong = msg`Use at most ${plural(max, { one: '# character', other: '# characters' })}.`;

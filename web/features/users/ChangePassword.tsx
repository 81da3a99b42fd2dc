import { useMutation } from '@tanstack/react-query';
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
import { readSessionsAgain } from './queries.ts';

const { min, max } = passwordLength;

/** Changes the password, for people who sign in with one. */
export function ChangePassword({ email }: { email: string }) {
  const { provider } = useIdentityPort();
  const change = useMutation({
    mutationFn: async (passwords: { present: string; next: string }) =>
      (await provider()).changePassword(passwords),
  });
  const form = useForm({ mode: 'onTouched', defaultValues: { present: '', next: '' } });
  const { errors } = form.formState;
  // On the login page this code does not reveal whether email or password is wrong; here it can only be the password.
  const isWrong = isIdentityFailure(change.error, 'wrong-password');
  const isOfLength =
    isIdentityFailure(change.error, 'password-too-short') ||
    isIdentityFailure(change.error, 'password-too-long');
  const save = form.handleSubmit((passwords) =>
    change.mutate(passwords, {
      onSuccess: (_reply, _passwords, _before, { client }) => {
        readSessionsAgain(client);
        form.reset();
        toast.success(t`Your password is changed`);
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

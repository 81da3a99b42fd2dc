import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { CallFailure } from '../../api/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { changeUserMutation } from './queries.ts';

/** Changes the public name. */
export function ChangeName({ user }: { user: User }) {
  const change = useMutation(changeUserMutation());
  const form = useForm({ mode: 'onTouched', defaultValues: { name: user.name } });
  const refusal = change.error instanceof CallFailure ? change.error.errors.name : undefined;
  const save = form.handleSubmit(({ name }) =>
    change.mutate(
      { _id: user._id, name },
      {
        onSuccess: (changed) => {
          form.reset({ name: changed.name });
          toast.success(t`Your name is changed`);
        },
        onError: ({ message }) => toast.error(message),
      },
    ),
  );
  return (
    <Form className="space-y-3" isSending={change.isPending} onSubmit={save}>
      <TextField
        {...form.register('name', {
          validate: (name) => name.trim() !== '' || messages.required.name,
          onChange: () => change.reset(),
        })}
        autoComplete="name"
        error={form.formState.errors.name?.message ?? refusal}
        label={t`Name`}
        maxLength={limits.personNameLength}
      />
      <Button busyLabel={t`Saving`} isBusy={change.isPending} type="submit">
        {t`Save the name`}
      </Button>
      <FieldError message={refusal === undefined ? change.error?.message : undefined} />
    </Form>
  );
}

import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import type { ButtonVariant } from './button-style.ts';
import { useDialogForm } from './dialog-form.ts';
import { FieldError } from './Field.tsx';
import { FormDialog } from './FormDialog.tsx';
import { TextArea } from './TextField.tsx';

/**
 * Like `MutationDialog`, for what needs a reason that a user reads. The reason survives a refusal, which is shown in
 * the dialog and as a toast.
 */
export function ReasonDialog<Reply>({
  id,
  mutation,
  title,
  children,
  label = t`Reason`,
  hint,
  required = t`Give a reason`,
  maxLength,
  confirmLabel,
  variant = 'danger',
  success,
  onDone,
  onClose,
}: {
  /** What the mutation is about. */
  id: string;
  mutation: UseMutationOptions<Reply, Error, { _id: string; reason: string }>;
  title: ReactNode;
  /** The consequences, in a sentence. */
  children: ReactNode;
  label?: string;
  /** The reader of the reason. */
  hint: string;
  /** The error of an empty reason. */
  required?: string;
  maxLength: number;
  confirmLabel: string;
  variant?: ButtonVariant;
  /** The toast after success. */
  success: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const { mutate, isPending, error } = useMutation(mutation);
  const { register, handleSubmit, formState } = useDialogForm(`${confirmLabel}.${id}`, {
    mode: 'onTouched',
    defaultValues: { reason: '' },
  });
  const submit = handleSubmit(({ reason }) =>
    mutate(
      { _id: id, reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success(success);
          onDone();
        },
        onError: ({ message }) => toast.error(message),
      },
    ),
  );
  return (
    <FormDialog
      confirmLabel={confirmLabel}
      isPending={isPending}
      keepLabel={t`Cancel`}
      onClose={onClose}
      onSubmit={submit}
      title={title}
      variant={variant}
    >
      <p className="text-muted">{children}</p>
      <TextArea
        {...register('reason', { validate: (reason) => reason.trim() !== '' || required })}
        error={formState.errors.reason?.message}
        hint={hint}
        label={label}
        maxLength={maxLength}
      />
      <FieldError message={error?.message} />
    </FormDialog>
  );
}
